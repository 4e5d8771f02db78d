import { TradeExecuted, tradeExecutedSamples } from '@cryptonite/contracts/events';
import { judgeMeasurement } from '@cryptonite/contracts/measures';
import { CURVE, WINDOW_MS } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { Chain, MINT, SOL } from '../testing/facts.js';
import { curveOf, textOf, walletOf } from '../testing/journal.js';

const MINUTE = WINDOW_MS.m1;
const POOL = textOf('Pool', 1);
const kinds = (chain: Chain) => chain.said().map((event) => event.kind);

describe('bonding progress', () => {
  it('of the recorded trade of 7 October 2025 is 43.499%, and its curve completes at 85.005 SOL', () => {
    const trade = TradeExecuted.parse(tradeExecutedSamples[0]);
    const { kind, id, position, time, mint, ...fields } = trade;
    const measured = new Chain()
      .trade(0, { ...fields, pool: curveOf(MINT) })
      .slot()
      .measured();
    expect(measured?.bondingProgressPercent).toBeCloseTo(43.499, 3);
    expect(measured?.quoteToComplete).toBeCloseTo(85.005, 3);
    expect(measured?.quoteProgressPercent).toBeCloseTo(16.72, 2);
    expect(measured?.marketCapQuote).toBeCloseTo(60.737, 2);
    expect(measured?.priceUsd).toBeNull();
    expect(measured).toMatchObject({ liveSource: 'pumpfun', liveVerdict: 'rejected' });
    expect(judgeMeasurement('live', measured!).checks[1]).toMatchObject({
      name: 'momentum',
      verdict: 'unknown',
    });
  });

  it('is unknown on a curve whose start is not known', () => {
    const measured = new Chain()
      .trade(50, { priceTokenReserves: 10n ** 15n })
      .slot()
      .measured();
    expect(measured?.bondingProgressPercent).toBeNull();
    expect(measured?.liveVerdict).toBeNull();
  });
});

describe('momentum', () => {
  it('is of the second half of its life while the token is younger than the window', () => {
    const chain = new Chain().slot().pass(1_000).launch().trade(10).slot();
    chain.pass(40_000).trade(20).slot();
    const tokensAt = (progress: number) =>
      Number(CURVE.initialVirtualTokenReserves) - (Number(CURVE.initialRealTokenReserves) * progress) / 100;
    const expected = ((tokensAt(10) / tokensAt(20)) ** 2 - 1) * 100;
    expect(chain.measured()?.priceChange5mPercent).toBeCloseTo(expected, 6);
    // Four minutes later that rise is of the first half.
    expect(chain.pass(240_000).trade(20).slot().measured()?.priceChange5mPercent).toBeCloseTo(0, 6);
    expect(chain.pass(11_000).trade(15).slot().measured()?.priceChange5mPercent).toBeLessThan(-5);
  });

  it('is unknown for a launch that nobody has traded', () => {
    const chain = new Chain().slot().pass(1_000).launch().slot();
    expect(chain.measured()?.priceChange5mPercent).toBeNull();
  });

  it('is unknown for a token first seen in mid-life, until a price from before the window is known', () => {
    const chain = new Chain().slot().trade(40).slot();
    expect(chain.measured()?.priceChange5mPercent).toBeNull();
    chain
      .pass(6 * MINUTE)
      .trade(45)
      .slot();
    expect(chain.measured()?.priceChange5mPercent).toBeGreaterThan(0);
  });

  it('falls to 0 when five minutes pass without a trade', () => {
    const chain = new Chain().slot().launch().trade(10).slot();
    chain.said();
    for (let second = 0; second < 320; second += 10) chain.pass(10_000).slot();
    const measured = chain.measured();
    expect(measured).toMatchObject({ buys5m: 0, sells5m: 0, priceChange5mPercent: 0 });
    expect(measured).toMatchObject({ buys1h: 1, sells1h: 0, traders1h: 1 });
  });
});

