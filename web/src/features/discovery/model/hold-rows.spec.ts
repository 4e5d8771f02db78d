import { describe, expect, it } from 'vitest';
import { holdRows, LEFT_FOR_MS, type ListNow } from './hold-rows';
import type { ShownRow } from './shown-row';

type Token = { mint: string; value: number };
const token = (mint: string, value = 0): Token => ({ mint, value });

const why = (mint: string) => ({ text: `why ${mint}`, tone: 'failed' as const });

const at = (mints: string, change: Partial<ListNow<Token>> = {}): ListNow<Token> => {
  const all = [...mints].map((mint) => token(mint));
  return {
    shown: all,
    all,
    room: 40,
    isHeld: false,
    mayGo: () => true,
    isNew: () => false,
    leaveOf: (last) => ({ token: last, reason: why(last.mint) }),
    nowMs: 0,
    ...change,
  };
};

/** Plays lists one after the other; of each, its rows as "ab(c)d +2": c left, two wait. */
function play(...lists: ListNow<Token>[]): string[] {
  let rows: readonly ShownRow<Token>[] = [];
  return lists.map((list) => {
    const held = holdRows(rows, list);
    rows = held.rows;
    const places = rows.map(({ token: { mint }, left }) => (left ? `(${mint})` : mint)).join('');
    return held.waiting > 0 ? `${places} +${held.waiting}` : places;
  });
}

const last = (...lists: ListNow<Token>[]) => {
  let rows: readonly ShownRow<Token>[] = [];
  for (const list of lists) rows = holdRows(rows, list).rows;
  return rows;
};

describe('a token that leaves', () => {
  it('keeps its place for 20 s, and goes then', () =>
    expect(
      play(
        at('abc'),
        at('ac', { nowMs: 100 }),
        at('ac', { nowMs: 99 + LEFT_FOR_MS }),
        at('ac', { nowMs: 100 + LEFT_FOR_MS }),
      ),
    ).toEqual(['abc', 'a(b)c', 'a(b)c', 'ac']));

  it('takes its place again when it comes back', () =>
    expect(play(at('abc'), at('ac'), at('abc'))).toEqual(['abc', 'a(b)c', 'abc']));

  it('moves nothing though it flaps 20 times in a minute', () => {
    const flaps = Array.from({ length: 40 }, (_, n) => at(n % 2 ? 'abc' : 'ac', { nowMs: n * 1_500 }));
    const places = play(at('abc'), ...flaps).map((list) => list.replaceAll(/[()]/g, ''));
    expect(new Set(places)).toEqual(new Set(['abc']));
  });

  it('says why, and keeps the reason it left with when none is known any more', () => {
    const gone = at('a', { leaveOf: (seen) => ({ token: seen, reason: null }), nowMs: 900 });
    expect(last(at('ab'), at('a', { nowMs: 500 }))[1]?.left).toEqual({ atMs: 500, reason: why('b') });
    expect(last(at('ab'), at('a', { nowMs: 500 }), gone)[1]?.left).toEqual({ atMs: 500, reason: why('b') });
  });

  it('is shown as its reason is of it, and stays so while it stands there', () => {
    const leaveOf =
      (value: number) =>
      ({ mint }: Token) => ({ token: token(mint, value), reason: why(`${mint} ${value}`) });
    const moves = [7, 8, 9].map((value) => at('a', { leaveOf: leaveOf(value) }));
    expect(last(at('ab'), ...moves)[1]).toMatchObject({
      token: token('b', 7),
      left: { reason: why('b 7') },
    });
  });

  it('is shown so once the reason is known', () => {
    const unknown = at('a', { leaveOf: (seen) => ({ token: seen, reason: null }), nowMs: 5 });
    const known = at('a', {
      leaveOf: ({ mint }) => ({ token: token(mint, 7), reason: why(mint) }),
      nowMs: 9,
    });
    expect(last(at('ab'), unknown)[1]).toMatchObject({ token: token('b'), left: { reason: null } });
    expect(last(at('ab'), unknown, known)[1]).toMatchObject({
      token: token('b', 7),
      left: { atMs: 5, reason: why('b') },
    });
  });

  it('stands where it stood while new ones come above and others go', () =>
    expect(play(at('abcd'), at('ad'), at('xad'), at('xyd'))).toEqual([
      'abcd',
      'a(b)(c)d',
      'xa(b)(c)d',
      'xy(a)(b)(c)d',
    ]));

  it('stands last when all behind it went too, and takes the place of one that the order moved', () => {
    const reordered = [token('c'), token('a')];
    expect(play(at('abc'), at('a'), at('', { shown: reordered, all: reordered }))).toEqual([
      'abc',
      'a(b)(c)',
      '(b)ca',
    ]);
  });

  it('goes earlier when more leave than half of what fits', () =>
    expect(
      play(
        at('abcdef', { room: 4 }),
        at('bcdef', { room: 4, nowMs: 1 }),
        at('cdef', { room: 4, nowMs: 2 }),
        at('def', { room: 4, nowMs: 3 }),
      ),
    ).toEqual(['abcdef', '(a)bcdef', '(a)(b)cdef', '(b)(c)def']));

  it('has not left when others push it behind those that fit', () => {
    const { all } = at('nab');
    const pushed = at('nab', { shown: all.slice(0, 2), isHeld: true, mayGo: () => false });
    expect(play(at('ab'), pushed)).toEqual(['ab', 'ab +1']);
  });
});

describe('held rows', () => {
  const held = { isHeld: true, mayGo: () => false };

  it('keep places and show new values', () => {
    const reordered = [token('b', 2), token('a', 1)];
    expect(last(at('ab'), at('', { ...held, shown: reordered, all: reordered }))).toEqual([
      { token: token('a', 1), left: null, isNew: false },
      { token: token('b', 2), left: null, isNew: false },
    ]);
  });

  it('let new ones wait, but for those behind the last, which move nothing', () =>
    expect(play(at('ab'), at('xaybz', held), at('xaybz'))).toEqual(['ab', 'abz +2', 'xaybz']));

  it('stay as long as they are held', () =>
    expect(play(at('ab'), at('a', held), at('a', { ...held, nowMs: 9 * LEFT_FOR_MS }))).toEqual([
      'ab',
      'a(b)',
      'a(b)',
    ]));

  it('go once their time is over where that moves nothing that is looked at', () => {
    const scrolled = { ...held, mayGo: (mint: string) => mint === 'd' };
    expect(
      play(
        at('abcde'),
        at('ace', scrolled),
        at('ace', { ...scrolled, nowMs: LEFT_FOR_MS - 1 }),
        at('ace', { ...scrolled, nowMs: LEFT_FOR_MS }),
      ),
    ).toEqual(['abcde', 'a(b)c(d)e', 'a(b)c(d)e', 'a(b)ce']);
  });

  it('are none while there was nothing to hold', () => expect(play(at('ab', held))).toEqual(['ab']));

  it('let all wait when every one of them left', () =>
    expect(play(at('ab'), at('xy', held))).toEqual(['ab', '(a)(b) +2']));
});

it('makes a new row only of what changed', () => {
  const all = [token('a'), token('b')];
  const list = at('', { shown: all, all });
  const before = last(list);
  const b = token('b', 1);
  const after = holdRows(before, { ...list, shown: [all[0]!, b], all: [all[0]!, b] }).rows;
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toEqual({ token: b, left: null, isNew: false });
});
