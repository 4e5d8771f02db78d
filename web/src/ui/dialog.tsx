import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Icon } from './icon';
import { setToastHost } from './toast-host';

/** A modal dialog: the browser traps the focus, closes on Escape and gives the focus back. */
export function Dialog({
  title,
  isOpen,
  isWide = false,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  /** It holds a table. */
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
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
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog; the click is on its backdrop
    <dialog
      ref={ref}
      className={isWide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && onClose()}
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
