import { z } from 'zod';
import { I128, U64 } from '../amounts/index.js';
import { ASKED, type Asked, NEARNESS } from '../asks/ask.js';
import { Address, Mint, Position, Signature, TimeMs } from '../chain/index.js';
import {
  ExternalText,
  FetchFailure,
  Lifecycle,
  ListedName,
  Listing,
  ListSource,
  NAMING_MOST,
  Sha256,
  Source,
} from '../events/index.js';
import { HORIZON_NAMES, LISTED, OUTCOME_STARTS, PATTERN_NAMES } from '../rules/index.js';
import { Ring, TradersRing } from './shared.js';

const U32 = z.int().min(0).max(0xffff_ffff);

/** When a token first entered one list of one source, and its market cap then; kept on re-entry. */
const FirstListing = z.object({
  source: ListSource,
  verdict: Listing.shape.verdict,
  listedAt: TimeMs,
  initialMarketCapUsd: z.number().nullable(),
});

/** When a token first stood on a list, and its market cap then; kept on re-entry. */
const FirstOnList = z.object({
  list: ListedName,
  listedAt: TimeMs,
  initialMarketCapUsd: z.number().nullable(),
});

const ProfileListing = z.object({
  now: z.object({ source: ListSource, verdict: Listing.shape.verdict }).nullable(),
  first: z.array(FirstListing).max(4),
});

/** The reserves that a venue's newest event told. `price*` set the price, `real*` are held. */
const Reserves = z.object({
  position: Position,
  priceToken: I128.nullable(),
  priceQuote: I128.nullable(),
  realToken: U64.nullable(),
  realQuote: U64.nullable(),
});

const Time = TimeMs.nullable();
/** Absent in states from before it was asked. */
const LATER_ASKED = ['likeness', 'website', 'place'] as const satisfies Asked[];
type LaterAsked = (typeof LATER_ASKED)[number];
const isLater = (what: Asked): boolean => (LATER_ASKED as readonly Asked[]).includes(what);
const times = z.object(
  Object.fromEntries(ASKED.map((what) => [what, isLater(what) ? Time.optional() : Time])) as Record<
    Exclude<Asked, LaterAsked>,
    typeof Time
  > &
    Record<LaterAsked, z.ZodOptional<typeof Time>>,
);

/** Another token that it is like, and the transaction that shows it. */
const Like = z.object({ mint: Mint, signature: Signature.nullable() });

/** As many counts of posts are kept of a token's first hour. */
export const POST_COUNTS_MOST = 16;

