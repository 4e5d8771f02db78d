import { describe, expect, it } from 'vitest';
import { findNewTokens, type SeenTokens } from './new-tokens';

const tokens = (...mints: string[]) => mints.map((mint) => ({ mint }));

/** Plays lists in order and collects which mints each one announced. */
function play(...lists: [view: string, mints: string[]][]): string[][] {
  let seen: SeenTokens | null = null;
  return lists.map(([view, mints]) => {
    const found = findNewTokens(seen, view, tokens(...mints));
    seen = found.seen;
    return found.fresh.map(({ mint }) => mint);
  });
}

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
});
