import type { ListName, ProfileName } from '@cryptonite/contracts/api';
import type { LayerAssessed, PriceTrailed } from '@cryptonite/contracts/events';
import { RULES_VERSION, ULTIMATE } from '@cryptonite/contracts/rules';
import { Logger } from '@nestjs/common';
import { describe, expect, it, vi } from 'vitest';
import {
  describeToken,
  measure,
  mintOf,
  positionAt,
  START,
  scanOf,
} from '../../../../testing/measurements.js';
import { ScreeningProjection } from './projection.js';

const HOUR_MS = 3_600_000;
const a = mintOf('a');
const b = mintOf('b');

/** Its first gate failed, as a row says it. */
const FIRST_FAILED = ULTIMATE.live.reduce(
  (codes, _, place) => codes | ((place === 0 ? 2 : 1) << (2 * place)),
  0,
);
const PASSES_ULTIMATE = {
  createdAt: START - HOUR_MS,
  isWhole5m: true,
  buys5m: 7,
  sells5m: 3,
  isWhole1h: true,
  buys1h: 60,
  sells1h: 40,
  volumeUsd1h: 12_000,
  priceChange1hPercent: 34,
  volumeGrowth24hPercent: 240,
  marketCapQuote: 200,
  liquidityQuote: 40,
  solPriceUsd: 150,
  top10HolderPercent: 33.5,
  ultimateScore: 55.5,
  posts24h: 8,
  socialCoverage: 0.7,
  liquidityRisk: 0,
  holdersRisk: 15,
  contractRisk: 10,
} as const;

const projected = (...events: Parameters<ScreeningProjection['apply']>[0][]) => {
  const projection = new ScreeningProjection();
  for (const event of events) projection.apply(event);
  return projection;
};
const itemsOf = (projection: ScreeningProjection, name: ListName, profile: ProfileName = 'live') =>
  projection
    .list(name, profile)
    .page({ limit: 200, after: null })
    .items.map((text) => JSON.parse(text));
const mintsOf = (...asked: Parameters<typeof itemsOf>) => itemsOf(...asked).map(({ mint }) => mint);