/** What the world outside the chain said of a token, and when it was asked. */
export const World = z.object({
  /** Stream time of the newest ask and answer. */
  askedAt: times,
  answeredAt: times,
  /** How near it was to a list when it was last looked at. */
  nearness: z.enum(NEARNESS),
  /** When that was, in stream time; null where something came since. Absent in states from before it was kept. */
  lookedAt: TimeMs.nullable().optional(),
  /** When it was last told whose transfers are to be followed; null where nobody's are. Absent in states from before that. */
  followedAt: TimeMs.nullable().optional(),
  documentSha256: Sha256.nullable(),
  pictureSha256: Sha256.nullable(),
  /** What failed of the document, before one was read, or of its picture; absent in states from before it was kept. */
  pictureFailure: FetchFailure.nullable().optional(),
  /** Handles without @. */
  twitter: z.string().max(64).nullable(),
  telegram: z.string().max(64).nullable(),
  boosts: z.int().nullable(),
  hasPaidProfile: z.boolean().nullable(),
  /**
   * What the document that was read says of the token; null until one was. This and what follows is absent in states from
   * before it was kept.
   */
  document: z
    .object({
      hasTwitter: z.boolean(),
      hasTelegram: z.boolean(),
      hasWebsite: z.boolean(),
      descriptionCharacters: z.int(),
      namesUse: z.boolean(),
    })
    .nullable()
    .optional(),
  /** What its mint allows; null until a node told it. */
  mint: z
    .object({
      /** The slot whose state the node told. */
      observedSlot: z.int(),
      /** Two bits for each power, named where they are given. */
      powers: z.int(),
      transferFeePercent: z.number().nullable(),
    })
    .nullable()
    .optional(),
  /** The slot of the newest chain fact about an authority of its mint; null before. */
  authoritySlot: z.int().nullable().optional(),
  /** What was said of it, and by whom: of each value the newest. */
  social: z
    .object({
      posts1h: z.int().nullable(),
      /** When they were counted. */
      posts1hAt: TimeMs.nullable(),
      posts24h: z.int().nullable(),
      posts24hAt: TimeMs.nullable(),
      accountExists: z.boolean().nullable(),
      isVerified: z.boolean().nullable(),
      /** When that was told; absent in states from before it was kept. */
      isVerifiedAt: TimeMs.nullable().optional(),
      followers: z.int().nullable(),
      accountCreatedAt: TimeMs.nullable(),
      telegramMembers: z.int().nullable(),
      /** Counts of posts in 24 h that were told in its first hour, the oldest first; absent once that is over. */
      postsOfFirstHour: z
        .array(z.object({ at: TimeMs, posts: z.int() }))
        .max(POST_COUNTS_MOST)
        .optional(),
    })
    .nullable()
    .optional(),
  /** Of the document that was read; null where it has none. */
  description: ExternalText.nullable().optional(),
  /**
   * What it has in common with others, as it was told last of the picture and account that it has now; null before. Absent in
   * states from before it was kept.
   */
  likeness: z
    .object({
      /** The stream time that was looked at. */
      sinceAt: TimeMs,
      untilAt: TimeMs,
      sameName: Like.nullable(),
      samePicture: Like.nullable(),
      /** When the one with its theme became what is followed; null without. */
      themeAt: TimeMs.nullable(),
      launchesNamingAccount: z.int().nullable(),
      mintsNamingAccount: z.array(Mint).max(NAMING_MOST),
    })
    .nullable()
    .optional(),
  /** As that document names it; null where it names none. This and what follows is absent in states from before it was kept. */
  website: ExternalText.nullable().optional(),
  /** Null before that was told. */
  doesWebsiteAnswer: z.boolean().nullable().optional(),
  /** Its place by volume of an hour among live tokens, and the stream time up to which these were looked at; null before that was told. */
  volumePlace: z
    .object({ place: z.int().min(1), untilAt: TimeMs })
    .nullable()
    .optional(),
});
export type World = z.infer<typeof World>;

/** A token from its launch or a first listing on, until the last horizon is told. */
export const OutcomeSpan = z.object({
  since: z.enum(OUTCOME_STARTS),
  startedAt: TimeMs,
  /** A gap that ends behind it may have held something. */
  slot: z.int(),
  /** At the start, and the highest since; null before the first trade of a launch. */
  price: z.number().nullable(),
  peak: z.number().nullable(),
  /** A trade told no price, or one in another quote. */
  isPriceLost: z.boolean(),
  hasDumped: z.boolean(),
  /** Horizons that were told. */
  told: z.int().max(HORIZON_NAMES.length),
});
export type OutcomeSpan = z.infer<typeof OutcomeSpan>;

