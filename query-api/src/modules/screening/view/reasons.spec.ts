/** A reason has the value of the card that it stands on: both are of one measurement, in dollars of one price. */
import type { ListName } from '@cryptonite/contracts/api';
import type { ListLeft } from '@cryptonite/contracts/events';
import { DERIVED, gateInputsOf, type Measurement } from '@cryptonite/contracts/measures';
import {
  gatedOf,
  gatesAsked,
  type ListedName,
  RULES_VERSION,
  sentenceOf,
  whyLeft,
} from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measure, mintOf, positionAt, REJECTED, START, scanOf } from '../../../../testing/measurements.js';
import { shownGatesOf } from './list-places.js';
import { ScreeningProjection } from './projection.js';

const mint = mintOf('a');
const projected = (...events: Parameters<ScreeningProjection['apply']>[0][]) => {
  const projection = new ScreeningProjection();
  for (const event of events) projection.apply(event);
  return projection;
};
const first = (projection: ScreeningProjection, name: ListName) =>
  projection
    .list(name, 'live')
    .page({ limit: 1, after: null })
    .items.map((text) => JSON.parse(text))[0];

/** Where a card shows what a gate or check saw. */
const FIELDS: Record<string, string> = {
  marketCap: 'marketCap',
  liquidity: 'currentLiquidity',
  volume: 'volume1h',
  price: 'priceChange1h',
  top10: 'top10HolderPercent',
  momentum: 'priceChange',
  buyRatio: 'buyRatio',
  whaleBuyers: 'whaleBuyers',
  score: 'hypeScore',
  progress: 'bondingCurveProgress',
};

const amount = fc.double({ min: 0.1, max: 400, noNaN: true });
const row = fc.record({
  marketCapQuote: amount,
  liquidityQuote: amount,
  volumeUsd1h: fc.double({ min: 0, max: 9_000, noNaN: true }),
  priceChange1hPercent: fc.double({ min: -90, max: 90, noNaN: true }),
  priceChange5mPercent: fc.double({ min: -90, max: 90, noNaN: true }),
  top10HolderPercent: fc.double({ min: 1, max: 99, noNaN: true }),
  isWhole5m: fc.constant(true),
  buys5m: fc.integer({ min: 0, max: 40 }),
  sells5m: fc.integer({ min: 0, max: 40 }),
  isWhaleHourWhole: fc.constant(true),
  whaleBuyersSeen: fc.integer({ min: 0, max: 5 }),
  score: fc.double({ min: 0, max: 100, noNaN: true }),
});
const price = fc.double({ min: 120, max: 180, noNaN: true });

describe('a reason', () => {
  it('of a near miss, and each gate beside it, has the value of its card, whatever SOL costs by now', () => {
    fc.assert(
      fc.property(row, price, price, (measured, solPriceUsd, newest) => {
        const near = measure(mint, { ...measured, solPriceUsd, on: ['liveNear'], liveGates: null });
        const item = first(projected(near, scanOf({ solPriceUsd: String(newest) })), 'ultimateNear');
        if (!item) return;
        const own = shownGatesOf(near.measurement, 'live', solPriceUsd);
        for (const [place, { name, verdict, value, limit }] of item.gates.entries()) {
          const field = FIELDS[name];
          const before = own[place]!;
          expect(verdict).toBe(before.verdict);
          if (!field || name === 'score' || verdict === 'unknown') continue;
          // Where the new price alone is on the other side of a limit, a verdict keeps the value that it is of.
          if (name === 'liquidity' || value === before.value) continue;
          expect([name, limit, value]).toEqual([name, before.limit, expect.closeTo(item[field], 9)]);
        }
        expect(item.missedGate).toEqual(
          item.gates.find((gate: { verdict: string }) => gate.verdict !== 'pass'),
        );
      }),
      { numRuns: 300, seed: 38 },
    );
  });

  it('of a near miss moves with its card by the price of SOL', () => {
    const near = measure(mint, {
      ...{ on: ['liveNear'], liveGates: null, marketCapQuote: 30, liquidityQuote: 20, solPriceUsd: 150 },
    });
    const of = (solPriceUsd: string) => {
      const item = first(projected(near, scanOf({ solPriceUsd })), 'ultimateNear');
      const gate = item.gates.find(({ name }: { name: string }) => name === 'marketCap');
      return [item.marketCap, gate.value, gate.verdict];
    };
    expect(of('150')).toEqual([4_500, 4_500, 'fail']);
    expect(of('160')).toEqual([4_800, 4_800, 'fail']);
    // It is measured again before it is said to pass.
    expect(of('170')).toEqual([5_100, 4_500, 'fail']);
  });

  it('of a rejection is of a check that has the value of its card', () => {
    fc.assert(
      fc.property(row, price, (measured, newest) => {
        const rejected = measure(mint, { ...REJECTED, ...measured });
        const item = first(projected(rejected, scanOf({ solPriceUsd: String(newest) })), 'rejected');
        for (const { name, value } of item.checks)
          expect([name, value]).toEqual([name, item[FIELDS[name] ?? ''] ?? null]);
        const failed = item.checks.find(({ verdict }: { verdict: string }) => verdict === 'fail');
        // Of those that would qualify nothing is to be said here.
        if (item.passedChecks < 4) expect(item.rejectionReason).toBe(sentenceOf(failed));
      }),
      { numRuns: 300, seed: 38 },
    );
  });
});

