import { describe, expect, it } from 'vitest';
import { dropToast, emptyQueue, pushToast, type ToastContent } from './toast-queue';

const news = (title: string): ToastContent => ({ title, kind: 'news', lastsMs: 5_000 });
const done = (title: string): ToastContent => ({ title, kind: 'done', lastsMs: 2_000 });
const titles = (...contents: ToastContent[]) =>
  contents.reduce(pushToast, emptyQueue).toasts.map(({ title }) => title);

describe('toasts', () => {
  it('show news one after the other', () => expect(titles(news('a'), news('b'))).toEqual(['a', 'b']));

  it('answer the viewer at once, and the interrupted news comes again', () =>
    expect(titles(news('a'), news('b'), done('Copied!'))).toEqual(['Copied!', 'a', 'b']));

  it('replace one answer with the next', () =>
    expect(titles(done('Copied!'), done('Notifications Disabled'))).toEqual(['Notifications Disabled']));

  it('keep a line of bounded length, the oldest giving way', () => {
    const line = titles(...Array.from({ length: 40 }, (_, index) => news(String(index))));
    expect(line).toHaveLength(13);
    expect(line[0]).toBe('0');
    expect(line.at(-1)).toBe('39');
  });

  it('are gone once dropped', () => {
    const queue = pushToast(pushToast(emptyQueue, news('a')), news('b'));
    expect(dropToast(queue, 1).toasts.map(({ title }) => title)).toEqual(['b']);
  });
});
