import type { LikenessObserved, MetadataResolved, TradeExecuted } from '@cryptonite/contracts/events';
import { scoreInputsOf } from '@cryptonite/contracts/measures';
import { CURVE, WINDOW_MS } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { Chain, COIN, MINT, POOL_QUOTE_PER_TOKEN, SOL } from '../../testing/facts.js';
import { restart } from '../../testing/fold.js';
import { curveOf, textOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';
import { measure } from '../measures/features.js';
import { rugInputsOf } from './inputs.js';
import { noteInputs, notePromotion } from './row-inputs.js';

const POOL = textOf('Poo', 1);
const OTHER_POOL = textOf('Poo', 2);
const SECOND = 1_000;
const MINUTE = WINDOW_MS.m1;
const CREATOR = walletOf(1);
const PERCENT = CURVE.totalSupply / 100n;

const inputsIn = ({ folded: { partition } }: Chain) => {
  const token = partition.tokens.get(MINT)!;
  const measured = measure(token, partition.clock, partition.clock.time!)!;
  const { measurement } = measured;
  if (token.state.world) notePromotion(measurement, token.state.world);
  noteInputs(token, measurement, partition.clock, { isYoung: true, isCounted: true });
  return { ...rugInputsOf(token, measurement, partition.clock), ...scoreInputsOf(measurement) };
};

/** Of the supply, percent by owner; the curve holds the rest. */
const holding = (chain: Chain, shares: Record<string, number>): Chain => {
  let rest = 100n;
  Object.entries(shares).forEach(([wallet, percent], place) => {
    rest -= BigInt(percent);
    chain.balance(10 + place, wallet, BigInt(percent) * PERCENT);
  });
  return chain.balance(9, curveOf(MINT), rest * PERCENT);
};

const launched = (change = {}) => new Chain().slot().pass(SECOND).launch(change);
const by = (trader: string, change: Partial<TradeExecuted> = {}) => ({ trader, ...change });
const tokens = (percent: number) => ({ tokenAmount: BigInt(percent * 10) * (PERCENT / 10n) });

describe('of the creator', () => {
  it('what it holds is known as holders are', () => {
    const chain = launched().trade(30).slot();
    expect(inputsIn(chain).creatorPercent).toBeNull();
    expect(inputsIn(holding(chain, { [CREATOR]: 7 })).creatorPercent).toBeCloseTo(7, 9);
    expect(inputsIn(chain.balance(9, curveOf(MINT), 50n * PERCENT)).creatorPercent).toBeNull();
    expect(inputsIn(holding(chain, { [CREATOR]: 0, [walletOf(2)]: 20 })).creatorPercent).toBe(0);
  });

  it('what it sold is a share of all that it ever held', () => {
    const chain = holding(launched().trade(30, by(CREATOR, tokens(8))), { [CREATOR]: 8 }).slot();
    expect(inputsIn(chain)).toMatchObject({ creatorSoldPercent: 0, creatorHolds: true });
    chain.trade(28, by(CREATOR, { side: 'sell', ...tokens(6) }));
    expect(inputsIn(holding(chain, { [CREATOR]: 2 }).slot())).toMatchObject({
      creatorSoldPercent: 75,
      creatorHolds: false,
    });
    // What it was given counts as held; what it gave away was not sold.
    expect(inputsIn(holding(chain, { [CREATOR]: 10 }).slot()).creatorSoldPercent).toBe(37.5);
    expect(inputsIn(holding(chain, { [CREATOR]: 0 }).slot()).creatorSoldPercent).toBe(75);
  });

  it('that bought nothing nothing was sold, and nothing is held', () => {
    const chain = holding(launched().trade(30, by(walletOf(2))), { [walletOf(2)]: 8 }).slot();
    expect(inputsIn(chain)).toMatchObject({ creatorSoldPercent: 0, creatorHolds: false });
  });

  it('what it sold is not known of a token that was not seen from its launch', () => {
    const chain = new Chain().slot().trade(30, by(walletOf(2), { creator: CREATOR }));
    holding(chain.trade(29, by(CREATOR, { side: 'sell', ...tokens(1) })), { [CREATOR]: 3 }).slot();
    expect(inputsIn(chain)).toMatchObject({
      creatorPercent: 3,
      creatorSoldPercent: null,
      creatorHolds: null,
    });
  });

  it('sales of half a percent are seen for five minutes, and less says nothing, as insiders are not known', () => {
    const chain = holding(launched().trade(30, by(CREATOR, tokens(8))), { [CREATOR]: 8 }).slot();
    expect(inputsIn(chain).insiderSoldPercent).toBeNull();
    const sell = (percent: number) =>
      chain.pass(10 * SECOND).trade(29, by(CREATOR, { side: 'sell', ...tokens(percent) }));
    expect(inputsIn(sell(0.4).slot()).insiderSoldPercent).toBeNull();
    expect(inputsIn(sell(0.2).slot()).insiderSoldPercent).toBeCloseTo(0.6, 9);
    expect(inputsIn(chain.pass(4 * MINUTE).slot()).insiderSoldPercent).toBeCloseTo(0.6, 9);
    expect(inputsIn(chain.pass(MINUTE).slot()).insiderSoldPercent).toBeNull();
  });

  it('the sales that are kept are bounded', () => {
    const chain = launched().trade(30, by(CREATOR, tokens(8)));
    for (let sale = 0; sale < 100; sale += 1)
      chain.pass(7 * SECOND).trade(29, by(CREATOR, { side: 'sell', tokenAmount: PERCENT / 100n }));
    const { creatorTrades } = chain.folded.partition.tokens.get(MINT)!.state;
    expect(creatorTrades?.sales.length).toBeLessThanOrEqual(30);
    expect(creatorTrades?.sold).toBe(PERCENT);
  });
});

describe('of snipers', () => {
  it('what those hold that bought within five seconds, the creator apart', () => {
    const chain = launched()
      .trade(5, by(CREATOR))
      .trade(10, by(walletOf(2)));
    chain.pass(5 * SECOND).trade(20, by(walletOf(3)));
    chain.pass(SECOND).trade(30, by(walletOf(4)));
    const shares = { [CREATOR]: 1, [walletOf(2)]: 2, [walletOf(3)]: 4, [walletOf(4)]: 8 };
    expect(inputsIn(holding(chain, shares).slot()).sniperPercent).toBe(6);
    expect(inputsIn(holding(chain, { ...shares, [walletOf(2)]: 0 }).slot()).sniperPercent).toBe(4);
    expect(inputsIn(chain.gap().slot()).sniperPercent).toBeNull();
  });

  it('nothing is known where the launch was not seen', () => {
    const chain = holding(new Chain().slot().trade(30, by(walletOf(2))), { [walletOf(2)]: 8 }).slot();
    expect(inputsIn(chain).sniperPercent).toBeNull();
  });
});

describe('of the hour', () => {
  it('the fall from its highest price', () => {
    const chain = launched().trade(80).slot();
    expect(inputsIn(chain).fallFromHighPercent).toBe(0);
    chain.pass(MINUTE).trade(30).slot();
    const fallen = inputsIn(chain).fallFromHighPercent!;
    expect(fallen).toBeGreaterThan(60);
    expect(fallen).toBeLessThan(90);
    chain
      .pass(30 * MINUTE)
      .trade(30)
      .slot();
    expect(inputsIn(chain).fallFromHighPercent).toBeCloseTo(fallen, 9);
    chain
      .pass(31 * MINUTE)
      .trade(30)
      .slot();
    expect(inputsIn(chain).fallFromHighPercent).toBe(0);
  });

  it('a price of before a gap is none to fall from, but at the end of its minute', () => {
    const chain = launched().trade(80).slot();
    chain
      .pass(2 * MINUTE)
      .gap()
      .slot()
      .trade(30)
      .slot();
    expect(inputsIn(chain).fallFromHighPercent).toBeGreaterThan(60);
    chain
      .pass(59 * MINUTE)
      .trade(30)
      .slot();
    expect(inputsIn(chain).fallFromHighPercent).toBeNull();
    chain
      .pass(2 * MINUTE)
      .trade(30)
      .slot();
    expect(inputsIn(chain).fallFromHighPercent).toBe(0);
  });

  it('a price in another quote is none to fall from, nor to rise from', () => {
    const chain = launched().trade(80).slot();
    chain.pass(MINUTE).trade(30, { quoteMint: COIN, quoteDecimals: 6 }).slot();
    const { fallFromHighPercent, priceChange1hPercent } = inputsIn(chain);
    expect([fallFromHighPercent, priceChange1hPercent]).toEqual([0, 0]);
  });

  it('a fall is known from the limit on where the hour was not seen whole', () => {
    const chain = new Chain().slot().trade(80).slot();
    expect(inputsIn(chain).fallFromHighPercent).toBeNull();
    expect(inputsIn(chain.pass(MINUTE).trade(70).slot()).fallFromHighPercent).toBeNull();
    expect(inputsIn(chain.pass(MINUTE).trade(30).slot()).fallFromHighPercent).toBeGreaterThan(60);
  });

  /** Where `quote` stands, with as many tokens as belong to it, or to what stood there before it was bought. */
  const inPool = (quote: bigint, token = quote / POOL_QUOTE_PER_TOKEN): Partial<TradeExecuted> => ({
    venue: 'pumpswap',
    pool: POOL,
    priceTokenReserves: 1_000_000_000n,
    priceQuoteReserves: quote,
    realTokenReserves: token,
    realQuoteReserves: quote,
  });
  const graduated = () =>
    launched()
      .trade(80)
      .completed()
      .migrated(POOL)
      .trade(100, inPool(80n * SOL));

  it('what was taken out of the pool, each time of what stood there', () => {
    expect(inputsIn(launched().trade(80).slot()).liquidityPulledPercent).toBeNull();
    const chain = graduated().slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBe(0);
    chain
      .pass(MINUTE)
      .withdrawn(POOL, 20n * SOL, 60n * SOL)
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(25, 9);
    chain
      .pass(MINUTE)
      .withdrawn(POOL, 40n * SOL, 20n * SOL)
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(75, 9);
    chain
      .pass(WINDOW_MS.h1 - MINUTE)
      .trade(100, inPool(20n * SOL))
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(75, 9);
    restart(chain.folded);
    chain
      .pass(MINUTE)
      .trade(100, inPool(40n * SOL))
      .slot();
    // Just half is not back.
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(75, 9);
    chain
      .pass(MINUTE)
      .trade(100, inPool(41n * SOL))
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBe(0);
  });

  it('what was sold into the pool was not pulled, and what was bought hides nothing of what was', () => {
    const chain = graduated()
      .withdrawn(POOL, 8n * SOL, 72n * SOL)
      .trade(100, { ...inPool(20n * SOL), side: 'sell' })
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(10, 9);
    chain
      .withdrawn(POOL, 10n * SOL, 10n * SOL)
      .trade(100, inPool(90n * SOL, (10n * SOL) / POOL_QUOTE_PER_TOKEN / 9n))
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(55, 9);
  });

  it('withdrawals that come late count by their own time, and many are kept as few', () => {
    const chain = graduated().slot();
    const at = chain.now;
    chain.pass(30 * MINUTE).withdrawn(POOL, 10n * SOL, 90n * SOL);
    chain.withdrawn(POOL, 40n * SOL, 60n * SOL, at);
    chain.slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(46, 9);
    expect(inputsIn(chain.pass(31 * MINUTE).slot()).liquidityPulledPercent).toBeCloseTo(10, 9);
    for (let withdrawal = 0; withdrawal < 30; withdrawal += 1) chain.withdrawn(POOL, SOL, 9n * SOL);
    chain.slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo((1 - 0.9 ** 31) * 100, 9);
    expect(chain.folded.partition.tokens.get(MINT)!.state.withdrawals).toHaveLength(16);
  });

  it('a withdrawal that is stamped ahead of its block counts from the time of that', () => {
    const chain = graduated().slot();
    chain.withdrawn(POOL, 20n * SOL, 60n * SOL, chain.now + WINDOW_MS.h1).slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeCloseTo(25, 9);
    chain
      .pass(WINDOW_MS.h1 + SECOND)
      .trade(100, inPool(60n * SOL))
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBe(0);
  });

  it("what was taken out of a pool that is the token's no more does not count", () => {
    const chain = launched()
      .trade(80)
      .completed()
      .poolCreated(OTHER_POOL, 1_000n, 80n * SOL)
      .withdrawn(OTHER_POOL, 79n * SOL, SOL)
      .slot();
    expect(chain.folded.partition.tokens.get(MINT)!.state.withdrawals).toHaveLength(1);
    chain
      .migrated(POOL)
      .trade(100, inPool(80n * SOL))
      .slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBe(0);
  });

  it('nobody can take it out of the pool that the migration named, and of another it is not known', () => {
    expect(inputsIn(launched().trade(80).slot()).isLiquidityHeldByLaunchpad).toBe(true);
    expect(inputsIn(graduated().slot()).isLiquidityHeldByLaunchpad).toBe(true);
    const unnamed = launched()
      .trade(80)
      .completed()
      .trade(100, inPool(80n * SOL))
      .slot();
    expect(inputsIn(unnamed)).toMatchObject({ isGraduated: true, isLiquidityHeldByLaunchpad: null });
  });

  it('liquidity is held against the market cap in the quote, dollars or none', () => {
    const chain = graduated().slot();
    expect(inputsIn(chain)).toMatchObject({ marketCapUsd: null, liquidityUsd: null });
    const { liquidityOfMarketCapPercent } = inputsIn(chain);
    expect(liquidityOfMarketCapPercent).toBeGreaterThan(0);
    chain.trade(100, { ...inPool(80n * SOL), realQuoteReserves: 0n }).slot();
    expect(inputsIn(chain).liquidityOfMarketCapPercent).toBe(0);
  });

  it('whether anything was taken out is not known after a gap, unless it was half', () => {
    const chain = graduated().slot().pass(SECOND).gap().slot();
    expect(inputsIn(chain).liquidityPulledPercent).toBeNull();
    expect(inputsIn(chain.withdrawn(POOL, 39n * SOL, 41n * SOL).slot()).liquidityPulledPercent).toBeNull();
    expect(inputsIn(chain.withdrawn(POOL, SOL, 39n * SOL).slot()).liquidityPulledPercent).toBeGreaterThan(50);
  });
});

const document = (change: Partial<MetadataResolved> = {}) => ({
  kind: 'MetadataResolved' as const,
  uri: 'https://ipfs.io/ipfs/bafkreib',
  documentSha256: 'a'.repeat(64),
  failure: null,
  failureDetail: null,
  name: null,
  symbol: null,
  description: null,
  twitter: null,
  telegram: null,
  website: null,
  imageUri: null,
  pictureSha256: null,
  picturePerceptualHash: null,
  pictureFailure: 'no-address' as const,
  pictureFailureDetail: null,
  ...change,
});

describe('of its document', () => {
  const near = () => launched().trade(30).slot();

  it('nothing is known before it was read, nor where it failed on the way', () => {
    const unknown = { isDocumentRead: null, hasLink: null, hasPicture: null, descriptionCharacters: null };
    expect(inputsIn(near())).toMatchObject(unknown);
    const away = document({ documentSha256: null, failure: 'too-slow', pictureFailure: null });
    expect(inputsIn(near().answer(away))).toMatchObject(unknown);
  });

  it('one that is missing was not read', () => {
    const missing = document({ documentSha256: null, failure: 'not-found', pictureFailure: null });
    expect(inputsIn(near().answer(missing))).toMatchObject({ isDocumentRead: false, hasLink: null });
  });

  it('links, a picture and a description, until another says otherwise', () => {
    const chain = near().answer(document());
    expect(inputsIn(chain)).toMatchObject({
      isDocumentRead: true,
      hasLink: false,
      hasPicture: false,
      descriptionCharacters: 0,
      namesUse: false,
    });
    chain.answer(
      document({
        documentSha256: 'b'.repeat(64),
        twitter: 'https://x.com/i/communities/1',
        website: ' ',
        description: ' A bot that swaps. ',
        pictureSha256: 'c'.repeat(64),
        pictureFailure: null,
      }),
    );
    expect(inputsIn(chain)).toMatchObject({
      hasLink: true,
      hasTwitter: true,
      hasTelegram: false,
      hasPicture: true,
      descriptionCharacters: 17,
      namesUse: true,
    });
  });

  it('whether its website answers is known of one that was asked, and of a document that names none', () => {
    const said = (doesAnswer: boolean | null) => ({
      kind: 'WebsiteObserved' as const,
      website: 'https://sealy.example',
      doesAnswer,
      failure: doesAnswer === true ? null : ('not-found' as const),
      failureDetail: null,
    });
    expect(inputsIn(near()).doesWebsiteAnswer).toBeNull();
    expect(inputsIn(near().answer(document())).doesWebsiteAnswer).toBe(false);
    const chain = near().answer(document({ website: 'https://sealy.example' }));
    expect(inputsIn(chain).doesWebsiteAnswer).toBeNull();
    expect(inputsIn(chain.answer(said(null))).doesWebsiteAnswer).toBeNull();
    expect(inputsIn(chain.answer(said(true))).doesWebsiteAnswer).toBe(true);
    expect(inputsIn(chain.answer(said(false))).doesWebsiteAnswer).toBe(false);
  });

  it('its place by volume is known for 15 minutes', () => {
    const chain = near().answer(document());
    const placeIn = () => inputsIn(chain.trade(45).slot()).volumePlace;
    expect(placeIn()).toBeNull();
    const untilAt = chain.now - 5 * 60_000;
    chain.answer({ kind: 'VolumePlaceObserved', untilAt, place: 37, liveTokens: 412, volumeUsd1h: 9 });
    expect(placeIn()).toBe(37);
    chain.pass(untilAt + 15 * 60_000 - chain.now - 2_000);
    expect(placeIn()).toBe(37);
    chain.pass(60_000);
    expect(placeIn()).toBeNull();
  });

  it('whether it has a picture is not known where that failed on the way', () => {
    const chain = near().answer(document({ pictureFailure: 'unreachable' }));
    expect(inputsIn(chain).hasPicture).toBeNull();
  });
});

describe('posts of the last hour against an average one', () => {
  const counted = (posts1h: number, posts24h: number) => ({
    ...{ kind: 'SocialObserved' as const, posts1h, posts24h, twitterHandle: 'a', accountExists: true },
    ...{ isVerified: false, followers: 1, accountCreatedAt: null },
    ...{ telegramHandle: null, telegramMembers: null },
  });

  it('are those of its life so far in its first hour: what came late against what came early', () => {
    const chain = launched()
      .trade(30)
      .slot()
      .pass(5 * MINUTE)
      .answer(counted(6, 6))
      .slot();
    // One count alone tells no halves.
    expect(inputsIn(chain).postGrowth).toBeNull();
    chain
      .pass(5 * MINUTE)
      .answer(counted(12, 12))
      .slot();
    expect(inputsIn(chain).postGrowth).toBeCloseTo(1, 2);
    restart(chain.folded);
    chain
      .pass(10 * MINUTE)
      .answer(counted(60, 60))
      .slot();
    // 12 in the first ten minutes, 48 in the ten after them.
    expect(inputsIn(chain).postGrowth).toBeCloseTo(4, 2);
  });

  it('are held against the hours of its life before a day, and of that day then', () => {
    const at = (hours: number, posts1h: number, posts24h: number) => {
      const chain = launched().trade(30).slot();
      chain
        .pass(hours * WINDOW_MS.h1 - SECOND)
        .answer(counted(posts1h, posts24h))
        .pass(SECOND)
        .trade(30)
        .slot();
      return inputsIn(chain).postGrowth;
    };
    expect(at(2, 10, 20)).toBeCloseTo(1, 2);
    expect(at(6, 10, 20)).toBeCloseTo(3, 2);
    expect(at(20, 4, 20)).toBeCloseTo(4, 2);
    expect(at(6, 0, 0)).toBeNull();
  });

  it('are unknown of a token whose launch was not seen', () => {
    const chain = new Chain().slot().trade(30).slot().answer(counted(6, 6)).pass(SECOND).slot();
    expect(inputsIn(chain).postGrowth).toBeNull();
  });
});

describe('its price against the highest of the day', () => {
  it('is all of it at its high, and less as it falls', () => {
    const chain = launched().trade(60).slot();
    expect(inputsIn(chain).priceOfHighPercent).toBe(100);
    chain
      .pass(10 * MINUTE)
      .trade(30)
      .slot();
    const fallen = inputsIn(chain).priceOfHighPercent!;
    expect(fallen).toBeLessThan(60);
    restart(chain.folded);
    expect(inputsIn(chain.pass(3 * WINDOW_MS.h1).slot()).priceOfHighPercent).toBeCloseTo(fallen, 9);
    // The high has left the day.
    chain
      .pass(22 * WINDOW_MS.h1)
      .trade(30)
      .slot();
    expect(inputsIn(chain).priceOfHighPercent).toBeCloseTo(100, 9);
  });

  it('is unknown where the day was not seen whole', () =>
    expect(inputsIn(new Chain().slot().trade(60).slot()).priceOfHighPercent).toBeNull());
});

it('what is said and paid is unknown until told, and then each value as it was told last', () => {
  const chain = launched().trade(30).slot();
  const unknown = { posts24h: null, accountExists: null, accountAgeDays: null, isBoosted: null };
  expect(inputsIn(chain)).toMatchObject(unknown);
  const said = {
    kind: 'SocialObserved' as const,
    posts1h: 2,
    posts24h: 8,
    twitterHandle: 'a',
    accountExists: true,
    isVerified: true,
    followers: 10,
    accountCreatedAt: chain.now - 3 * WINDOW_MS.h24,
    telegramHandle: null,
    telegramMembers: null,
  };
  chain.answer(said);
  expect(inputsIn(chain)).toMatchObject({ posts24h: 8, isVerified: true, telegramMembers: null });
  expect(inputsIn(chain).accountAgeDays).toBeCloseTo(3, 2);
  chain.pass(MINUTE).answer({ ...said, posts1h: null, posts24h: 9, isVerified: null, followers: 11 });
  expect(inputsIn(chain)).toMatchObject({ posts24h: 9, isVerified: true, followers: 11 });
  // What was counted an hour ago says nothing of this one.
  chain.pass(WINDOW_MS.h1 - MINUTE).slot();
  expect(inputsIn(chain)).toMatchObject({ postGrowth: null, posts24h: 9, isVerified: true });
  // Each counts a day from when it was told: that the account is verified, a minute less.
  chain
    .pass(WINDOW_MS.h24 - WINDOW_MS.h1 - SECOND)
    .trade(30)
    .slot();
  expect(inputsIn(chain)).toMatchObject({ posts24h: 9, isVerified: true });
  expect(inputsIn(chain.pass(MINUTE).slot())).toMatchObject({ posts24h: 9, isVerified: null });
  expect(inputsIn(chain.pass(SECOND).slot()).posts24h).toBeNull();
  const boosts = (count: number, hasPaidProfile: boolean | null) =>
    inputsIn(chain.answer({ kind: 'TokenBoosted', boosts: count, hasPaidProfile })).isBoosted;
  expect([boosts(0, null), boosts(0, false), boosts(3, null), boosts(0, true)]).toEqual([
    null,
    false,
    true,
    true,
  ]);
});

describe('of the accounts that its document names', () => {
  const said = {
    kind: 'SocialObserved' as const,
    posts1h: 2,
    posts24h: 8,
    twitterHandle: 'sealy',
    accountExists: true,
    isVerified: true,
    followers: 10,
    accountCreatedAt: null,
    telegramHandle: 'sealy_chat',
    telegramMembers: 80,
  };
  const named = (sha: string, twitter: string, telegram = 'https://t.me/sealy_chat') =>
    document({ documentSha256: sha.repeat(64), twitter, telegram });
  const near = () => launched().trade(30).slot().answer(named('a', 'https://x.com/sealy'));

  it('an answer about others is passed by', () => {
    const chain = near().answer({ ...said, twitterHandle: 'other' });
    expect(inputsIn(chain)).toMatchObject({ posts24h: null, isVerified: null });
    chain.answer({ ...said, telegramHandle: 'other' });
    expect(inputsIn(chain)).toMatchObject({ posts24h: null, telegramMembers: null });
    const { world } = chain.folded.partition.tokens.get(MINT)!.state;
    expect(world?.answeredAt.social).toBeNull();
    expect(inputsIn(chain.answer(said))).toMatchObject({
      posts24h: 8,
      isVerified: true,
      telegramMembers: 80,
    });
  });

  it('nothing is known of one that is there no more', () => {
    const gone = {
      ...said,
      accountExists: false,
      isVerified: null,
      followers: null,
      posts1h: null,
      posts24h: null,
    };
    const chain = near().answer(said).answer(gone);
    expect(inputsIn(chain)).toMatchObject({
      accountExists: false,
      isVerified: null,
      followers: null,
      posts24h: 8,
    });
  });

  it('nothing is known once it names others', () => {
    const chain = near().answer(said).answer(named('b', 'https://x.com/other'));
    expect(inputsIn(chain)).toMatchObject({
      posts24h: 8,
      accountExists: null,
      isVerified: null,
      followers: null,
      telegramMembers: 80,
    });
    chain.answer(named('c', 'https://x.com/other', 'https://t.me/other'));
    expect(inputsIn(chain).telegramMembers).toBeNull();
  });
});

describe('of its mint', () => {
  const mint = mintObserved({ mintAuthority: walletOf(1) });

  const frozen = { name: 'defaultAccountState', values: '{"accountState":"frozen"}' };

  it('nothing is known until it was told, mayhem mode neither', () => {
    const chain = launched()
      .trade(30)
      .authority({ holder: walletOf(1) })
      .slot();
    const unknown = { hasMintAuthority: null, transferFeePercent: null, isMayhem: null };
    expect(inputsIn(chain)).toMatchObject(unknown);
    expect(inputsIn(chain.answer({ ...mint, observedSlot: chain.slotInHand, exists: false }))).toMatchObject(
      unknown,
    );
    chain.answer({ ...mint, observedSlot: chain.slotInHand });
    expect(inputsIn(chain)).toMatchObject({ hasMintAuthority: true, transferFeePercent: 0, isMayhem: false });
  });

  it('another authority changes that one alone, and a node that knows of no mint nothing', () => {
    const chain = launched().trade(30).slot();
    chain.answer({ ...mint, extensions: [frozen] });
    const powers = { hasMintAuthority: true, hasFreezeAuthority: false, isFrozenByDefault: true };
    expect(inputsIn(chain)).toMatchObject(powers);
    expect(inputsIn(chain.authority())).toMatchObject({ ...powers, hasMintAuthority: false });
    expect(inputsIn(chain.authority({ authority: 'freeze', holder: walletOf(2) }))).toMatchObject({
      hasMintAuthority: false,
      hasFreezeAuthority: true,
      isFrozenByDefault: true,
    });
    chain.answer({ ...mint, observedSlot: chain.slotInHand, exists: false });
    expect(inputsIn(chain)).toMatchObject({ hasFreezeAuthority: true, isFrozenByDefault: true });
  });

  it('what a node tells of before is passed by', () => {
    const chain = launched().trade(30).slot();
    const answered = () => chain.folded.partition.tokens.get(MINT)!.state.world?.answeredAt.mint;
    const before = chain.slotInHand;
    chain.pass(SECOND).authority().slot();
    chain.answer({ ...mint, observedSlot: before });
    expect([inputsIn(chain).hasMintAuthority, answered()]).toEqual([null, null]);
    const told = chain.slotInHand;
    chain.answer({ ...mint, observedSlot: told, mintAuthority: null });
    chain.answer({ ...mint, observedSlot: told - 1 });
    expect(inputsIn(chain).hasMintAuthority).toBe(false);
    // The node told of it already.
    chain.answer({ ...mint, observedSlot: chain.slotInHand + 100 }).authority();
    expect(inputsIn(chain).hasMintAuthority).toBe(true);
  });
});

describe('of its buyers', () => {
  it('the organic ones of ten minutes, those of five against the five before, and who still holds', () => {
    const chain = launched()
      .trade(5, by(CREATOR))
      .trade(6, by(walletOf(2)));
    chain.pass(MINUTE);
    for (const number of [3, 4, 5]) chain.trade(10 + number, by(walletOf(number)));
    chain.pass(MINUTE).trade(15, by(walletOf(3), { side: 'sell' }));
    const shares = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [walletOf(number), 2]));
    holding(chain, { ...shares, [walletOf(3)]: 0 }).slot();
    expect(inputsIn(chain)).toMatchObject({ organicBuyers10m: 3, buyerGrowth5m: null, keepersPercent: null });
    chain
      .pass(5 * MINUTE)
      .trade(20, by(walletOf(6)))
      .slot();
    // The minute that has begun compares with no whole one.
    expect(inputsIn(chain)).toMatchObject({ organicBuyers10m: 4, buyerGrowth5m: 0 });
    expect(inputsIn(chain.pass(MINUTE).slot()).buyerGrowth5m).toBe(1 / 5);
    chain.pass(4 * MINUTE).slot();
    expect(inputsIn(chain)).toMatchObject({ organicBuyers10m: 1, keepersPercent: 80 });
  });

  it('are not known where one was missed', () => {
    expect(inputsIn(launched().trade(30).slot().pass(SECOND).gap().slot()).organicBuyers10m).toBeNull();
  });
});

