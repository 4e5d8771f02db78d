/** One toast at a time. What the viewer did is answered at once; news waits in line. */
type Words = { title: string; text?: string; lastsMs: number };
type Answer = Words & { kind: 'done' | 'destructive' };
/** `tellMore` is the text of one toast that stands for `count` of its kind. */
type News = Words & { kind: 'news'; tellMore: (count: number) => string };
export type ToastContent = Answer | News;
/** `count`: how many it stands for, when it is more than itself. */
export type Toast = ToastContent & { id: number; count?: number };
export type ToastQueue = { nextId: number; toasts: readonly Toast[] };

/** News lasts 5 s, so a line longer than this is over a minute old at its end: its last place stands for all further ones. */
const MAX_WAITING = 12;

export const emptyQueue: ToastQueue = { nextId: 1, toasts: [] };

/** The first of `toasts` is the one shown. An answer takes its place; news it interrupted comes again after it. */
export function pushToast({ nextId, toasts }: ToastQueue, content: ToastContent): ToastQueue {
  if (content.kind !== 'news') {
    const others = toasts.filter(({ kind }) => kind === 'news');
    return { nextId: nextId + 1, toasts: [{ ...content, id: nextId }, ...others] };
  }
  const last = toasts.length > 1 ? toasts.at(-1) : undefined;
  if (last === undefined || (last.count === undefined && toasts.length <= MAX_WAITING))
    return { nextId: nextId + 1, toasts: [...toasts, { ...content, id: nextId }] };
  const count = (last.count ?? 1) + 1;
  const summary = { ...content, id: last.id, count, text: content.tellMore(count) };
  return { nextId, toasts: [...toasts.slice(0, -1), summary] };
}

export function dropToast({ nextId, toasts }: ToastQueue, id: number): ToastQueue {
  return { nextId, toasts: toasts.filter((toast) => toast.id !== id) };
}