/** What the screener knows of one token, its accounts and traders apart. Key `token/<mint>`. */
export const TokenState = z.object({
  kind: z.literal('token'),
  v: z.literal(2),
  mint: Mint,
  source: Source,
  /** Newest fact. */
  position: Position,
  firstSlot: z.int(),
  /** Stream time of the newest fact: a day after it the token is evicted. */
  touchedAt: TimeMs,
  symbol: ExternalText.nullable(),
  name: ExternalText.nullable(),
  uri: ExternalText.nullable(),
  creator: Address.nullable(),
  createdAt: TimeMs.nullable(),
  seenSinceCreation: z.boolean(),
  isMayhem: z.boolean().nullable(),
  bondingCurve: Address.nullable(),
  pool: Address.nullable(),
  quoteMint: Mint.nullable(),
  quoteDecimals: z.int().nullable(),
  /** Null until a fact about a curve or pool was seen. */
  lifecycle: Lifecycle.nullable(),
  completedAt: TimeMs.nullable(),
  migratedAt: TimeMs.nullable(),
  /** Pool trades were seen where only a graduated token has them. */
  tradesInPool: z.boolean(),
  /** Null where it was not seen, and of tokens from before it was kept. */
  firstTradeAt: TimeMs.nullable(),
  lastTradeAt: TimeMs.nullable(),
  supply: U64.nullable(),
  /** The newest fact that told all of it; null before. This and the next are absent in states from before it was kept. */
  supplyToldAt: Position.nullable().optional(),
  /** The newest that told of tokens minted or burnt; null where none did. */
  supplyChangedAt: Position.nullable().optional(),
  /**
   * More accounts of it came than are kept, and those that held least were let go: what an account that is not kept holds is
   * believed from this position on. Absent where none was let go.
   */
  accountsFrom: Position.optional(),
  initialRealTokenReserves: U64.nullable(),
  curve: Reserves.nullable(),
  poolReserves: Reserves.nullable(),
  /** Quote base units per token base unit. */
  price: z.number().nullable(),
  firstPrice: z.number().nullable(),
  buyCount: z.int(),
  sellCount: z.int(),
  usdMicros: I128,
  unpriced: z.int(),
  /** Newest time of a buy whose size in SOL is not known, or whose buyer was let go. */
  unsizedBuyAt: TimeMs.nullable(),
  alertRaisedAt: TimeMs.nullable(),
  /** Then; absent in states from before it was kept. */
  alertMarketCapUsd: z.number().nullable().optional(),
  /** The pool that its migration named; null before, and where it named none. Absent in states from before it was kept. */
  migratedTo: Address.nullable().optional(),
  /**
   * Since when what follows is kept of a token that is older; null where it was from its first fact on. Absent, as what
   * follows, in states from before it was kept.
   */
  keptFrom: TimeMs.nullable().optional(),
  /** What its creator traded of it, in base units; null until it did. */
  creatorTrades: z
    .object({
      bought: I128,
      sold: I128,
      /** The newest sales: by cell, the start of ten seconds ÷ their length, as far as five minutes reach. */
      sales: z.array(z.object({ cell: z.int(), amount: I128 })).max(31),
    })
    .nullable()
    .optional(),
  /**
   * What was taken out of its pool of late, by time: the share of the quote that stood there before. Null where nothing
   * was.
   */
  withdrawals: z
    .array(z.object({ at: TimeMs, share: z.number() }))
    .max(16)
    .nullable()
    .optional(),
  /**
   * Half and more of its pool's liquidity was taken out within an hour: the square root of the product of its reserves
   * before, in base units, and the percent that was gone then. Null where that is back, or never was; absent, as what follows, in states from before it was kept.
   */
  pulled: z.object({ depthBefore: z.number(), percent: z.number() }).nullable().optional(),
  /** When its creator dumped what it held last; null where it did not. */
  creatorDumpedAt: TimeMs.nullable().optional(),
  /** Its best pattern in the first hour of trading so far, and when that was measured last; null before. */
  firstHour: z
    .object({
      pattern: z.enum(PATTERN_NAMES),
      score: z.number(),
      coverage: z.number(),
      at: TimeMs,
      /** By whose tables it is what it is; absent in states from before it was kept. */
      rulesVersion: z.int().optional(),
    })
    .nullable()
    .optional(),
  /** What each layer's findings were worth as they were last said, by the codes of `rules/risk.ts`; null before. */
  assessed: z.array(z.int()).min(6).max(6).nullable().optional(),
  /** The lists on which it stood when it was last measured, a bit for each. */
  lists: U32.optional(),
  firstOn: z.array(FirstOnList).max(LISTED.length).optional(),
  /** Where it counts among the tokens of its partition, by the codes of `lists/counts.ts`; 0 before it was measured. */
  counted: z
    .object({
      live: z.int(),
      whitepaper: z.int(),
      daily: z.int(),
      /** By whose tables these codes and those of `assessed` are; absent in states from before it was kept. */
      rulesVersion: z.int().optional(),
    })
    .optional(),
  /** Newest time of a sale whose size in SOL is not known, or whose seller was let go; null where there was none. */
  unsizedSellAt: TimeMs.nullable().optional(),
  /** What becomes of it; absent in states from before it was kept, whose first listings are not known. */
  outcomes: z
    .object({
      /** Lists that it ever was on, a bit for each. */
      lists: z.int(),
      /** What is followed of it still. */
      spans: z.array(OutcomeSpan).max(32),
    })
    .optional(),
  profiles: z.object({ live: ProfileListing, whitepaper: ProfileListing }),
  scoredAt: TimeMs.nullable(),
  /**
   * The oldest time at which its price trail was touched since it was last measured; 0 where all of it may be another,
   * null where nothing was.
   */
  trailTouchedFrom: TimeMs.nullable(),
  /** Hash of what was last said of the token, to speak only on change. */
  scoredHash: z.number().nullable(),
  dueAt: z.int(),
  prunedAt: TimeMs,
  isMonitored: z.boolean(),
  isBonded: z.boolean(),
  isMatched: z.boolean(),
  /** Absent until something was asked about it. */
  world: World.optional(),
  /** The journal's record that made the token leave for a day's quiet; absent while it is live. */
  evictedOffset: z.int().optional(),
  rings: z.object({
    m1: TradersRing,
    m5: TradersRing,
    h1: TradersRing,
    h24: Ring,
    /** By hour, what has left the last of them; null until something has. Absent in states from before it was kept. */
    older: Ring.nullable().optional(),
  }),
});
export type TokenState = z.infer<typeof TokenState>;

