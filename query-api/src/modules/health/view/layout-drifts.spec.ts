import { DRIFT_ENDS_AFTER_MS, type LayoutDrift } from '@cryptonite/contracts/events';
import { expect, it } from 'vitest';
import { driftsAt, sentenceOfDrift } from './layout-drifts.js';

const SINCE = Date.UTC(2026, 9, 8, 14, 10, 20);
const drift: LayoutDrift = {
  v: 1,
  program: 'pump',
  discriminator: 'bddb7fd34ee661ee',
  event: 'TradeEvent',
  since: SINCE,
  lastTime: SINCE + 1_000,
  lastSlot: 5,
  lengths: [{ bytes: 502, count: 3 }],
  otherLengths: 0,
};

it.each<[Partial<LayoutDrift>, number, string]>([
  [{}, 0, 'pump TradeEvent is longer than this version knows (502 bytes, since 14:10).'],
  [
    { program: 'pumpswap', event: 'BuyEvent' },
    60_000,
    'PumpSwap BuyEvent is longer than this version knows (502 bytes, since 14:10).',
  ],
  [
    {
      lengths: [
        { bytes: 505, count: 1 },
        { bytes: 502, count: 9 },
      ],
    },
    10 * 3_600_000,
    'pump TradeEvent is longer than this version knows (502 to 505 bytes, since 2026-10-08 14:10).',
  ],
  [
    { otherLengths: 4 },
    0,
    'pump TradeEvent is longer than this version knows (502 bytes and other lengths, since 14:10).',
  ],
  [
    { event: null },
    0,
    'pump emits an event that this version does not know: bddb7fd34ee661ee (502 bytes, since 14:10).',
  ],
])('is said in a sentence: %#', (own, laterMs, sentence) => {
  expect(sentenceOfDrift({ ...drift, ...own }, SINCE + laterMs)).toBe(sentence);
});

it('goes on until it was not seen for a while of stream time', () => {
  const older = { ...drift, since: SINCE - 1, discriminator: '00'.repeat(8) };
  const end = drift.lastTime + DRIFT_ENDS_AFTER_MS;
  expect(driftsAt([drift, older], end)).toEqual([older, drift]);
  expect(driftsAt([drift, older], end + 1)).toEqual([]);
  expect(driftsAt([drift], null)).toEqual([]);
});
