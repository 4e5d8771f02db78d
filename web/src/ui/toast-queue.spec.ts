import { describe, expect, it } from 'vitest';
import { dropToast, emptyQueue, linesOf, pushToast, type ToastContent } from './toast-queue';

const TITLE = 'New!';
const opened: string[] = [];
const news = (...names: string[]): ToastContent => ({
  title: TITLE,
  kind: 'news',
  lastsMs: 5_000,
  items: names.map((name) => ({ id: name, name, text: `${name} came`, open: () => opened.push(name) })),
  note: 'at 14:18',
});
const done = (title: string): ToastContent => ({ title, kind: 'done', lastsMs: 2_000 });
const queue = (...contents: ToastContent[]) => contents.reduce(pushToast, emptyQueue);
const shown = (...contents: ToastContent[]) =>
  queue(...contents).toasts.map((toast) => [toast.title, ...linesOf(toast)].join(' | '));

describe('toasts', () => {
  it('tell one piece of news in its own words', () => expect(shown(news('A'))).toEqual(['New! | A came']));

  it('tell a burst by its names', () =>
    expect(shown(news('A', 'B', 'C'))).toEqual(['New! | 3 new: A, B, C | at 14:18']));

  it('count the names that do not fit', () =>
    expect(shown(news('A', 'B', 'C', 'D', 'E'))).toEqual(['New! | 5 new: A, B, C and 2 more | at 14:18']));

  it('leave what is read as it is; news that waits is one', () =>
    expect(shown(news('A'), news('B'), news('C', 'D'))).toEqual([
      'New! | A came',
      'New! | 3 new: B, C, D | at 14:18',
    ]));

  it('lead to what their first line tells, whatever joined it later', () => {
    const [, waiting] = queue(news('A'), news('B'), news('C')).toasts;
    if (waiting?.kind === 'news') waiting.items[0]?.open();
    expect(opened).toEqual(['B']);
  });

  it('name a token once, however often it is told', () =>
    expect(shown(news('A'), news('B'), news('B'))).toEqual(['New! | A came', 'New! | B came']));

  it('answer the viewer at once, and the interrupted news comes again', () =>
    expect(shown(news('A'), done('Copied!'))).toEqual(['Copied!', 'New! | A came']));

  it('join news that an answer interrupted', () =>
    expect(shown(news('A'), done('Copied!'), news('B'))).toEqual([
      'Copied!',
      'New! | 2 new: A, B | at 14:18',
    ]));

  it('replace one answer with the next', () =>
    expect(shown(done('Copied!'), done('Notifications Disabled'))).toEqual(['Notifications Disabled']));

  it('lose nothing of a long burst, and take the room of two', () => {
    const long = Array.from({ length: 40 }, (_, n) => news(`T${n}`));
    expect(shown(...long)).toEqual(['New! | T0 came', 'New! | 39 new: T1, T2, T3 and 36 more | at 14:18']);
  });

  it('are gone once dropped', () =>
    expect(dropToast(queue(news('A'), news('B')), 1).toasts.map(linesOf)).toEqual([['B came']]));
});