describe('windows', () => {
  it('of a token first seen in mid-life have no ratio until they were seen whole', () => {
    const chain = new Chain().slot().trade(40).slot();
    expect(chain.measured()).toMatchObject({ buys5m: 1, sells5m: 0, isWhole5m: false, volumeQuote5m: null });
    chain
      .pass(5 * MINUTE)
      .trade(41)
      .trade(40.5, { side: 'sell', trader: walletOf(2) })
      .slot();
    expect(chain.measured()).toMatchObject({
      buys5m: 1,
      sells5m: 1,
      isWhole5m: true,
      traders5m: 2,
      volumeQuote5m: 2,
    });
  });

  it('do not change by a trade that comes late, but totals do', () => {
    const chain = new Chain().slot().launch().trade(20).slot().pass(2_000);
    const late = { position: '000379999999-000001-000-0000', time: chain.now - 60_000 };
    chain.said();
    const measured = chain.trade(5, late).pass(10_000).slot().measured();
    expect(measured).toMatchObject({ tradeCount: 2, buyCount: 2 });
    expect(measured?.buys5m).toBe(1);
    expect(measured?.bondingProgressPercent).toBeCloseTo(20, 6);
  });
});

describe('whale buyers', () => {
  it('are counted by what a wallet buys within an hour, and forgotten after it', () => {
    const chain = new Chain().slot().launch();
    chain.trade(20, { quoteAmount: 3n * SOL }).trade(25, { quoteAmount: 2n * SOL });
    chain.trade(30, { quoteAmount: 4n * SOL, trader: walletOf(2) }).slot();
    expect(chain.measured()?.whaleBuyers).toBe(1);
    for (let minute = 0; minute < 62; minute += 1) chain.pass(MINUTE).slot();
    expect(chain.measured()?.whaleBuyers).toBe(0);
  });

  it('of a token seen in mid-life are unknown below the limit, and count once they reach it', () => {
    const chain = new Chain().slot();
    const buy = (wallet: number) => chain.trade(40, { quoteAmount: 5n * SOL, trader: walletOf(wallet) });
    buy(1);
    buy(2).slot();
    expect(chain.measured()?.whaleBuyers).toBeNull();
    chain.pass(1_000);
    buy(3).slot();
    expect(chain.measured()?.whaleBuyers).toBe(3);
  });
});

