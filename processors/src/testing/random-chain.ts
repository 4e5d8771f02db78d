/** A token's life at random, for properties: its acts as one list, to be let happen on a {@link Chain}. */
import { MAYHEM_AGENT } from '@cryptonite/contracts/chain';
import type { TradeExecuted } from '@cryptonite/contracts/events';
import fc from 'fast-check';
import { type Chain, COIN, type SaidByWorld, SOL } from './facts.js';
import { mintOf, START_MS, textOf, walletOf } from './journal.js';

export type Act = (chain: Chain) => unknown;

const POOL = textOf('Poo', 1);

const inPool = (price: bigint): Partial<TradeExecuted> => ({
  venue: 'pumpswap',
  pool: POOL,
  priceTokenReserves: 1_000_000_000n,
  priceQuoteReserves: price,
  realTokenReserves: 1_000_000_000n,
  realQuoteReserves: price,
});

const mayBe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 });
const other = fc
  .record({ became: fc.constantFrom('graduated', 'listed', 'boosted'), agoMs: fc.nat(90_000_000) })
  .map(({ became, agoMs }) => ({ mint: mintOf(9), became, at: START_MS - agoMs, signature: null }));
const site = fc.constantFrom('https://sealy.example', 'https://other.example');
/** What the world outside answers, partly at times; a node tells of some slots before the one in hand. */
const answer: fc.Arbitrary<(slot: number) => SaidByWorld> = fc.oneof(
  fc
    .record({ posts1h: mayBe(fc.nat(20)), posts24h: mayBe(fc.nat(60)), isVerified: mayBe(fc.boolean()) })
    .map((said) => () => ({
      kind: 'SocialObserved' as const,
      twitterHandle: 'sealy',
      accountExists: said.isVerified === null ? null : true,
      followers: said.posts24h,
      accountCreatedAt: null,
      telegramHandle: null,
      telegramMembers: null,
      ...said,
    })),
  fc
    .record({
      behind: fc.nat(60),
      exists: fc.boolean(),
      mintAuthority: mayBe(fc.constant(walletOf(1))),
      freezeAuthority: mayBe(fc.constant(walletOf(1))),
    })
    .map(({ behind, ...told }) => (slot: number) => ({
      kind: 'MintObserved' as const,
      observedSlot: slot - behind,
      tokenProgram: null,
      decimals: 6,
      supply: null,
      extensions: [],
      ...told,
    })),
  fc
    .record({
      document: fc.constantFrom('a', 'b', null),
      twitter: fc.constantFrom('sealy', 'other'),
      website: mayBe(site),
    })
    .map(({ document, twitter, website }) => () => ({
      kind: 'MetadataResolved' as const,
      uri: 'https://ipfs.io/ipfs/bafkreib',
      documentSha256: document?.repeat(64) ?? null,
      failure: document === null ? ('too-slow' as const) : null,
      failureDetail: null,
      name: null,
      symbol: null,
      description: null,
      twitter: `https://x.com/${twitter}`,
      telegram: null,
      website,
      imageUri: null,
      pictureSha256: null,
      picturePerceptualHash: null,
      pictureFailure: 'no-address' as const,
      pictureFailureDetail: null,
    })),
  fc
    .record({ boosts: fc.nat(40), hasPaidProfile: mayBe(fc.boolean()) })
    .map((said) => () => ({ kind: 'TokenBoosted' as const, ...said })),
  fc
    .record({ place: fc.integer({ min: 1, max: 300 }), agoMs: fc.nat(1_200_000) })
    .map(({ place, agoMs }) => () => ({
      kind: 'VolumePlaceObserved' as const,
      untilAt: START_MS - agoMs,
      place,
      liveTokens: 300,
      volumeUsd1h: 1_000 / place,
    })),
  fc
    .record({
      agoMs: fc.nat(90_000_000),
      twitterHandle: mayBe(fc.constantFrom('sealy', 'other')),
      sameName: mayBe(other),
      samePicture: mayBe(other),
      theme: mayBe(other),
      launches: fc.integer({ min: 1, max: 5 }),
    })
    .map(({ agoMs, theme, launches, twitterHandle, ...said }) => () => ({
      kind: 'LikenessObserved' as const,
      pictureSha256: null,
      sinceAt: START_MS - agoMs,
      untilAt: START_MS,
      theme: theme && { word: 'seal', ...theme },
      launchesNamingAccount: twitterHandle === null ? null : launches,
      mintsNamingAccount: [],
      twitterHandle,
      ...said,
    })),
  fc.record({ website: site, doesAnswer: mayBe(fc.boolean()) }).map((said) => () => ({
    kind: 'WebsiteObserved' as const,
    failure: said.doesAnswer === true ? null : ('refused' as const),
    failureDetail: null,
    ...said,
  })),
);

