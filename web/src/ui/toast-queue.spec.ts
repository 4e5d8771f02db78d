import { describe, expect, it } from 'vitest';
import { dropToast, emptyQueue, pushToast, type ToastContent } from './toast-queue';

const news = (title: string): ToastContent => ({
  title,
  text: `${title}?`,
  kind: 'news',
  lastsMs: 5_000,
  tellMore: (count) => `and ${count} more`,
});
const done = (title: string): ToastContent => ({ title, kind: 'done', lastsMs: 2_000 });
const titles = (...contents: ToastContent[]) =>
  contents.reduce(pushToast, emptyQueue).toasts.map(({ title }) => title);

describe('toasts', () => {
  it('show news one after the other', () => expect(titles(news('a'), news('b'))).toEqual(['a', 'b']));

  it('answer the viewer at once, and the interrupted news comes again', () =>
    expect(titles(news('a'), news('b'), done('Copied!'))).toEqual(['Copied!', 'a', 'b']));

  it('replace one answer with the next', () =>
    expect(titles(done('Copied!'), done('Notifications Disabled'))).toEqual(['Notifications Disabled']));

  const burst = (length: number) =>
    Array.from({ length }, (_, index) => news(String(index))).reduce(pushToast, emptyQueue);

  it('lose nothing of a burst: the last in a full line says how many more there were', () => {
    const { toasts } = burst(40);
    expect(toasts).toHaveLength(13);
    expect(toasts.slice(0, 12).map(({ title }) => title)).toEqual(
      Array.from({ length: 12 }, (_, n) => `${n}`),
    );
    expect(toasts.at(-1)).toMatchObject({ title: '39', text: 'and 28 more' });
  });

  it('count on while the line moves, and start anew once the count was shown', () => {
    const moved = burst(20)
      .toasts.slice(0, 5)
      .reduce((queue, { id }) => dropToast(queue, id), burst(20));
    expect(pushToast(moved, news('late')).toasts.at(-1)?.text).toBe('and 9 more');
    const shown = burst(14)
      .toasts.slice(0, 12)
      .reduce((queue, { id }) => dropToast(queue, id), burst(14));
    expect(shown.toasts).toHaveLength(1);
    expect(pushToast(shown, news('late')).toasts.map(({ text }) => text)).toEqual(['and 2 more', 'late?']);
  });

  it('are gone once dropped', () => {
    const queue = pushToast(pushToast(emptyQueue, news('a')), news('b'));
    expect(dropToast(queue, 1).toasts.map(({ title }) => title)).toEqual(['b']);
  });
});