describe('of its trades', () => {
  it('the net inflow is what stands in the curve, and in the end what came since', () => {
    const chain = launched().trade(30).slot();
    const { curve } = chain.folded.partition.tokens.get(MINT)!.state;
    const first = Number(curve!.realQuote) / 1e9;
    expect(inputsIn(chain).netInflowSol10m).toBeCloseTo(first, 9);
    chain
      .pass(8 * MINUTE)
      .trade(40)
      .slot();
    const all = Number(chain.folded.partition.tokens.get(MINT)!.state.curve!.realQuote) / 1e9;
    expect(inputsIn(chain).netInflowSol10m).toBeCloseTo(all, 9);
    chain.pass(3 * MINUTE).slot();
    expect(inputsIn(chain).netInflowSol10m).toBeCloseTo(all - first, 6);
    chain.trade(30).slot();
    expect(inputsIn(chain).netInflowSol10m).toBeCloseTo(0, 6);
  });

  it('their size, on average', () => {
    const chain = launched()
      .trade(30, { quoteAmount: SOL })
      .trade(31, { quoteAmount: 2n * SOL });
    expect(inputsIn(chain.slot()).solPerTrade).toBe(1.5);
    expect(inputsIn(launched().slot()).solPerTrade).toBeNull();
  });
});