describe('a buy that completes its curve and goes on', () => {
  const TOKENS_AFTER = (206_900_000_000_000n * 84_990_360_000n) / 86_990_360_000n;
  const PRICE = (86.99036 / Number(TOKENS_AFTER)) * 1e6;
  const completing = () =>
    new Chain()
      .slot()
      .pass(1_000)
      .launch()
      .solPrice('100')
      .trade(50)
      .slot()
      .trade(100, { quoteAmount: 40n * SOL })
      .completed()
      .beyondCurve(2n * SOL);
  const QUOTE = 86_990_360_000n;
  const BOOST = 17_584_505_289n;
  const migration = (chain: Chain) =>
    chain
      .poolCreated(POOL, TOKENS_AFTER, QUOTE)
      .boosted(POOL, BOOST, QUOTE - BOOST)
      .migrated(POOL);
  const OTHER = textOf('Pool', 2);
  const tradeIn = (pool: string): Partial<TradeExecuted> => ({
    venue: 'pumpswap',
    pool,
    priceTokenReserves: 1_000_000n,
    priceQuoteReserves: 1_000n * SOL,
    realTokenReserves: 1_000_000n,
    realQuoteReserves: 1_000n * SOL,
  });

  it('leaves the curve complete, with the price and the liquidity of the pool to be', () => {
    const measured = completing().slot().measured();
    expect(measured).toMatchObject({
      lifecycle: 'migrating',
      bondingProgressPercent: 100,
      tradeCount: 3,
      pool: null,
    });
    expect(measured?.quoteProgressPercent).toBeCloseTo(100, 6);
    expect(measured?.quoteRaised).toBeCloseTo(85.005, 3);
    expect(measured?.priceQuote).toBeCloseTo(PRICE, 15);
    expect(measured?.marketCapQuote).toBeCloseTo(PRICE * 1e9, 6);
    expect(measured?.liquidityUsd).toBeCloseTo(86.99036 * 100, 6);
    expect(measured).toMatchObject({ buys1h: 3, traders1h: 1 });
  });

  it('counts both parts to its buyer', () => {
    const chain = new Chain()
      .slot()
      .pass(1_000)
      .launch()
      .trade(50, { trader: walletOf(2) });
    chain
      .trade(100, { quoteAmount: 3n * SOL })
      .completed()
      .beyondCurve(2n * SOL)
      .slot();
    expect(chain.measured()?.whaleBuyers).toBe(1);
  });

  it('says of its life only that it migrates', () => {
    const changes = completing()
      .slot()
      .said()
      .filter((event) => event.kind === 'LifecycleChanged');
    expect(changes.map(({ to }) => to)).toEqual(['migrating']);
  });

  it('is followed by the pool that opens so, boosted, and a trade in the same transaction', () => {
    const chain = completing().slot().pass(1_000);
    chain.together(migration);
    const opened = chain.slot().measured();
    expect(opened).toMatchObject({ lifecycle: 'graduated', bondingProgressPercent: 100, pool: POOL });
    expect(opened?.priceQuote).toBeCloseTo(PRICE, 15);
    expect(opened?.liquidityUsd).toBeCloseTo(2 * (86.99036 - 17.584505289) * 100, 4);

    const traded = completing().slot().pass(1_000);
    traded.together(migration);
    traded.trade(100, {
      venue: 'pumpswap',
      pool: POOL,
      priceTokenReserves: TOKENS_AFTER,
      priceQuoteReserves: 2n * QUOTE,
      realTokenReserves: TOKENS_AFTER,
      realQuoteReserves: 2n * QUOTE - 17_584_505_289n,
    });
    const measured = traded.slot().measured();
    expect(measured).toMatchObject({ lifecycle: 'graduated', bondingProgressPercent: 100, tradeCount: 4 });
    expect(measured?.priceQuote).toBeCloseTo(2 * PRICE, 15);
    expect(measured?.liquidityUsd).toBeCloseTo(2 * (2 * 86.99036 - 17.584505289) * 100, 4);
  });

  it('is not taken for the trade of a pool that somebody opened before', () => {
    const chain = new Chain().slot().pass(1_000).launch().solPrice('100').trade(50);
    chain
      .poolCreated(OTHER, 5n, 1_000_000n * SOL)
      .trade(100)
      .completed()
      .beyondCurve(2n * SOL);
    const measured = chain.slot().measured();
    expect(measured?.liquidityUsd).toBeCloseTo(86.99036 * 100, 6);
    chain.pass(1_000).together(migration);
    expect(chain.slot().measured()).toMatchObject({ pool: POOL, lifecycle: 'graduated' });
  });

  it("leaves the pools of others without a say until the migration tells the token's own", () => {
    const chain = completing().slot().pass(1_000).trade(0, tradeIn(OTHER)).slot();
    const isAsBefore = (tradeCount: number) => {
      const measured = chain.measured();
      expect(measured).toMatchObject({ lifecycle: 'migrating', pool: null, tradeCount });
      expect(measured?.priceQuote).toBeCloseTo(PRICE, 15);
      expect(measured?.liquidityUsd).toBeCloseTo(86.99036 * 100, 6);
    };
    isAsBefore(4);
    chain.pass(1_000).poolCreated(OTHER, 1_000_000n, 1_000n * SOL);
    chain
      .boosted(OTHER, SOL, 999n * SOL)
      .trade(0, tradeIn(OTHER))
      .slot();
    isAsBefore(5);
    chain.pass(1_000).together(migration).trade(0, tradeIn(OTHER)).slot();
    const migrated = chain.measured();
    expect(migrated).toMatchObject({ lifecycle: 'graduated', pool: POOL, tradeCount: 6 });
    expect(migrated?.priceQuote).toBeCloseTo(PRICE, 15);
    expect(migrated?.liquidityUsd).toBeCloseTo(2 * (86.99036 - 17.584505289) * 100, 4);
  });

  it('takes the first pool traded after a gap that may hold the migration', () => {
    const chain = completing().slot().pass(4_000).gap().trade(0, tradeIn(POOL)).slot();
    const measured = chain.measured();
    expect(measured).toMatchObject({ lifecycle: 'graduated', pool: POOL, gapSeen: true });
    expect(measured?.priceQuote).toBeCloseTo(1_000, 6);
    const before = new Chain().slot().pass(1_000).launch().trade(50).pass(4_000).gap();
    before
      .trade(100)
      .completed()
      .beyondCurve(2n * SOL)
      .pass(1_000)
      .trade(0, tradeIn(OTHER))
      .slot();
    expect(before.measured()).toMatchObject({ lifecycle: 'migrating', pool: null });
  });
});