/** What of it the screener keeps as it is. */
export type TokenCore = Omit<TokenState, 'rings'>;

/** A token account as its newest fact left it. */
export const AccountState = z.object({
  account: Address,
  owner: Address.nullable(),
  amount: U64,
  position: Position,
});
export type AccountState = z.infer<typeof AccountState>;

/**
 * A wallet that traded within an hour, or that has a role, and what it bought and sold within the hour before its newest
 * purchase and sale, by minute, in lamports.
 */
export const TraderState = z.object({
  wallet: Address,
  /** Of a whole second. */
  tradedAt: TimeMs,
  buys: z.array(z.object({ minute: U32, lamports: U64 })).max(0xff),
  /** Apart those that followed a purchase of its own within five minutes. */
  sells: z.array(z.object({ minute: U32, isFlip: z.boolean(), lamports: U64 })).max(0xff),
  /** Bits, named where they are given. */
  roles: z.int().min(0).max(0xff),
});
export type TraderState = z.infer<typeof TraderState>;

/**
 * A token's accounts and traders stand in shards 0, 1, … of so many places, all but the last of them full. An entry that
 * changes mostly moves to the end: of one that stands in several shards, the one with the highest number counts.
 */
export const SHARD_SIZE = 32;

/** Key `accounts/<mint>/<shard>`. */
export const AccountShard = z.object({
  kind: z.literal('accounts'),
  v: z.literal(2),
  mint: Mint,
  shard: U32,
  entries: z.array(AccountState).max(SHARD_SIZE),
});

export type AccountShard = z.infer<typeof AccountShard>;

/** Key `traders/<mint>/<shard>`. */
export const TraderShard = z.object({
  kind: z.literal('traders'),
  v: z.literal(3),
  mint: Mint,
  shard: U32,
  entries: z.array(TraderState).max(SHARD_SIZE),
});
export type TraderShard = z.infer<typeof TraderShard>;

const emptyRing = {
  bucket: [],
  buys: [],
  sells: [],
  quote: [],
  usdMicros: [],
  unpriced: [],
  foreign: [],
  close: [],
  before: null,
};
const mint = '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump';
const position = '000371820726-000000-004-0009';

