import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from './icon';
import { setToastHost } from './toast-host';

/** A modal dialog: the browser traps the focus, closes on Escape and gives the focus back. */
export function Dialog({
  title,
  isOpen,
  isWide = false,
  isHeld = false,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  /** It holds a table. */
  isWide?: boolean;
  /** It is closed by nothing that may be done by mistake: something in it would be lost. */
  isHeld?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // One that gives way to another of the same title is closed while it is still there: only so the focus goes back, and on.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return;
    dialog.showModal();
    // All else is inert while a dialog is open, toasts included, so they move into it.
    setToastHost(dialog);
    return () => {
      setToastHost(null);
      dialog.close();
    };
  }, [isOpen]);
  useEffect(() => {
    if (!isHeld) return;
    // Browsers let nobody refuse a second Escape by its `cancel` alone; and the focus may be on nothing.
    const stay = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.preventDefault();
    };
    document.addEventListener('keydown', stay);
    return () => document.removeEventListener('keydown', stay);
  }, [isHeld]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog; the click is on its backdrop
    <dialog
      ref={ref}
      className={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => event.target === ref.current && isHeld && event.preventDefault()}
      onClick={(event) => event.target === ref.current && !isHeld && onClose()}
    >
      {isOpen && (
        <div>
          <div className="flex h-[52px] items-center justify-between border-b border-line2 pl-5 pr-3">
            <h2 id={titleId} className="min-w-0 truncate text-section font-semibold">
              {title}
            </h2>
            <button
              type="button"
              className="button button-ghost button-icon"
              aria-label="Close"
              disabled={isHeld}
              onClick={onClose}
            >
              <Icon name="cross" />
            </button>
          </div>
          <div className="px-5 pb-5 pt-4">{children}</div>
        </div>
      )}
    </dialog>
  );
}