describe('swept fees', () => {
  it('leave the price of a pool and lower its liquidity', () => {
    const chain = new Chain().slot().pass(1_000).launch().solPrice('100').trade(100).completed();
    chain
      .poolCreated(POOL, 206_900_000_000_000n, 85n * SOL)
      .migrated(POOL)
      .slot();
    const before = chain.measured();
    const after = chain.pass(1_000).swept(POOL, SOL).slot().measured();
    expect(after?.priceQuote).toBe(before?.priceQuote);
    expect(after).toMatchObject({ tradeCount: before?.tradeCount, lifecycle: 'graduated' });
    expect(before?.liquidityUsd).toBeCloseTo(17_000, 6);
    expect(after?.liquidityUsd).toBeCloseTo(16_800, 6);
  });

  it('of a curve, or of another pool, change nothing', () => {
    const chain = new Chain().slot().pass(1_000).launch().solPrice('100').trade(50).slot();
    const before = chain.measured();
    const after = chain
      .pass(10_000)
      .swept(curveOf(MINT), SOL)
      .swept(POOL, SOL)
      .trade(50, { quoteAmount: 0n })
      .slot();
    expect(after.measured()).toMatchObject({
      liquidityUsd: before?.liquidityUsd,
      priceQuote: before?.priceQuote,
    });
  });
});

describe('a trade whose event was cut before its reserves', () => {
  it('is counted, and leaves what was known of the curve', () => {
    const nothing = {
      priceTokenReserves: null,
      priceQuoteReserves: null,
      realTokenReserves: null,
      realQuoteReserves: null,
    };
    const measured = new Chain().slot().pass(1_000).launch().trade(40).trade(50, nothing).slot().measured();
    expect(measured?.tradeCount).toBe(2);
    expect(measured?.bondingProgressPercent).toBeCloseTo(40, 6);
  });
});

describe('lists', () => {
  const pumped = () => {
    const chain = new Chain().slot().launch().pass(4_000);
    for (const wallet of [1, 2, 3])
      chain.trade(15 * wallet, { quoteAmount: 6n * SOL, trader: walletOf(wallet) });
    return chain.slot();
  };

  it('qualify a token that passes four of five, once', () => {
    const chain = pumped();
    expect(chain.said()).toContainEqual(
      expect.objectContaining({
        kind: 'TokenQualified',
        profile: 'live',
        source: 'pumpfun',
        passedChecks: 4,
      }),
    );
    chain.pass(1_000).trade(46).slot();
    expect(kinds(chain)).not.toContain('TokenQualified');
  });

  it('go over to the bonded source from 85%, and back', () => {
    const chain = pumped();
    chain.said();
    chain.pass(1_000).trade(86).slot();
    const said = chain.said();
    expect(said).toContainEqual(
      expect.objectContaining({ kind: 'LifecycleChanged', from: 'bonding', to: 'migrating' }),
    );
    expect(said).toContainEqual(
      expect.objectContaining({ kind: 'TokenUnlisted', profile: 'live', source: 'pumpfun' }),
    );
    expect(said).toContainEqual(
      expect.objectContaining({ kind: 'TokenQualified', profile: 'live', source: 'bonded' }),
    );
    chain.pass(1_000).trade(84, { side: 'sell' }).slot();
    expect(chain.said()).toContainEqual(
      expect.objectContaining({ kind: 'LifecycleChanged', from: 'migrating', to: 'bonding' }),
    );
  });

  it('keep a graduated token for a day', () => {
    const chain = pumped().pass(1_000).trade(100).completed().slot().pass(1_000).migrated(POOL).slot();
    expect(chain.measured()).toMatchObject({
      lifecycle: 'graduated',
      bondingProgressPercent: 100,
      pool: POOL,
    });
    for (let hour = 0; hour < 24; hour += 1) chain.pass(60 * MINUTE).slot();
    expect(kinds(chain)).not.toContain('TokenUnlisted');
    chain.pass(1_000).slot();
    expect(chain.said()).toContainEqual(
      expect.objectContaining({ kind: 'TokenUnlisted', profile: 'live', source: 'bonded' }),
    );
  });

  it('keep when a token was first listed, and what it was worth then', () => {
    const chain = new Chain().solPrice('100').slot().launch().trade(41).slot();
    const first = chain.measured();
    chain.pass(2_000).trade(20, { side: 'sell' }).slot();
    expect(chain.measured()?.liveVerdict).toBeNull();
    chain.pass(2_000).trade(50).slot();
    expect(chain.measured()).toMatchObject({
      liveListedAt: first?.liveListedAt,
      liveInitialMarketCapUsd: first?.marketCapUsd,
    });
  });
});

