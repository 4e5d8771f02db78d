import { describe, expect, it } from 'vitest';
import { findNewTokens, type SeenTokens } from './new-tokens';

const tokens = (...mints: string[]) => mints.map((mint) => ({ mint }));

const MINUTE_MS = 60_000;

type Look = [view: string, mints: string[], minutes?: number];

/** Plays lists in order, a minute apart unless told otherwise. */
function look(lists: Look[]): { announced: string[]; marked: string[] }[] {
  let asOf = 0;
  let seen: SeenTokens | null = null;
  return lists.map(([view, mints, minutes = 1]) => {
    asOf += minutes * MINUTE_MS;
    const found = findNewTokens(seen, view, tokens(...mints), asOf);
    seen = found.seen;
    return {
      announced: found.fresh.map(({ mint }) => mint),
      marked: [...(found.seen?.newSince.keys() ?? [])],
    };
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
