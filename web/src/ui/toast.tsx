import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './icon';
import { useToastHost } from './toast-host';
import { dropToast, emptyQueue, linesOf, pushToast, type Toast, type ToastContent } from './toast-queue';

const ToastContext = createContext<(content: ToastContent) => void>(() => {});

/** Shows a toast. */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState(emptyQueue);
  const push = useCallback((content: ToastContent) => setQueue((now) => pushToast(now, content)), []);
  const drop = useCallback((id: number) => setQueue((now) => dropToast(now, id)), []);
  const host = useToastHost();
  const shown = queue.toasts[0];
  return (
    <ToastContext value={push}>
      {children}
      {createPortal(
        <section
          aria-label="Messages"
          aria-live="polite"
          className="pointer-events-none fixed inset-x-4 bottom-4 z-50 md:left-auto md:right-6 md:w-[360px]"
        >
          {shown && <ToastCard key={shown.id} toast={shown} onGone={drop} />}
        </section>,
        host ?? document.body,
      )}
    </ToastContext>
  );
}

function ToastCard({ toast, onGone }: { toast: Toast; onGone: (id: number) => void }) {
  const [isPaused, setPaused] = useState(false);
  const leftMs = useRef(toast.lastsMs);
  const { id, kind } = toast;
  useEffect(() => {
    if (isPaused) return;
    const startedAt = Date.now();
    const timer = setTimeout(() => onGone(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= Date.now() - startedAt;
    };
  }, [isPaused, id, onGone]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onGone(id);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [id, onGone]);
  const isBad = kind === 'destructive';
  return (
    <div
      role="status"
      className={`toast pointer-events-auto flex items-start gap-3 rounded-card border py-3 pl-3.5 pr-3 ${
        isBad ? 'border-neg bg-neg-t' : 'border-line2 bg-overlay'
      }`}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {kind === 'done' && <Icon name="check" className="mt-0.5 text-pos" />}
      {isBad && <Icon name="warning" className="mt-0.5 text-neg" />}
      {toast.kind === 'news' ? (
        <button
          type="button"
          className="min-w-0 flex-1 text-left"
          onClick={() => {
            toast.items[0]?.open();
            onGone(id);
          }}
        >
          <ToastWords toast={toast} />
        </button>
      ) : (
        <div role={isBad ? 'alert' : undefined} className="min-w-0 flex-1">
          <ToastWords toast={toast} />
        </div>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="-m-2 flex h-10 w-10 flex-none items-center justify-center text-ink3 hover:text-ink md:m-0 md:h-6 md:w-6"
        onClick={() => onGone(id)}
      >
        <Icon name="cross" size={12} />
      </button>
    </div>
  );
}

/** Of news two lines at most, so that no name makes a toast grow over the page. */
function ToastWords({ toast }: { toast: Toast }) {
  return (
    <>
      <b className="block font-semibold">{toast.title}</b>
      {linesOf(toast).map((line) => (
        <span
          key={line}
          className={`mt-0.5 block break-words text-small text-ink2 ${toast.kind === 'news' ? 'line-clamp-2' : ''}`}
        >
          <bdi>{line}</bdi>
        </span>
      ))}
    </>
  );
}
