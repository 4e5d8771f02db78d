import { expect, it } from 'vitest';
import type { DrawnToken } from './drawn-token';
import { marksOf } from './marks';

const AT = Date.UTC(2026, 0, 1, 14, 18);
const quiet = {
  mint: 'a',
  symbol: 'GLOAM',
  name: 'Gloamwood Fox',
  origin: { kind: 'market', name: 'seed 7' },
  top10HolderPercent: null,
  worstDanger: null,
  gapSeen: false,
  seenSinceCreation: true,
  alertRaisedAt: null,
  isMayhem: null,
} as DrawnToken;
const textsOf = (change: Partial<DrawnToken>, sharesSymbol = false, isOriginShown = false) =>
  marksOf({ token: { ...quiet, ...change }, sharesSymbol, isOriginShown }).map(({ text }) => text);

it('marks nothing of a token that nothing is to be said of', () => expect(textsOf({})).toEqual([]));

it('says the red flag and risks before what is missing, that before what happened, and last why there is no picture', () =>
  expect(
    textsOf(
      {
        symbol: 'USD\u0421',
        name: 'a\u202Eb',
        top10HolderPercent: 72.4,
        gapSeen: true,
        seenSinceCreation: false,
        imageFailure: 'too-slow',
        alertRaisedAt: AT,
        isMayhem: true,
      },
      true,
    ),
  ).toEqual([
    'Top 10 72%',
    'Same symbol',
    'Look-alike letters',
    'U+202E',
    'Gap',
    'Seen late',
    '14:18',
    'Mayhem',
    'No picture: too slow',
  ]));

it.each([
  [60, []],
  [60.1, ['Top 10 60%']],
])('ten holders with %d%%: %j', (top10HolderPercent, marks) =>
  expect(textsOf({ top10HolderPercent })).toEqual(marks),
);

it('the red flag stands apart from risks, and says its limit', () => {
  const [flag] = marksOf({
    token: { ...quiet, top10HolderPercent: 60.04 },
    sharesSymbol: true,
    isOriginShown: false,
  });
  expect(flag).toMatchObject({
    kind: 'flag',
    title: 'Red flag: the ten largest holders own 60.04%, more than 60%',
  });
});

it('says the worst danger first, with its value, and that ten hold much once', () => {
  const creatorSold = { finding: 'market.creatorSold', text: 'Its creator sold 82% of what it held' };
  expect(textsOf({ worstDanger: creatorSold, top10HolderPercent: 72.4 }, true)).toEqual([
    'Its creator sold 82% of what it held',
    'Top 10 72%',
    'Same symbol',
  ]);
  const topTen = { finding: 'holders.top10', text: 'Top 10 hold 72.4%' };
  expect(textsOf({ worstDanger: topTen, top10HolderPercent: 72.4 })).toEqual(['Top 10 72%']);
  // A danger by its points, and no red flag yet.
  const some = { finding: 'holders.top10', text: 'Top 10 hold 55%' };
  expect(textsOf({ worstDanger: some, top10HolderPercent: 55 })).toEqual(['Top 10 hold 55%']);
});

it('leaves the alert to lists without checks', () =>
  expect(textsOf({ alertRaisedAt: AT, checks: [] })).toEqual([]));

it('says the origin where several stand together, after risks', () =>
  expect(textsOf({ gapSeen: true }, true, true)).toEqual(['Same symbol', 'Simulated market', 'Gap']));
