/** One toast at a time. What the viewer did is answered at once; news waits in line, all of one title in one place. */
type Words = { title: string; lastsMs: number };
type Answer = Words & { kind: 'done' | 'plain' | 'destructive'; text?: string | readonly string[] };
/** What one piece of news is about: `name` is all that is said of it among several, `open` leads to it. */
export type NewsItem = { id: string; name: string; text: string; open: () => void };
type News = Words & {
  kind: 'news';
  items: readonly NewsItem[];
  /** Where it happened and when, said of several at once. */
  note: string;
};
export type ToastContent = Answer | News;
export type Toast = ToastContent & { id: number };
export type ToastQueue = { nextId: number; toasts: readonly Toast[] };

export const emptyQueue: ToastQueue = { nextId: 1, toasts: [] };

/**
 * The first of `toasts` is the one shown. An answer takes its place; news it interrupted comes again after it. What is
 * shown does not change while it is read: news joins what waits under its title.
 */
export function pushToast({ nextId, toasts }: ToastQueue, content: ToastContent): ToastQueue {
  const pushed = { ...content, id: nextId };
  if (pushed.kind !== 'news') {
    const others = toasts.filter(({ kind }) => kind === 'news');
    return { nextId: nextId + 1, toasts: [pushed, ...others] };
  }
  const at = toasts.findIndex(
    ({ kind, title }, index) => index > 0 && kind === 'news' && title === pushed.title,
  );
  const waiting = toasts[at];
  if (waiting?.kind !== 'news') return { nextId: nextId + 1, toasts: [...toasts, pushed] };
  const joined = { ...pushed, id: waiting.id, items: joinItems(waiting.items, pushed.items) };
  return { nextId, toasts: toasts.with(at, joined) };
}

export function dropToast({ nextId, toasts }: ToastQueue, id: number): ToastQueue {
  return { nextId, toasts: toasts.filter((toast) => toast.id !== id) };
}

const joinItems = (first: readonly NewsItem[], next: readonly NewsItem[]): NewsItem[] => {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...next.filter(({ id }) => !known.has(id))];
};

/** So many names of a burst fit on the toast's lines. */
const NAMES_SHOWN = 3;

/** The lines of a toast below its title: one piece of news in its own words, a burst by its names. */
export function linesOf(toast: ToastContent): string[] {
  if (toast.kind !== 'news') return toast.text === undefined ? [] : [toast.text].flat();
  const [only, second] = toast.items;
  if (!second) return only ? [only.text] : [];
  return [nameBurst(toast.items.map(({ name }) => name)), toast.note];
}

/** "3 new: A, B, C", "5 new: A, B, C and 2 more" */
export function nameBurst(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = names.length - NAMES_SHOWN;
  return `${names.length} new: ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