describe('ScreeningProjection', () => {
  it('knows a token by what was told of it last, though it is of the same time and place', () => {
    const told = describeToken(a, { symbol: null });
    const projection = projected(measure(a, { live: {} }), told, { ...told, symbol: 'LATE' });
    expect(projection.describe(a, 'live').token?.symbol).toBe('LATE');
  });

  it('holds the newest measurement of a listed token, whatever the order', () => {
    const older = measure(a, { live: {}, buyCount: 1 });
    const newer = measure(a, { live: {}, buyCount: 2, time: START + 1_000 });
    const tied = measure(a, {
      live: {},
      buyCount: 3,
      time: START + 1_000,
      position: positionAt(999_999_999),
    });
    for (const events of [
      [older, newer, tied],
      [tied, newer, older],
      [newer, older, tied, newer],
    ])
      expect(itemsOf(projected(...events), 'qualified')).toMatchObject([{ mint: a, tradeCount: 3 }]);
  });

  it('says what was found of a token last, whenever that is heard', () => {
    const listed = measure(a, { live: {}, contractRisk: 50 });
    const assessed = (time: number, points: number): LayerAssessed => ({
      kind: 'LayerAssessed',
      id: `${a}:${time}`,
      mint: a,
      time,
      position: positionAt(1),
      rulesVersion: 2,
      layer: 'contract',
      points,
      findings: [
        {
          name: 'mintAuthority',
          level: 'danger',
          points,
          value: Number(points > 0),
          limit: null,
          evidence: [a],
        },
      ],
    });
    const indicatorsOf = (...said: Parameters<typeof projected>) =>
      projected(...said).describe(a, 'live').token?.indicators ?? [];
    for (const said of [
      [listed, assessed(START, 50)],
      [assessed(START, 50), listed],
      [assessed(START, 50), listed, assessed(START - 1, 0)],
    ])
      expect(indicatorsOf(...said)).toContain('Mint authority');
    expect(indicatorsOf(assessed(START, 50), listed, assessed(START + 1, 0))).not.toContain('Mint authority');
  });

  it('leaves out and logs a near miss of other rules that misses no gate of these', () => {
    const logged = vi.spyOn(Logger.prototype, 'error').mockReturnValue();
    const near = (mint: string, rulesVersion: number) =>
      measure(mint, { ...PASSES_ULTIMATE, on: ['liveNear'], liveGates: FIRST_FAILED, rulesVersion });
    const projection = projected(near(a, RULES_VERSION), near(b, RULES_VERSION - 1));
    expect(mintsOf(projection, 'ultimateNear')).toEqual([a]);
    expect(mintsOf(projection, 'ultimateNear')).toEqual([a]);
    expect(projection.describe(b, 'live')).toEqual({ token: null, lists: {} });
    expect(logged.mock.calls).toEqual([[expect.stringContaining(`${b} is left out`)]]);
    logged.mockRestore();
  });

  it('orders a list by a score that changes', () => {
    const on = ['social'] as const;
    const projection = projected(
      measure(a, { on, socialScore: 40 }),
      measure(b, { on, socialScore: 60 }),
      measure(mintOf('c'), { on, socialScore: null }),
    );
    expect(mintsOf(projection, 'social')).toEqual([b, a, mintOf('c')]);
    projection.apply(measure(a, { on, socialScore: 70, time: START + 1 }));
    expect(mintsOf(projection, 'social')).toEqual([a, b, mintOf('c')]);
    expect(itemsOf(projection, 'social')[0]).toMatchObject({ socialScore: 70 });
  });

  it('says which token changed, and is silent about repetitions and findings', () => {
    const projection = projected(scanOf());
    const event = measure(a, { live: {} });
    expect(projection.apply(event)).toEqual([a]);
    expect(projection.apply(event)).toEqual([]);
    expect(projection.apply(measure(b))).toEqual([]);
    expect(projection.apply(scanOf({ time: START + 1 }))).toEqual([]);
    expect(projection.apply(measure(a, { time: START + 1 }))).toEqual([a]);
    expect(projection.apply(measure(a, { time: START + 2 }))).toEqual([]);
  });

  it('holds only what a list shows', () => {
    const projection = projected(
      measure(mintOf('a')),
      measure(mintOf('b'), { live: {} }),
      measure(mintOf('c'), { whitepaper: { verdict: 'rejected' } }),
      measure(mintOf('d'), { bondingProgressPercent: 30 }),
    );
    expect(projection.size).toBe(3);
    expect(mintsOf(projection, 'qualified')).toEqual([mintOf('b')]);
    expect(mintsOf(projection, 'rejected')).toEqual([]);
    expect(mintsOf(projection, 'rejected', 'whitepaper')).toEqual([mintOf('c')]);
    for (const profile of ['live', 'whitepaper'] as const)
      expect(mintsOf(projection, 'earlyStage', profile)).toEqual([mintOf('d')]);
    expect(projection.describe(mintOf('c'), 'live')).toEqual({ token: null, lists: {} });
    projection.apply(measure(mintOf('d'), { bondingProgressPercent: 51, time: START + 1 }));
    expect(projection.size).toBe(2);
    expect(mintsOf(projection, 'earlyStage')).toEqual([]);
  });

  it('lets go of tokens that have been quiet for more than 25 h of stream time', () => {
    const projection = projected(
      measure(a, { live: {}, lastTradeAt: START }),
      measure(b, { live: {}, lastTradeAt: null, time: START + HOUR_MS }),
      scanOf({ time: START + 25 * HOUR_MS }),
    );
    expect(projection.evictQuiet()).toEqual([]);
    projection.apply(scanOf({ time: START + 25 * HOUR_MS + 1 }));
    expect(projection.evictQuiet()).toEqual([a]);
    expect(mintsOf(projection, 'qualified')).toEqual([b]);
  });

  it('shows who a token is, whether that was said before, with or after its measurement', () => {
    const said = describeToken(a, { symbol: 'KNOWN' });
    const token = measure(a, { live: {} });
    for (const events of [
      [said, token],
      [token, said],
    ])
      expect(itemsOf(projected(...events), 'qualified')).toMatchObject([{ symbol: 'KNOWN' }]);
    const projection = projected(said, token);
    expect(projection.apply(describeToken(a, { symbol: 'OLD', time: START - 1 }))).toEqual([]);
    expect(projection.apply(describeToken(a, { symbol: 'NEW', time: START + 1 }))).toEqual([a]);
    projection.apply(measure(a, { time: START + 2 }));
    projection.apply(measure(a, { live: {}, time: START + 3 }));
    expect(itemsOf(projection, 'qualified')).toMatchObject([{ symbol: 'NEW' }]);
  });

  it('goes on from a trail by measurements', () => {
    const trailed = (closes: number[], time: number): PriceTrailed => ({
      kind: 'PriceTrailed',
      id: 'x',
      mint: a,
      time,
      position: positionAt(1),
      rulesVersion: 1,
      closes,
    });
    const at = (time: number, priceQuote: number) =>
      measure(a, { live: {}, time, priceQuote, position: positionAt(1) });
    const projection = projected(at(START, 2), trailed([1, 2], START), at(START + 10_000, 3));
    expect(itemsOf(projection, 'qualified')).toMatchObject([{ priceTrail: [1, 2, 3] }]);
    expect(projection.apply(trailed([9], START))).toEqual([]);
    expect(projection.apply(trailed([7, 8], START + 10_000))).toEqual([a]);
    expect(itemsOf(projection, 'qualified')).toMatchObject([{ priceTrail: [7, 8] }]);
  });

  it('tells dollars at the newest price of SOL, without a measurement', () => {
    const token = { live: { initialMarketCapUsd: 6_000 }, marketCapQuote: 60, solPriceUsd: 100 };
    const projection = projected(measure(a, token), measure(b, { ...token, quote: 'USDC' }));
    const shown = () =>
      itemsOf(projection, 'qualified').map((item) => [item.marketCap, item.marketCapChangePercent]);
    expect(shown()).toEqual([
      [6_000, 0],
      [60, -99],
    ]);
    expect(projection.apply(scanOf({ time: START, solPriceUsd: '150' }))).toEqual([a]);
    expect(shown()).toEqual([
      [9_000, 50],
      [60, -99],
    ]);
    expect(projection.apply(scanOf({ time: START + 1, solPriceUsd: '150' }))).toEqual([]);
    expect(projection.apply(scanOf({ partition: 9, time: START - 1, solPriceUsd: '90' }))).toEqual([]);
    projection.apply(measure(a, { ...token, time: START + 2 }));
    expect(shown()[0]).toEqual([6_000, 0]);
  });

  it('keeps the newest scan of each partition, and stream time as the newest of all', () => {
    const projection = projected(
      scanOf({ partition: 0, time: START + 2_000, scanned: 2 }),
      scanOf({ partition: 0, time: START + 1_000, scanned: 1 }),
      scanOf({ partition: 1, time: START, scanned: 7 }),
    );
    expect(projection.scans().map(({ scanned }) => scanned)).toEqual([2, 7]);
    expect(projection.streamTime).toBe(START + 2_000);
    expect(new ScreeningProjection().streamTime).toBeNull();
  });
});
