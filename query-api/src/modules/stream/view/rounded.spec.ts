import type { ScreenedToken, StreamToken } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { rounded } from './rounded.js';

const token = (fields: Partial<ScreenedToken>) =>
  ({ price: null, priceTrail: [], ...fields }) as unknown as ScreenedToken;
const said = (fields: Partial<ScreenedToken>, lists: object = {}): StreamToken =>
  ({ mint: 'a', profile: 'live', token: token(fields), lists, asOf: 1_759_852_522_123 }) as StreamToken;

it('keeps seven digits of a fraction, four of a trail, and all of what is whole', () => {
  expect(
    rounded(
      said(
        {
          marketCap: 123_456.789012,
          price: '0.000000060737123456',
          priceTrail: [3.0412345e-8, null],
          measuredAt: 1_759_852_522_123,
          totalVolume: 123_456_789,
        },
        { rejected: { checks: [{ value: 12.3456789012 }], listedAt: 1_759_852_522_123 } },
      ),
    ),
  ).toEqual(
    said(
      {
        marketCap: 123_456.8,
        price: '0.00000006073712',
        priceTrail: [3.041e-8, null],
        measuredAt: 1_759_852_522_123,
        totalVolume: 123_456_789,
      },
      { rejected: { checks: [{ value: 12.34568 }], listedAt: 1_759_852_522_123 } },
    ),
  );
});

it('makes no whole points of a hair less, which are shown as one less', () => {
  const score = 73.99999996;
  const bars = [{ name: 'pattern', weight: 40, earned: 33.99999999, lost: 6.00000001, unobserved: 0 }];
  const { token: shown, lists } = rounded(
    said({ hypeScore: score, marketCap: 4_999.99996 }, { daily: { bars } }),
  );
  expect([shown?.hypeScore, shown?.marketCap]).toEqual([score, 5_000]);
  expect(lists).toEqual({ daily: { bars } });
});

it('leaves a token that left as it is', () => {
  const left: StreamToken = { mint: 'a', profile: 'live', token: null, lists: {}, asOf: null };
  expect(rounded(left)).toEqual(left);
});
