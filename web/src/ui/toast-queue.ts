/** One toast at a time. What the viewer did is answered at once; news waits in line. */
export type ToastContent = {
  title: string;
  text?: string;
  kind: 'done' | 'news' | 'destructive';
  lastsMs: number;
};
export type Toast = ToastContent & { id: number };
export type ToastQueue = { nextId: number; toasts: readonly Toast[] };

/** News lasts 5 s, so a line longer than this is over a minute old at its end; the oldest then gives way. */
const MAX_WAITING = 12;

export const emptyQueue: ToastQueue = { nextId: 1, toasts: [] };

/** The first of `toasts` is the one shown. An answer takes its place; news it interrupted comes again after it. */
export function pushToast({ nextId, toasts }: ToastQueue, content: ToastContent): ToastQueue {
  const toast = { ...content, id: nextId };
  if (content.kind !== 'news') {
    const others = toasts.filter(({ kind }) => kind === 'news');
    return { nextId: nextId + 1, toasts: [toast, ...others] };
  }
  const [shown, ...waiting] = [...toasts, toast];
  return { nextId: nextId + 1, toasts: shown ? [shown, ...waiting.slice(-MAX_WAITING)] : [] };
}

export function dropToast({ nextId, toasts }: ToastQueue, id: number): ToastQueue {
  return { nextId, toasts: toasts.filter((toast) => toast.id !== id) };
}
