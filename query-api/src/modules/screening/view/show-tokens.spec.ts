import { HighHypeToken, PreMigrationToken, RejectedToken } from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import { measure, mintOf, START } from '../../../../testing/measurements.js';
import { toEarlyStageToken } from './high-hype-token.js';
import { toPreMigrationToken, toRejectedToken } from './pre-migration-token.js';
import { changePercent } from './shared-fields.js';

const mint = mintOf('a');
const base = measure(mint);
const window = {
  ...base.windows.m5,
  priceChangePercent: 22.5,
  buySellRatio: 1.75,
  trades: 11,
  volumeUsd: 900,
};

const known = measure(mint, {
  live: { listedAt: START - 5_000, initialMarketCapUsd: 20_000 },
  windows: { ...base.windows, m5: window, h24: { ...window, priceChangePercent: 80, trades: 77 } },
  symbol: 'KNOWN',
  priceUsd: 4.5e-9,
  marketCapUsd: 25_000,
  liquidityUsd: 3_210.5,
  volumeUsd: 1_234,
  tradeCount: 80,
  quoteRaised: 14_216_495_358n,
  quoteToComplete: 85_005_359_057n,
  bondingProgressPercent: 43.5,
  pool: mintOf('b'),
  bondingCurve: mintOf('c'),
  migratedAt: START - 1_000,
  alertRaisedAt: START - 9_000,
});

describe('toPreMigrationToken', () => {
  it('gives every field under its name on the wire', () => {
    const shown = PreMigrationToken.parse(toPreMigrationToken(known, 'live'));
    expect(shown).toMatchObject({
      source: 'pumpfun',
      mint,
      symbol: 'KNOWN',
      priceChange: 22.5,
      buyRatio: 1.75,
      currentLiquidity: 3_210.5,
      tradeCount: 80,
      totalTrades: 80,
      totalVolume: 1_234,
      price: '0.0000000045',
      marketCap: 25_000,
      initialMarketCap: 20_000,
      marketCapChangePercent: 25,
      listedAt: START - 5_000,
      migrationTime: START - 1_000,
      quoteRaised: 14.216495358,
      quoteToComplete: 85.005359057,
      twitter: null,
      launchpadUrl: `https://pump.fun/coin/${mint}`,
      dexUrl: `https://dexscreener.com/solana/${mintOf('b')}`,
      measuredAt: START,
    });
    expect(toPreMigrationToken(known, 'whitepaper')).toBeNull();
  });

  it('leaves what was not observed null', () => {
    const shown = PreMigrationToken.parse(
      toPreMigrationToken(measure(mint, { live: {}, quoteDecimals: null }), 'live'),
    );
    expect(shown).toMatchObject({
      price: null,
      marketCap: null,
      marketCapChangePercent: null,
      currentLiquidity: null,
      totalVolume: null,
      quoteRaised: null,
      quoteToComplete: null,
      symbol: null,
      migrationTime: null,
      dexUrl: `https://dexscreener.com/solana/${mint}`,
    });
  });
});

describe('toRejectedToken', () => {
  it('adds the reason, and shows rejected tokens only', () => {
    const rejected = measure(mint, { live: { verdict: 'rejected', reason: 'Buy ratio 0.8x is below 1.2x' } });
    expect(RejectedToken.parse(toRejectedToken(rejected, 'live')).rejectionReason).toBe(
      'Buy ratio 0.8x is below 1.2x',
    );
    expect(toRejectedToken(known, 'live')).toBeNull();
    expect(toPreMigrationToken(rejected, 'live')).not.toHaveProperty('rejectionReason');
  });
});

describe('toEarlyStageToken', () => {
  it('gives the high-hype fields from the day, listed since its alert', () => {
    expect(HighHypeToken.parse(toEarlyStageToken(known))).toMatchObject({
      source: 'discovery',
      hypeScore: null,
      indicators: [],
      listedAt: START - 9_000,
      alertRaisedAt: START - 9_000,
      priceChange24h: 80,
      txns24h: 77,
      volume24h: 900,
      buySellRatio: 1.75,
      liquidity: 3_210.5,
      price: '0.0000000045',
      bondingCurveProgress: 43.5,
    });
    expect(toEarlyStageToken(base)).toBeNull();
  });
});

describe('changePercent', () => {
  it.each([
    [100, 150, 50],
    [100, 50, -50],
    [0, 50, null],
    [null, 50, null],
    [100, null, null],
  ])('from %s to %s is %s', (initial, current, expected) => {
    expect(changePercent(initial, current)).toBe(expected);
  });
});
