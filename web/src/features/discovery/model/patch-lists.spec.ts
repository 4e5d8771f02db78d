import {
  EarlyStageTokens,
  type HighHypeToken,
  type PreMigrationToken,
  QualifiedTokens,
  StreamToken,
} from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import { byListing, byProgress, type ListedToken, patchEarlyStage, patchTokenList } from './patch-lists';
import { PendingChanges } from './pending-changes';

const AT = 1_759_852_522_000;

const token = (mint: string, change: Partial<ListedToken> = {}): ListedToken => ({
  source: 'pumpfun',
  mint,
  symbol: 'GLOAM',
  name: 'Gloamwood Fox',
  passedChecks: 4,
  totalChecks: 5,
  checks: [{ name: 'score', verdict: 'unknown', value: null, limit: 40 }],
  priceChange: 38.4,
  buyRatio: 2.14,
  currentLiquidity: 5_100,
  tradeCount: 412,
  totalTrades: 412,
  totalVolume: 20_000,
  twitter: null,
  telegram: null,
  migrationTime: null,
  lifecycle: 'bonding',
  bondingCurveProgress: 72.4,
  quoteRaised: 34.5,
  quoteToComplete: 85,
  quoteMint: 'So11111111111111111111111111111111111111112',
  price: '0.00003',
  marketCap: 30_000,
  completionMarketCap: 60_000,
  holders: 100,
  top1HolderPercent: 4,
  top10HolderPercent: 20,
  holderCoverage: 1,
  whaleBuyers: 4,
  priceTrail: [1, 2],
  createdAt: AT - 1_000,
  listedAt: AT,
  initialMarketCap: 30_000,
  marketCapChangePercent: 0,
  seenSinceCreation: true,
  gapSeen: false,
  isMayhem: false,
  alertRaisedAt: null,
  launchpadUrl: 'https://pump.fun/coin/x',
  dexUrl: 'https://dexscreener.com/solana/x',
  rulesVersion: 1,
  origin: { kind: 'market', name: 'market simulator, seed 7' },
  measuredAt: AT,
  ...change,
});

const early = (mint: string, bondingCurveProgress: number | null): HighHypeToken => ({
  mint,
  symbol: null,
  name: null,
  source: 'discovery',
  hypeScore: null,
  patternScore: null,
  socialScore: null,
  securityScore: null,
  indicators: [],
  analysis: null,
  twitter: null,
  telegram: null,
  marketCapChangePercent: null,
  listedAt: null,
  initialMarketCap: null,
  migrationTime: null,
  price: null,
  bondingCurveProgress,
  liquidity: null,
  volume24h: null,
  priceChange24h: null,
  marketCap: null,
  txns24h: null,
  buySellRatio: null,
  alertRaisedAt: null,
  dexUrl: 'https://dexscreener.com/solana/x',
  rulesVersion: 1,
  origin: { kind: 'market', name: 'market simulator, seed 7' },
  measuredAt: AT,
});

const answer = (...items: PreMigrationToken[]) =>
  QualifiedTokens.parse({ items, total: items.length, profile: 'live', asOf: AT, nextCursor: null });

const change = (mint: string, list: StreamToken['list'], item: ListedToken | null, more = {}) =>
  StreamToken.parse({ mint, profile: 'live', list, item, earlyStage: null, asOf: AT + 1_000, ...more });

const mints = ({ items }: { items: { mint: string }[] }) => items.map(({ mint }) => mint);

