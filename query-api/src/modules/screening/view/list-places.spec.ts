import { LISTS, type ListName, type ProfileName } from '@cryptonite/contracts/api';
import type { TokenScored } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import { measure, mintOf, START } from '../../../../testing/measurements.js';
import { changePercent, placesOf } from './list-places.js';
import { toScreenedToken } from './screened-token.js';

/** The item of a list; null where the list does not hold the token. */
function itemOf(token: TokenScored, list: ListName, profile: ProfileName = 'live') {
  const place = placesOf(token, profile)[list];
  return place ? LISTS[list].item.parse({ ...toScreenedToken(token), ...place }) : null;
}

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

describe('an item of Qualified', () => {
  it('gives every field under its name on the wire', () => {
    const shown = itemOf(known, 'qualified');
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
    expect(itemOf(known, 'qualified', 'whitepaper')).toBeNull();
    expect(shown).not.toHaveProperty('hypeScore');
  });

  it('leaves what was not observed null', () => {
    const shown = itemOf(measure(mint, { live: {}, quoteDecimals: null }), 'qualified');
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

describe('an item of Rejected', () => {
  it('has the reason, and a rejected token is in no other list of its profile', () => {
    const rejected = measure(mint, { live: { verdict: 'rejected', reason: 'Buy ratio 0.8x is below 1.2x' } });
    expect(itemOf(rejected, 'rejected')).toMatchObject({ rejectionReason: 'Buy ratio 0.8x is below 1.2x' });
    expect(itemOf(known, 'rejected')).toBeNull();
    expect(Object.keys(placesOf(rejected, 'live'))).toEqual(['rejected']);
  });
});

describe('an item of Early Stage', () => {
  it('has the high-hype fields from the day, listed since its alert', () => {
    expect(itemOf(known, 'earlyStage')).toMatchObject({
      source: 'discovery',
      hypeScore: null,
      indicators: [],
      listedAt: START - 9_000,
      initialMarketCap: null,
      alertRaisedAt: START - 9_000,
      priceChange24h: 80,
      txns24h: 77,
      volume24h: 900,
      buySellRatio: 1.75,
      liquidity: 3_210.5,
      price: '0.0000000045',
      bondingCurveProgress: 43.5,
    });
  });

  it.each([
    [29.999, 'bonding', false],
    [30, 'bonding', true],
    [50, 'bonding', true],
    [50.001, 'bonding', false],
    [null, 'bonding', false],
    [40, 'graduated', false],
  ] as const)('of %s%% while %s: %s', (bondingProgressPercent, lifecycle, expected) => {
    expect(itemOf(measure(mint, { bondingProgressPercent, lifecycle }), 'earlyStage') !== null).toBe(
      expected,
    );
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