const trader = fc.nat(4).map(walletOf);
const side = fc.constantFrom('buy', 'sell') as fc.Arbitrary<'buy' | 'sell'>;
const lamports = fc.bigInt({ min: 1n, max: 6n * SOL });

/** Trades on the curve above all, the agent's and late stamps among them; seldom the steps to the pool, and what is pulled. */
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.double({ min: 25, max: 90, noNaN: true }), trader, side, lamports).map(
      ([progress, wallet, traded, quoteAmount]): Act =>
        (chain) =>
          chain.trade(progress, { trader: wallet, side: traded, quoteAmount }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.double({ min: 25, max: 90, noNaN: true }), fc.nat(30_000)).map(
      ([progress, behindMs]): Act =>
        (chain) =>
          chain.trade(progress, { time: chain.now - behindMs }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.double({ min: 25, max: 90, noNaN: true }).map(
      (progress): Act =>
        (chain) =>
          chain.trade(progress, { trader: MAYHEM_AGENT }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>((chain) => chain.solPrice('150.25')) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(2), fc.bigInt({ min: 1n, max: 9n * SOL })).map(
      ([pool, priceQuoteReserves]): Act =>
        (chain) =>
          chain.quotePrice({
            pool: textOf('Vau', pool),
            priceQuoteReserves,
            realQuoteReserves: priceQuoteReserves,
          }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.double({ min: 25, max: 90, noNaN: true }), trader).map(
      ([progress, wallet]): Act =>
        (chain) =>
          chain.trade(progress, {
            trader: wallet,
            quoteMint: COIN,
            quoteDecimals: 6,
            quoteAmount: 1_000_000n,
          }),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>((chain) => chain.completed()) },
  {
    weight: 1,
    arbitrary: fc.bigInt({ min: 1n, max: 100n * SOL }).map(
      (price): Act =>
        (chain) =>
          chain.migrated(POOL).trade(100, inPool(price)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 100 }), fc.nat(5_000_000)).map(
      ([percent, behindMs]): Act =>
        (chain) =>
          chain.withdrawn(POOL, BigInt(percent) * SOL, BigInt(100 - percent) * SOL, chain.now - behindMs),
    ),
  },
  {
    weight: 2,
    arbitrary: answer.map(
      (said): Act =>
        (chain) =>
          chain.answer(said(chain.slotInHand)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({
        authority: fc.constantFrom('mint' as const, 'freeze' as const),
        holder: mayBe(fc.constant(walletOf(1))),
      })
      .map(
        (change): Act =>
          (chain) =>
            chain.authority(change),
      ),
  },
  { weight: 1, arbitrary: fc.constant<Act>((chain) => chain.gap()) },
  { weight: 8, arbitrary: fc.constant<Act>((chain) => chain.slot()) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(1_000, 3_000, 11_000).map(
      (ms): Act =>
        (chain) =>
          chain.pass(ms),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(400_000, 3_600_000, 3_700_000, 25 * 3_600_000).map(
      (ms): Act =>
        (chain) =>
          chain.pass(ms).slot(),
    ),
  },
);

/** What it begins with: nothing seen, its launch, its first purchase, its pool. */
const BEGINNINGS: readonly Act[] = [
  (chain) => chain,
  (chain) => chain.launch(),
  (chain) => chain.launch().trade(30),
  (chain) => chain.launch().trade(80).completed().migrated(POOL).trade(100, inPool(SOL)),
];

/** Acts after which the slot in hand is confirmed. */
export const life: fc.Arbitrary<Act[]> = fc
  .tuple(fc.constantFrom(...BEGINNINGS), fc.array(act, { minLength: 5, maxLength: 80 }))
  .map(([begin, acts]) => [(chain) => chain.slot(), begin, ...acts, (chain) => chain.slot()]);