export const tokenStateSamples: readonly z.input<typeof TokenState>[] = [
  {
    kind: 'token',
    v: 2,
    mint,
    source: { kind: 'tape', name: 'mainnet-2025-10-07.tape' },
    position,
    firstSlot: 371820726,
    touchedAt: 1759852522000,
    symbol: null,
    name: null,
    uri: null,
    creator: '7QTTq46P8ErqnF9KrSX8MML3ikTsV8AVGcCG92tv5iCt',
    createdAt: null,
    seenSinceCreation: false,
    isMayhem: null,
    bondingCurve: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    pool: null,
    quoteMint: 'So11111111111111111111111111111111111111112',
    quoteDecimals: 9,
    lifecycle: 'bonding',
    completedAt: null,
    migratedAt: null,
    tradesInPool: false,
    firstTradeAt: null,
    lastTradeAt: 1759852522000,
    supply: null,
    initialRealTokenReserves: null,
    curve: {
      position,
      priceToken: '728008851549656',
      priceQuote: '44216495358',
      realToken: '448108851549656',
      realQuote: '14216495358',
    },
    poolReserves: null,
    price: 0.0000607362,
    firstPrice: 0.0000607362,
    buyCount: 1,
    sellCount: 0,
    usdMicros: '0',
    unpriced: 1,
    unsizedBuyAt: null,
    alertRaisedAt: 1759852522000,
    migratedTo: null,
    keptFrom: null,
    creatorTrades: {
      bought: '40000000000',
      sold: '1000000',
      sales: [{ cell: 175985252, amount: '1000000' }],
    },
    withdrawals: [{ at: 1759852522000, share: 0.25 }],
    firstHour: { pattern: 'viralMeme', score: 41.5, coverage: 0.75, at: 1759852522000, rulesVersion: 2 },
    assessed: [1, 26, 0, 5, 0, 0],
    lists: 0b10_0000_0010,
    firstOn: [{ list: 'social', listedAt: 1759852522000, initialMarketCapUsd: 9_125.7 }],
    counted: { live: 2, whitepaper: 1, daily: 1, rulesVersion: 2 },
    unsizedSellAt: null,
    outcomes: {
      lists: 2,
      spans: [
        {
          since: 'liveRejected',
          startedAt: 1759852522000,
          slot: 371820726,
          price: 0.0000607362,
          peak: 0.0000607362,
          isPriceLost: false,
          hasDumped: false,
          told: 0,
        },
      ],
    },
    profiles: {
      live: {
        now: { source: 'pumpfun', verdict: 'rejected' },
        first: [
          { source: 'pumpfun', verdict: 'rejected', listedAt: 1759852522000, initialMarketCapUsd: null },
        ],
      },
      whitepaper: { now: null, first: [] },
    },
    scoredAt: 1759852522000,
    trailTouchedFrom: null,
    scoredHash: 4503599627370495,
    dueAt: 1759852532000,
    prunedAt: 1759852522000,
    isMonitored: true,
    isBonded: false,
    isMatched: true,
    world: {
      askedAt: {
        metadata: 1759852522000,
        boosts: null,
        social: null,
        mint: null,
        holders: null,
        likeness: 1759852522000,
        website: null,
        place: null,
      },
      answeredAt: {
        metadata: null,
        boosts: null,
        social: null,
        mint: null,
        holders: null,
        likeness: 1759852523000,
        website: null,
        place: null,
      },
      nearness: 'listed',
      lookedAt: null,
      followedAt: 1759852521000,
      documentSha256: null,
      pictureSha256: null,
      pictureFailure: null,
      twitter: null,
      telegram: null,
      boosts: null,
      hasPaidProfile: null,
      document: {
        hasTwitter: true,
        hasTelegram: false,
        hasWebsite: false,
        descriptionCharacters: 35,
        namesUse: false,
      },
      mint: { observedSlot: 371820720, powers: 0b01_01_01_01_01_01_01_01_01, transferFeePercent: 0 },
      authoritySlot: 371820700,
      social: {
        posts1h: 3,
        posts1hAt: 1759852521000,
        posts24h: 41,
        posts24hAt: 1759852521000,
        accountExists: true,
        isVerified: false,
        isVerifiedAt: 1759852521000,
        followers: 1204,
        accountCreatedAt: 1750000000000,
        telegramMembers: null,
      },
      description: null,
      likeness: {
        sinceAt: 1759770000000,
        untilAt: 1759852521000,
        sameName: { mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump', signature: null },
        samePicture: null,
        themeAt: null,
        launchesNamingAccount: 1,
        mintsNamingAccount: [mint],
      },
      website: null,
      doesWebsiteAnswer: null,
      volumePlace: { place: 37, untilAt: 1759852521000 },
    },
    rings: {
      m1: {
        bucket: [1759852522],
        buys: [1],
        sells: [0],
        quote: ['246875000'],
        usdMicros: ['0'],
        unpriced: [1],
        foreign: [0],
        close: [0.0000607362],
        before: null,
        newestOf: [1],
      },
      m5: { ...emptyRing, newestOf: [] },
      h1: { ...emptyRing, newestOf: [] },
      h24: { ...emptyRing, before: { time: 1759852522000, close: 0.00006 } },
      older: null,
    },
  },
];

export const accountShardSamples: readonly z.input<typeof AccountShard>[] = [
  {
    kind: 'accounts',
    v: 2,
    mint,
    shard: 0,
    entries: [
      {
        account: '6BrEsJbwveC7uLkaTd7NA5T1oSWXy2SRkDvd2Na8X92K',
        owner: 'FwjYcbfktK8PC2bzCrqxR6QkUPxmHFbcFGNrz3YAV7ft',
        amount: '4087530976228',
        position,
      },
      {
        account: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
        owner: null,
        amount: '0',
        position: '000371820726-000012-999-0003',
      },
    ],
  },
];

export const traderShardSamples: readonly z.input<typeof TraderShard>[] = [
  {
    kind: 'traders',
    v: 3,
    mint,
    shard: 0,
    entries: [
      {
        wallet: 'FwjYcbfktK8PC2bzCrqxR6QkUPxmHFbcFGNrz3YAV7ft',
        tradedAt: 1759852522000,
        buys: [{ minute: 29330875, lamports: '246875000' }],
        sells: [{ minute: 29330876, isFlip: true, lamports: '246800000' }],
        roles: 48,
      },
    ],
  },
];