describe('what it has in common with others', () => {
  const DAY = WINDOW_MS.h24;
  const PICTURE = 'b'.repeat(64);
  const OTHER = { mint: textOf('Mint', 9), became: 'graduated', at: 0, signature: null } as const;
  const described = (change: Partial<MetadataResolved> = {}, launch = {}) =>
    launched(launch)
      .trade(30)
      .slot()
      .answer({
        kind: 'MetadataResolved',
        uri: 'https://ipfs.io/ipfs/bafkreib',
        documentSha256: 'a'.repeat(64),
        failure: null,
        failureDetail: null,
        name: null,
        symbol: null,
        description: null,
        twitter: 'https://x.com/sealy',
        telegram: null,
        website: null,
        imageUri: null,
        pictureSha256: PICTURE,
        picturePerceptualHash: null,
        pictureFailure: null,
        pictureFailureDetail: null,
        ...change,
      });
  /** Looked at for so long before now. */
  const told = (chain: Chain, seenMs: number, change: Partial<LikenessObserved> = {}): Chain => {
    const now = chain.folded.partition.clock.time!;
    const { pictureSha256, twitter: twitterHandle } = chain.folded.partition.tokens.get(MINT)!.state.world!;
    return chain.answer({
      kind: 'LikenessObserved',
      ...{ pictureSha256, twitterHandle, sinceAt: now - seenMs, untilAt: now },
      ...{ sameName: null, samePicture: null, theme: null },
      ...{ launchesNamingAccount: 1, mintsNamingAccount: [] },
      ...change,
    });
  };
  const ofTheme = (chain: Chain, agoMs: number) => ({
    ...OTHER,
    word: 'seal',
    at: chain.folded.partition.tokens.get(MINT)!.state.createdAt! - agoMs,
  });

  it('is not known before anybody told it', () => {
    expect(inputsIn(described())).toMatchObject({
      isNameOfAnother: null,
      isPictureOfAnother: null,
      launchesNamingAccount: null,
      sharesTheme: null,
      themeAgeMs: null,
    });
  });

  it.each([
    [DAY - 1, null, null],
    [DAY, false, 1],
  ])('is absent where it was not found in %d ms: %s', (seenMs, isCopy, launches) => {
    expect(inputsIn(told(described(), seenMs))).toMatchObject({
      isNameOfAnother: isCopy,
      isPictureOfAnother: isCopy,
      launchesNamingAccount: launches,
    });
  });

  it.each([
    ['', 'SEAL', null],
    ['Sealy', ' ', null],
    ['🐸', '$$$', false],
  ])('of the name %j and the symbol %j is %s where none was found', (name, symbol, isCopy) => {
    expect(inputsIn(told(described({}, { name, symbol }), DAY)).isNameOfAnother).toBe(isCopy);
  });

  it('is known as soon as it is found', () => {
    const found = { sameName: OTHER, samePicture: OTHER, launchesNamingAccount: 3 };
    expect(inputsIn(told(described(), 0, found))).toMatchObject({
      isNameOfAnother: true,
      isPictureOfAnother: true,
      launchesNamingAccount: 3,
      sharesTheme: false,
    });
    expect(inputsIn(told(described(), 0, { launchesNamingAccount: 2 })).launchesNamingAccount).toBeNull();
  });

  it('says nothing of a picture or an account that it has not', () => {
    const chain = described({ pictureSha256: null, pictureFailure: 'no-address', twitter: null });
    expect(inputsIn(told(chain, DAY, { launchesNamingAccount: null }))).toMatchObject({
      isNameOfAnother: false,
      isPictureOfAnother: null,
      launchesNamingAccount: null,
    });
  });

  it.each([
    [0, { sharesTheme: true, themeAgeMs: 0 }],
    [DAY - 1, { sharesTheme: true, themeAgeMs: DAY - 1 }],
    [DAY, { sharesTheme: null, themeAgeMs: null }],
    [-1, { sharesTheme: null, themeAgeMs: null }],
  ])('may be a theme of %d ms before its launch', (agoMs, inputs) => {
    const chain = described();
    expect(inputsIn(told(chain, 0, { theme: ofTheme(chain, agoMs) }))).toMatchObject(inputs);
  });

  it('is no theme where the day before its launch was seen without one, and none of a copy', () => {
    const chain = described();
    const sinceLaunch =
      chain.folded.partition.clock.time! - chain.folded.partition.tokens.get(MINT)!.state.createdAt!;
    expect(inputsIn(told(chain, DAY + sinceLaunch - 1)).sharesTheme).toBeNull();
    expect(inputsIn(told(chain, DAY + sinceLaunch)).sharesTheme).toBe(false);
    expect(inputsIn(told(chain, 0, { sameName: OTHER, theme: ofTheme(chain, 1) }))).toMatchObject({
      sharesTheme: false,
      themeAgeMs: null,
    });
  });
});