it('raises the bonding alert once, on first lying between 30 and 50%', () => {
  const chain = new Chain().slot().launch().trade(31).slot().pass(1_000).trade(60).slot().pass(1_000);
  chain.trade(35, { side: 'sell' }).slot();
  expect(kinds(chain).filter((kind) => kind === 'BondingAlertRaised')).toHaveLength(1);
  expect(kinds(new Chain().slot().launch().trade(20).trade(60).slot())).not.toContain('BondingAlertRaised');
});

describe('the market cap at the alert', () => {
  it('is that after the fact that raised it, and stays with the token', () => {
    const chain = new Chain().solPrice('100').slot().launch().trade(31);
    const [alert] = chain.said().filter((event) => event.kind === 'BondingAlertRaised');
    chain.slot();
    const first = chain.measured();
    expect(alert?.marketCapUsd).toBe(first?.marketCapUsd);
    expect(first?.alertMarketCapUsd).toBe(first?.marketCapUsd);
    chain.pass(2_000).trade(45).slot();
    const later = chain.measured();
    expect(later?.alertMarketCapUsd).toBe(first?.marketCapUsd);
    expect(later?.marketCapUsd).toBeGreaterThan(first?.marketCapUsd ?? Number.NaN);
  });

  it('is unknown without a price of SOL, and null before the alert', () => {
    const chain = new Chain().slot().launch().trade(20).slot();
    expect(chain.measured()?.alertMarketCapUsd).toBeNull();
    chain.trade(31);
    expect(chain.said().filter(({ kind }) => kind === 'BondingAlertRaised')).toMatchObject([
      { marketCapUsd: null },
    ]);
  });
});

it('gives an alert and a step of the lifecycle the time of the fact that caused it, never of a slot before it', () => {
  const chain = new Chain().slot().launch().slot().pass(2_000);
  chain.trade(31).slot();
  const raisedAt = chain.now;
  expect(chain.said().filter(({ kind }) => kind === 'BondingAlertRaised')).toMatchObject([
    { time: raisedAt },
  ]);
  chain.pass(2_000).trade(90);
  const steps = chain.said().filter(({ kind }) => kind === 'LifecycleChanged');
  expect(steps).toMatchObject([{ time: chain.now, to: 'migrating' }]);
  chain.slot();
  expect(chain.measured()).toMatchObject({ alertRaisedAt: raisedAt });
});

it('says with everything where the data come from', () => {
  const chain = new Chain().slot().launch().trade(31).slot().pass(1_000).trade(84).slot().pass(1_000);
  chain.trade(90).slot().pass(1_000).trade(10, { side: 'sell' }).slot();
  const said = chain.said();
  const told = new Set(said.map(({ kind }) => kind));
  for (const kind of [
    'TokenDescribed',
    'PriceTrailed',
    'Measured',
    'TokenRejected',
    'TokenUnlisted',
    'LifecycleChanged',
    'BondingAlertRaised',
  ])
    expect(told).toContain(kind);
  for (const event of said) {
    // A trail stands beside the measurement that tells it.
    if (event.kind === 'PriceTrailed') continue;
    const origin = 'origin' in event ? event.origin : 'source' in event ? event.source : null;
    expect(origin).toEqual({ kind: 'market', name: 'test' });
  }
});

