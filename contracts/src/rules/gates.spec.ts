import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionOf, type GateInputs, gatedOf, ULTIMATE_GATES } from './gates.js';

const nothing: GateInputs = {
  ageMinutes: null,
  ageDays: null,
  volumeGrowth24hPercent: null,
  trades5m: null,
  marketCapUsd: null,
  liquidityUsd: null,
  liquidityOfMarketCapPercent: null,
  liquidityPerHolderUsd: null,
  volumeUsd1h: null,
  priceChange1hPercent: null,
  rugRisk: null,
  holders: null,
  top1HolderPercent: null,
  top10HolderPercent: null,
  buySellRatio1h: null,
  posts24h: null,
  verifiedAccounts: null,
};
const NAMES = Object.keys(nothing) as (keyof GateInputs)[];
const of = (profile: 'live' | 'whitepaper', name: string, change: Partial<GateInputs>) =>
  gatedOf(ULTIMATE_GATES[profile], { ...nothing, ...change }).find((gated) => gated.name === name);

it('are eleven in the live profile', () => expect(ULTIMATE_GATES.live).toHaveLength(11));

describe('a gate', () => {
  it.each([
    // profile, gate, just not, at the limit
    ['live', 'age', { ageMinutes: 19.9 }, { ageMinutes: 20 }],
    ['live', 'volumeGrowth', { volumeGrowth24hPercent: 119.9 }, { volumeGrowth24hPercent: 120 }],
    ['live', 'trades', { trades5m: 0 }, { trades5m: 1 }],
    ['live', 'marketCap', { marketCapUsd: 4_999 }, { marketCapUsd: 5_000 }],
    [
      'live',
      'liquidity',
      { liquidityUsd: 1_999, liquidityOfMarketCapPercent: 19.9 },
      { liquidityUsd: 2_000 },
    ],
    [
      'live',
      'liquidity',
      { liquidityUsd: 0, liquidityOfMarketCapPercent: 0 },
      { liquidityOfMarketCapPercent: 20 },
    ],
    ['live', 'volume', { volumeUsd1h: 1_999 }, { volumeUsd1h: 2_000 }],
    ['live', 'price', { priceChange1hPercent: 1.9 }, { priceChange1hPercent: 2 }],
    ['live', 'rugRisk', { rugRisk: 40 }, { rugRisk: 39.9 }],
    ['live', 'top10', { top10HolderPercent: 60.1 }, { top10HolderPercent: 60 }],
    ['live', 'buySellRatio', { buySellRatio1h: 0.99 }, { buySellRatio1h: 1 }],
    ['live', 'socialProof', { posts24h: 4, verifiedAccounts: 0 }, { posts24h: 5 }],
    ['live', 'socialProof', { posts24h: 0, verifiedAccounts: 0 }, { verifiedAccounts: 1 }],
    ['whitepaper', 'marketCap', { marketCapUsd: 29_999 }, { marketCapUsd: 30_000 }],
    ['whitepaper', 'marketCapMost', { marketCapUsd: 1_000_001 }, { marketCapUsd: 1_000_000 }],
    ['whitepaper', 'holders', { holders: 149 }, { holders: 150 }],
    ['whitepaper', 'top1', { top1HolderPercent: 25.1 }, { top1HolderPercent: 25 }],
    ['whitepaper', 'top10', { top10HolderPercent: 65.1 }, { top10HolderPercent: 65 }],
    ['whitepaper', 'age', { ageDays: 100 }, { ageDays: 99.9 }],
    ['whitepaper', 'liquidityPerHolder', { liquidityPerHolderUsd: 99 }, { liquidityPerHolderUsd: 100 }],
  ] as const)(
    '%s %s fails with %j, passes with %j, and is unknown of nothing',
    (profile, name, short, enough) => {
      expect(of(profile, name, short)?.verdict).toBe('fail');
      expect(of(profile, name, enough)?.verdict).toBe('pass');
      expect(of(profile, name, {})).toMatchObject({ verdict: 'unknown', value: null });
    },
  );

  it('of which one condition fails and the other is unknown is unknown', () =>
    expect(of('live', 'socialProof', { posts24h: 4 })).toMatchObject({
      verdict: 'unknown',
      value: 4,
      limit: 5,
    }));

  it('never passes because an input became unknown', () =>
    fc.assert(
      fc.property(
        fc.record(
          Object.fromEntries(NAMES.map((name) => [name, fc.option(fc.double())])) as Record<
            keyof GateInputs,
            fc.Arbitrary<number | null>
          >,
        ),
        fc.constantFrom(...NAMES),
        (inputs, name) => {
          for (const gates of Object.values(ULTIMATE_GATES)) {
            const known = gatedOf(gates, inputs);
            for (const [at, { verdict }] of gatedOf(gates, { ...inputs, [name]: null }).entries())
              if (verdict === 'pass') expect(known[at]!.verdict).toBe('pass');
          }
        },
      ),
    ));
});

it.each([
  [69.9, 'watch'],
  [70, 'alert'],
  [40, 'watch'],
  [39.9, 'ignore'],
] as const)('a score of %d: %s', (score, action) => expect(actionOf(score)).toBe(action));