/** As the fold tells it, right before the measurement. */
const leftBy = (list: ListedName, measurement: Measurement): ListLeft => ({
  kind: 'ListLeft',
  id: `${list}:${measurement.time}`,
  mint,
  time: measurement.time,
  position: measurement.position,
  rulesVersion: RULES_VERSION,
  list,
  reason: whyLeft(list, gateInputsOf(measurement), DERIVED.rugRisk.of(measurement)),
  values: gatedOf(gatesAsked(list), gateInputsOf(measurement)),
});
describe('a token that left a list', () => {
  const at = (second: number) => ({ time: START + second * 1_000, position: positionAt(second) });
  const promoted = { boosts: 3, hasPaidProfile: true, posts24h: 9, socialCoverage: 0.7 };
  const listed = measure(mint, {
    ...at(1),
    ...promoted,
    ...{ on: ['liveDaily', 'social'], patternScore: 80, marketCapQuote: 100, solPriceUsd: 150 },
    ...{ liveDailyListedAt: START, liveDailyInitialMarketCapUsd: 10_000 },
  });
  const leaving = measure(mint, {
    ...at(2),
    ...promoted,
    ...{ on: ['social'], patternScore: 5, socialScore: 10, securityScore: 40, securityCoverage: 1 },
    ...{ marketCapQuote: 80, solPriceUsd: 150 },
  });
  const later = measure(mint, { ...at(3), ...promoted, on: ['social'], patternScore: 2, marketCapQuote: 40 });

  it('is told as it was measured then, with the value that its reason has, whatever it is by now', () => {
    const told = leftBy('liveDaily', leaving.measurement);
    const projection = projected(listed, told, leaving, later, scanOf({ solPriceUsd: '300' }));
    const { reason, gate, item } = projection.leaving(mint, 'daily', 'live') ?? {};
    expect(gate).toMatchObject({ name: 'composite', verdict: 'fail' });
    expect(reason).toBe(told.reason);
    expect(item?.hypeScore).toBeCloseTo(gate?.value ?? Number.NaN, 9);
    expect(item).toMatchObject({
      measuredAt: START + 2_000,
      marketCap: 12_000,
      listedAt: START,
      initialMarketCap: 10_000,
      marketCapChangePercent: expect.closeTo(20, 9),
      patternScore: 5,
    });
    expect(projection.describe(mint, 'live').token).toMatchObject({ measuredAt: START + 3_000 });
  });

  it.each([
    ['liveDaily', 'daily', 'listing', 'Below half of its listing', { highestListingMarketCapUsd: 40_000 }],
    [
      ...(['microcaps', 'microcaps', 'price1h'] as const),
      'Price change since launch −3.0% is not above 0%',
      { createdAt: START, score: 60, priceChange1hPercent: -3 },
    ],
  ] as const)('of %s is told the gate that its reason is of', (list, name, gate, reason, change) => {
    const measured = measure(mint, {
      ...{ ...at(2), ...promoted, on: ['social'], marketCapQuote: 100, solPriceUsd: 150 },
      ...{ patternScore: 80, priceOfHighPercent: 100, ...change },
    });
    const before = measure(mint, { ...at(1), on: [list] });
    const told = leftBy(list, measured.measurement);
    const left = projected(before, told, measured).leaving(mint, name, 'live');
    expect(left).toMatchObject({ reason, gate: { name: gate, verdict: 'fail' } });
  });

  it('is told so when it stands on no list any more', () => {
    const gone = { ...leaving, measurement: { ...leaving.measurement, lists: 0 } };
    const projection = projected(listed, leftBy('liveDaily', leaving.measurement), gone);
    expect(projection.describe(mint, 'live')).toEqual({ token: null, lists: {} });
    expect(projection.leaving(mint, 'daily', 'live')?.item).toMatchObject({ mint, marketCap: 12_000 });
    // Nothing was told of why.
    expect(projection.leaving(mint, 'social', 'live')).toMatchObject({ reason: null, item: { mint } });
  });

  it('has no numbers beside a reason that is of another measurement', () => {
    const projection = projected(leftBy('liveDaily', leaving.measurement), later);
    expect(projection.leaving(mint, 'daily', 'live')).toMatchObject({ item: null });
    const other = leftBy('liveDaily', { ...leaving.measurement, time: START });
    const twice = projected(listed, other, leaving);
    expect(twice.leaving(mint, 'daily', 'live')).toMatchObject({ reason: null, item: { mint } });
  });

  it('out of the window is told with its checks as they were then, and where another list of the profile has it by that alone', () => {
    const rejected = measure(mint, { ...at(1), ...REJECTED });
    const fallen = measure(mint, { ...at(2), ...REJECTED, live: null, bondingProgressPercent: 39.2 });
    const left = projected(rejected, fallen).leaving(mint, 'rejected', 'live');
    expect(left).toMatchObject({
      reason: null,
      item: { source: 'pumpfun', bondingCurveProgress: 39.2, listedAt: START },
    });
    expect(left?.item?.checks[0]).toMatchObject({ name: 'progress', verdict: 'fail', value: 39.2 });
    const qualified = measure(mint, { ...at(2), live: {} });
    expect(projected(rejected, qualified).leaving(mint, 'rejected', 'live')).toBeUndefined();
  });
});