describe('holders', () => {
  const supply = CURVE.totalSupply;
  const held = () =>
    new Chain()
      .slot()
      .launch()
      .trade(50)
      .balance(1, curveOf(MINT), (supply * 80n) / 100n)
      .balance(2, walletOf(2), (supply * 10n) / 100n)
      .balance(3, walletOf(2), (supply * 5n) / 100n)
      .balance(4, walletOf(4), (supply * 5n) / 100n);

  it('are owners, the curve excluded, their accounts taken together', () => {
    expect(held().slot().measured()).toMatchObject({
      holders: 2,
      top1HolderPercent: 15,
      top10HolderPercent: 20,
      excludedHolderPercent: 80,
      holderCoverage: 1,
    });
  });

  it.each([
    ['the incinerator', '1nc1nerator11111111111111111111111111111111'],
    ['the owner of the vaults of Raydium', '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1'],
    ['an exchange', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
    ['a locker', 'BzKincxjgFQjj4FmhaWrwHES1ekBGN73YesA7JwJJo7X'],
    ['a receiver of fees', '62qc2CNXwrYqQScmEdiZFFAnJR262PxWEuNQtxfafNgV'],
  ])('are without %s', (_, owner) => {
    const measured = held()
      .balance(4, owner, (supply * 5n) / 100n)
      .slot()
      .measured();
    expect(measured).toMatchObject({ holders: 1, top10HolderPercent: 15, excludedHolderPercent: 85 });
  });

  it('are not known any more after a gap, until their accounts are seen again', () => {
    const chain = held().slot().pass(4_000).gap().slot().pass(1_000).trade(51).slot();
    expect(chain.measured()).toMatchObject({ gapSeen: true, holderCoverage: 0, holders: null });
    chain
      .pass(1_000)
      .balance(1, curveOf(MINT), (supply * 79n) / 100n)
      .slot();
    expect(chain.measured()?.holderCoverage).toBeCloseTo(0.79, 6);
  });
});

describe('dollars', () => {
  it('are unknown without a SOL price; a new one measures nothing, as readers multiply by it', () => {
    const chain = new Chain().slot().launch().trade(50).slot();
    expect(chain.measured()).toMatchObject({ marketCapUsd: null, liquidityUsd: null, volumeUsd: null });
    chain.pass(1_000).solPrice('150.5').slot();
    expect(chain.measured()).toBeUndefined();
    const measured = chain.pass(1_000).trade(51).slot().measured();
    expect(measured?.solPriceUsd).toBe(150.5);
    expect(measured?.marketCapUsd).toBeCloseTo((measured?.marketCapQuote ?? 0) * 150.5, 6);
    expect(measured?.volumeUsd).toBeNull();
  });
});

describe('within a second of stream time', () => {
  it('says at once what a slot brings of a token that a list shows', () => {
    const chain = new Chain().slot().launch().trade(41).slot();
    chain.said();
    chain.trade(42).slot();
    expect(chain.measured()?.bondingProgressPercent).toBeCloseTo(42, 6);
    const ids = [chain.trade(20).slot(), chain.trade(43).slot(), chain.trade(20).slot()].flatMap((next) =>
      next.said().map((event) => ('id' in event ? event.id : `${event.time} ${event.position}`)),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a token that no list shows', () => {
  const hidden = () => {
    const chain = new Chain().slot().launch().trade(10).slot();
    chain.said();
    return chain;
  };

  it('is measured every 10 s of its first hour while it is traded', () => {
    const chain = hidden();
    for (let second = 1; second < 10; second += 1) chain.pass(1_000).trade(11).slot();
    expect(chain.measured()).toBeUndefined();
    expect(chain.pass(1_000).slot().measured()?.bondingProgressPercent).toBeCloseTo(11, 6);
  });

  it('is measured every minute afterwards, and where its launch was not seen', () => {
    for (const chain of [
      hidden()
        .pass(61 * MINUTE)
        .trade(10.5)
        .slot(),
      new Chain().slot().trade(10).slot(),
    ]) {
      chain.said();
      for (let second = 10; second < 60; second += 10) chain.pass(10_000).trade(11).slot();
      expect(chain.measured()).toBeUndefined();
      expect(chain.pass(10_000).slot().measured()?.bondingProgressPercent).toBeCloseTo(11, 6);
    }
  });

  it.each<[string, (chain: Chain) => Chain]>([
    ['a purchase of 5 SOL', (chain) => chain.trade(12, { quoteAmount: 5n * SOL, trader: walletOf(2) })],
    ['a sale of its creator', (chain) => chain.trade(9, { side: 'sell', trader: walletOf(1) })],
    ['its way onto a list', (chain) => chain.trade(30, { trader: walletOf(2) })],
    ['the completion of its curve', (chain) => chain.completed()],
    ['its migration', (chain) => chain.migrated(POOL)],
  ])('is measured in the slot of %s', (_, act) => {
    expect(act(hidden()).slot().measured()).toBeDefined();
  });

  it('is not measured in the slot of a smaller purchase, or the sale of somebody else', () => {
    const chain = hidden().trade(12, { quoteAmount: 5n * SOL - 1n, trader: walletOf(2) });
    chain.trade(11, { side: 'sell', trader: walletOf(2) }).slot();
    expect(chain.measured()).toBeUndefined();
  });
});
