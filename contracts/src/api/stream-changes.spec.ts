import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  changeBetween,
  LIST_NAMES,
  LISTS,
  ListSource,
  StreamChange,
  StreamQuery,
  type StreamToken,
  streamListOf,
} from './index.js';

fc.configureGlobal({ seed: 16 });

const AT = 1_759_852_522_000;
/** Tokens told in a few of their fields: neither function looks at which there are. */
const said = (token: object, lists: object = {}, asOf = AT) =>
  ({ mint: 'a', profile: 'live', token, lists, asOf }) as StreamToken;

it('a client may name every list, source by source', () => {
  const all = LIST_NAMES.flatMap((name) =>
    'source' in LISTS[name].query.shape
      ? ListSource.options.map((source) => streamListOf(name, source))
      : [streamListOf(name)],
  );
  expect(StreamQuery.parse({ lists: all.join(',') }).lists).toBe(all.join(','));
});

describe('a change of a token', () => {
  it('is what is not as it was, of the token and of each place', () => {
    const before = said(
      { mint: 'a', holders: 4, priceTrail: [1, 2] },
      { qualified: { source: 'pumpfun', passedChecks: 4 } },
    );
    const now = said(
      { mint: 'a', holders: 5, priceTrail: [1, 2] },
      { qualified: { source: 'pumpfun', passedChecks: 5 } },
      AT + 1,
    );
    expect(changeBetween(before, now)).toEqual({
      mint: 'a',
      profile: 'live',
      token: { holders: 5 },
      lists: { qualified: { passedChecks: 5 } },
      asOf: AT + 1,
    });
  });

  it('tells a list that the token has left, and all that a new one says', () => {
    const before = said({ holders: 4 }, { qualified: { source: 'pumpfun' } });
    const now = said(
      { holders: 4 },
      { rejected: { source: 'pumpfun', rejectionReason: 'Score 12 is below 40' } },
    );
    expect(changeBetween(before, now)?.lists).toEqual({
      qualified: null,
      rejected: { source: 'pumpfun', rejectionReason: 'Score 12 is below 40' },
    });
  });

  it('tells why a list was left in that change alone', () => {
    const left = { social: { reason: 'Social proof 4 posts in 24 h is below 5', gate: null, item: null } };
    const before = said({ holders: 4 }, { social: { listedAt: 1 }, daily: { listedAt: 2 } });
    const now = { ...said({ holders: 4 }, { daily: { listedAt: 2 } }), left };
    const change = changeBetween(before, now)!;
    expect(change).toMatchObject({ lists: { social: null }, left });
    expect(applyChange(before, change)).toEqual(now);
    const later = said({ holders: 5 }, { daily: { listedAt: 2 } });
    expect(applyChange(now, changeBetween(now, later)!)).toEqual(later);
  });

  it('is nothing when a later measurement found the same', () =>
    expect(
      changeBetween(
        said({ holders: 4, measuredAt: AT }),
        said({ holders: 4, measuredAt: AT + 400 }, {}, AT + 400),
      ),
    ).toBeNull());

  it('tells of each of its checks what is not as it was', () => {
    const check = { name: 'momentum', verdict: 'pass', value: 16.2, limit: 15 };
    const other = { ...check, name: 'progress' };
    const before = said({}, { qualified: { checks: [check, other] } });
    const now = said({}, { qualified: { checks: [{ ...check, value: 17 }, other] } });
    expect(changeBetween(before, now)?.lists).toEqual({ qualified: { checks: [{ value: 17 }, {}] } });
    const fewer = said({}, { qualified: { checks: [other] } });
    expect(changeBetween(before, fewer)?.lists).toEqual({ qualified: { checks: [other] } });
  });

  it('laid over what was said is what there is now, whatever changed', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.integer(),
      fc.string(),
      fc.array(fc.integer(), { maxLength: 3 }),
      fc.array(fc.record({ name: fc.string(), value: fc.option(fc.integer()) }), { maxLength: 3 }),
    );
    const fields = fc.record({ holders: value, symbol: value, priceTrail: value });
    const place = fc.option(fc.record({ source: value, checks: value }), { nil: undefined });
    const token = fc
      .record({ token: fields, qualified: place, earlyStage: place, asOf: fc.integer() })
      .map(({ token: all, asOf, ...on }) =>
        said(all, Object.fromEntries(Object.entries(on).filter(([, held]) => held)), asOf),
      );
    fc.assert(
      fc.property(token, token, (before, now) => {
        const change = changeBetween(before, now);
        // As it comes over the wire.
        const heard = change && (JSON.parse(JSON.stringify(change)) as StreamChange);
        if (heard) expect(applyChange(before, heard)).toEqual(JSON.parse(JSON.stringify(now)));
        else expect({ ...before, asOf: now.asOf }).toEqual(now);
      }),
    );
  });

  it('is read by its schema with a few fields as with all', () => {
    const change = {
      mint: 'a',
      profile: 'live',
      token: { holders: 5 },
      lists: { qualified: null, rejected: { checks: [{ value: 17 }, {}] } },
      asOf: AT,
    };
    expect(StreamChange.parse(change)).toEqual(change);
    expect(StreamChange.safeParse({ ...change, token: { holders: 'five' } }).success).toBe(false);
  });
});
