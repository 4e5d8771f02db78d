import { describe, expect, it } from 'vitest';
import { newSinceThen, type SeenTokens, SeenViews } from './new-tokens';

const tokens = (...mints: string[]) => mints.map((mint) => ({ mint }));

const MINUTE_MS = 60_000;

type Look = [view: string, mints: string[], minutes?: number];

/**
 * Plays lists in order, a minute apart unless told otherwise, to one who announces the view on screen; the rows of that
 * view look first.
 */
function look(lists: Look[]): { announced: string[]; marked: string[] }[] {
  const views = new SeenViews();
  let asOf = 0;
  let before: SeenTokens | null = null;
  let shown = '';
  let leave = () => {};
  return lists.map(([view, mints, minutes = 1]) => {
    asOf += minutes * MINUTE_MS;
    if (view !== shown) {
      leave();
      leave = views.watch(view);
      before = null;
    }
    shown = view;
    views.look(view, tokens(...mints), asOf);
    const seen = views.look(view, tokens(...mints), asOf);
    const fresh = newSinceThen(before, seen, tokens(...mints));
    before = seen;
    return { announced: fresh.map(({ mint }) => mint), marked: [...(seen?.newSince.keys() ?? [])] };
  });
}

/** Which mints each list announced, and which it marks. */
const play = (...lists: Look[]) => look(lists).map(({ announced }) => announced);
const marks = (...lists: Look[]) => look(lists).map(({ marked }) => marked);

describe('new tokens', () => {
  it('are those the list before did not hold', () =>
    expect(play(['pumpfun', ['a', 'b']], ['pumpfun', ['b', 'c', 'd']])).toEqual([[], ['c', 'd']]));

  it('are none in the first list', () => expect(play(['pumpfun', ['a']])).toEqual([[]]));

  it('are none when the list grew from nothing', () =>
    expect(play(['pumpfun', []], ['pumpfun', ['a']])).toEqual([[], []]));

  it('are counted from the last list that held any', () =>
    expect(play(['pumpfun', ['a']], ['pumpfun', []], ['pumpfun', ['a', 'b']])).toEqual([[], [], ['b']]));

  it('are told even when the count stays the same', () =>
    expect(play(['pumpfun', ['a']], ['pumpfun', ['b']])).toEqual([[], ['b']]));

  it('are none after a change of source, there and back', () =>
    expect(
      play(['pumpfun', ['a']], ['bonded', ['x', 'y']], ['pumpfun', ['a', 'b']], ['pumpfun', ['b', 'c']]),
    ).toEqual([[], [], [], ['c']]));

  it('are none when the other source is empty on the way', () =>
    expect(play(['pumpfun', ['a']], ['bonded', []], ['pumpfun', ['a', 'b']])).toEqual([[], [], []]));

  it('are not those that left and came back within ten minutes', () =>
    expect(
      play(['pumpfun', ['a', 'b']], ['pumpfun', ['a']], ['pumpfun', ['a'], 8], ['pumpfun', ['a', 'b']]),
    ).toEqual([[], [], [], []]));

  it('are not those that come back after a switch to the other source and back', () =>
    expect(
      play(
        ['pumpfun', ['a', 'b']],
        ['pumpfun', ['a']],
        ['bonded', ['x']],
        ['pumpfun', ['a']],
        ['pumpfun', ['a', 'b']],
      ),
    ).toEqual([[], [], [], [], []]));

  it('are those that come once the view is looked at again, not those that came meanwhile', () =>
    expect(
      play(
        ['pumpfun', ['a']],
        ['bonded', ['x']],
        ['pumpfun', []],
        ['pumpfun', ['a', 'b']],
        ['pumpfun', ['a', 'b', 'c']],
      ),
    ).toEqual([[], [], [], [], ['c']]));

  it('keep their mark through a switch there and back', () =>
    expect(
      marks(
        ['pumpfun', ['a']],
        ['pumpfun', ['a', 'b']],
        ['bonded', ['x'], 0.3],
        ['pumpfun', ['a', 'b', 'c'], 0.3],
      ),
    ).toEqual([[], ['b'], [], ['b']]));

  it("are told to one who watches on while the rows are another list's", () => {
    const views = new SeenViews();
    views.watch('qualified');
    const leaveRows = views.watch('qualified');
    const before = views.look('qualified', tokens('a'), 1_000);
    leaveRows();
    const now = views.look('qualified', tokens('a', 'b'), 2_000);
    expect(newSinceThen(before, now, tokens('a', 'b'))).toEqual(tokens('b'));
  });

  it('are each told though two come at one moment of stream time', () => {
    const views = new SeenViews();
    views.watch('qualified');
    const first = views.look('qualified', tokens('a'), 1_000);
    const second = views.look('qualified', tokens('a', 'b'), 2_000);
    const third = views.look('qualified', tokens('a', 'b', 'c'), 2_000);
    expect(newSinceThen(first, second, tokens('a', 'b'))).toEqual(tokens('b'));
    expect(newSinceThen(second, third, tokens('a', 'b', 'c'))).toEqual(tokens('c'));
  });

  it('are those that come back later', () =>
    expect(
      play(['pumpfun', ['a', 'b']], ['pumpfun', ['a']], ['pumpfun', ['a'], 10], ['pumpfun', ['a', 'b']]),
    ).toEqual([[], [], [], ['b']]));

  it('are marked for a minute while they stay', () =>
    expect(
      marks(
        ['pumpfun', ['a']],
        ['pumpfun', ['a', 'b']],
        ['pumpfun', ['a', 'b'], 0.9],
        ['pumpfun', ['a', 'b'], 0.1],
      ),
    ).toEqual([[], ['b'], ['b'], []]));

  it('are not marked again when they leave and come back', () =>
    expect(
      marks(
        ['pumpfun', ['a']],
        ['pumpfun', ['a', 'b'], 0.1],
        ['pumpfun', ['a'], 0.1],
        ['pumpfun', ['a', 'b'], 0.1],
      ),
    ).toEqual([[], ['b'], [], []]));

  it('are not those that the last look held, however long ago it was', () =>
    expect(play(['pumpfun', ['a']], ['pumpfun', ['a', 'b'], 60])).toEqual([[], ['b']]));
});