describe('a change of a token', () => {
  const before = answer(token('a'), token('b'));

  it('replaces its values in place', () => {
    const after = patchTokenList(
      before,
      'qualified',
      'pumpfun',
      change('a', 'qualified', token('a', { tradeCount: 413, measuredAt: AT + 1_000 })),
    );
    expect(after.items.map(({ tradeCount }) => tradeCount)).toEqual([413, 412]);
    expect(after.items[1]).toBe(before.items[1]);
    expect(after).toMatchObject({ total: 2, asOf: AT + 1_000 });
  });

  it('adds one that entered, and counts it', () => {
    const after = patchTokenList(before, 'qualified', 'pumpfun', change('c', 'qualified', token('c')));
    expect(mints(after)).toEqual(['a', 'b', 'c']);
    expect(after.total).toBe(3);
  });

  it.each([
    ['left the lists', change('a', null, null)],
    [
      'was rejected',
      change('a', 'rejected', token('a', { rejectionReason: 'Buy ratio 0.8x is below 1.2x' })),
    ],
    ['went over to the bonded ones', change('a', 'qualified', token('a', { source: 'bonded' }))],
  ])('takes one away that %s', (_what, left) => {
    const after = patchTokenList(before, 'qualified', 'pumpfun', left);
    expect(mints(after)).toEqual(['b']);
    expect(after.total).toBe(1);
  });

  it('keeps the reason of a rejection', () => {
    const rejected = token('c', { rejectionReason: 'Buy ratio 0.8x is below 1.2x' });
    const after = patchTokenList(before, 'rejected', 'pumpfun', change('c', 'rejected', rejected));
    expect(after.items[2]?.rejectionReason).toBe('Buy ratio 0.8x is below 1.2x');
  });

  it.each([
    ['concerns a token of another list', change('z', null, null)],
    ['is of another profile', change('a', null, null, { profile: 'whitepaper' })],
    ['is older than what is shown', change('a', 'qualified', token('a', { measuredAt: AT - 1 }))],
    ['took it away before it was measured', change('a', null, null, { asOf: AT - 1 })],
  ])('changes nothing when it %s', (_what, foreign) =>
    expect(patchTokenList(before, 'qualified', 'pumpfun', foreign)).toBe(before),
  );

  it('enters and leaves the early stage', () => {
    const empty = EarlyStageTokens.parse({
      items: [],
      total: 0,
      profile: 'live',
      asOf: null,
      nextCursor: null,
    });
    const entered = patchEarlyStage(empty, change('a', null, null, { earlyStage: early('a', 31) }));
    expect(mints(entered)).toEqual(['a']);
    expect(patchEarlyStage(entered, change('a', null, null)).items).toEqual([]);
  });
});

describe('order', () => {
  it('is by listing, newest first, then by mint', () =>
    expect(
      [token('b'), token('a'), token('c', { listedAt: AT + 1 })].sort(byListing).map(({ mint }) => mint),
    ).toEqual(['c', 'a', 'b']));

  it('of the early stage is by progress, unknown last', () =>
    expect(
      [early('a', null), early('b', 31), early('c', 49)].sort(byProgress).map(({ mint }) => mint),
    ).toEqual(['c', 'b', 'a']));
});

describe('changes that arrive while an answer is under way', () => {
  const log = new PendingChanges();
  const apply = (mint: string) => change(mint, 'qualified', token(mint));

  it('are laid over it, and those before it are not', async () => {
    log.add(apply('before'));
    const reading = log.overlay(
      async () => answer(token('a')),
      (result, each) => patchTokenList(result, 'qualified', 'pumpfun', each),
    );
    log.add(apply('meanwhile'));
    expect(mints(await reading)).toEqual(['a', 'meanwhile']);
    log.add(apply('after'));
    const second = log.overlay(
      async () => answer(),
      (result, each) => patchTokenList(result, 'qualified', 'pumpfun', each),
    );
    expect(mints(await second)).toEqual([]);
  });

  it('are forgotten when the answer fails', async () => {
    const failing = log.overlay(
      () => Promise.reject(new Error('503: down')),
      (result: never) => result,
    );
    log.add(apply('lost'));
    await expect(failing).rejects.toThrow('503: down');
    const next = await log.overlay(
      async () => answer(),
      (result, each) => patchTokenList(result, 'qualified', 'pumpfun', each),
    );
    expect(next.items).toEqual([]);
  });
});
