/** What the query API answers: the same schemas shape replies, OpenAPI and the page's parsing. Times are integer ms of chain time; percents 0–100; unobserved is null. */
import { z } from 'zod';
import { Check, Lifecycle, ListSource, ProfileName, Source } from '../events/index.js';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../rules/index.js';

export { Check, Lifecycle, ListSource, ProfileName, Source };

const Text = z.string().nullable();
const Num = z.number().nullable();
const Ms = z.int().nullable();

/** RFC 9457 problem details with a stable `code`; `error` is the sentence to show. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum([
    'bad_request',
    'forbidden',
    'not_found',
    'method_not_allowed',
    'rate_limited',
    'store_unavailable',
    'starting',
    'internal',
  ]),
  detail: z.string(),
  success: z.literal(false),
  error: z.string(),
});
export type Problem = z.infer<typeof Problem>;

/** A token of Pre-Migration, as product.md §3 names its fields, and what the card shows beside them. */
export const PreMigrationToken = z.object({
  source: ListSource,
  mint: z.string(),
  symbol: Text,
  name: Text,
  passedChecks: z.int(),
  totalChecks: z.int(),
  checks: z.array(Check),
  /** Percent over 5 minutes. */
  priceChange: Num,
  /** buys ÷ max(sells, 1) over 5 minutes. */
  buyRatio: Num,
  /** USD. */
  currentLiquidity: Num,
  tradeCount: z.int(),
  totalTrades: z.int(),
  /** USD since launch, as far as seen. */
  totalVolume: Num,
  /** Handle without @. */
  twitter: Text,
  telegram: Text,
  migrationTime: Ms,
  lifecycle: Lifecycle,
  bondingCurveProgress: Num,
  /** Whole units of the quote. */
  quoteRaised: Num,
  quoteToComplete: Num,
  quoteMint: z.string(),
  price: z.string().nullable(),
  marketCap: Num,
  completionMarketCap: Num,
  holders: z.int().nullable(),
  top1HolderPercent: Num,
  top10HolderPercent: Num,
  holderCoverage: z.number(),
  whaleBuyers: z.int().nullable(),
  priceTrail: z.array(Num),
  createdAt: Ms,
  listedAt: z.int(),
  initialMarketCap: Num,
  marketCapChangePercent: Num,
  seenSinceCreation: z.boolean(),
  gapSeen: z.boolean(),
  isMayhem: z.boolean().nullable(),
  alertRaisedAt: Ms,
  launchpadUrl: z.string(),
  dexUrl: z.string(),
  rulesVersion: z.int(),
  /** Where the data come from: simulated and replayed tokens say so. */
  origin: Source,
  /** Stream time of the measurement. */
  measuredAt: z.int(),
});
export type PreMigrationToken = z.infer<typeof PreMigrationToken>;

export const RejectedToken = PreMigrationToken.extend({ rejectionReason: z.string() });
export type RejectedToken = z.infer<typeof RejectedToken>;

/** A token with the high-hype fields of product.md §3. Scores are null until observed. */
export const HighHypeToken = z.object({
  mint: z.string(),
  symbol: Text,
  name: Text,
  source: z.enum(['bonded-analyzed', 'discovery']),
  hypeScore: Num,
  patternScore: Num,
  socialScore: Num,
  securityScore: Num,
  indicators: z.array(z.string()),
  analysis: Text,
  twitter: Text,
  telegram: Text,
  marketCapChangePercent: Num,
  listedAt: Ms,
  initialMarketCap: Num,
  migrationTime: Ms,
  price: z.string().nullable(),
  bondingCurveProgress: Num,
  liquidity: Num,
  volume24h: Num,
  priceChange24h: Num,
  marketCap: Num,
  txns24h: z.int().nullable(),
  buySellRatio: Num,
  /** When progress first lay between 30 and 50%. */
  alertRaisedAt: Ms,
  dexUrl: z.string(),
  rulesVersion: z.int(),
  origin: Source,
  measuredAt: z.int(),
});
export type HighHypeToken = z.infer<typeof HighHypeToken>;

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    profile: ProfileName,
    /** Stream time of the answer; null before the first slot. */
    asOf: Ms,
    nextCursor: z.string().nullable(),
  });

export const QualifiedTokens = list(PreMigrationToken);
export type QualifiedTokens = z.infer<typeof QualifiedTokens>;
export const RejectedTokens = list(RejectedToken);
export type RejectedTokens = z.infer<typeof RejectedTokens>;
export const EarlyStageTokens = list(HighHypeToken);
export type EarlyStageTokens = z.infer<typeof EarlyStageTokens>;

/** Bonding tokens traded within 1 h, bonded tokens, and their sum. */
export const MonitoringCount = z.object({
  count: z.int(),
  pumpfun: z.int(),
  bonded: z.int(),
  /** Where the newest of what was counted comes from; null before the first slot. */
  origin: Source.nullable(),
  asOf: Ms,
});
export type MonitoringCount = z.infer<typeof MonitoringCount>;

/** Real counts of the fold. The scan is continuous: `completedAt` is the newest pass, `nextAt` when the next is due. */
export const ScanProgress = z.object({
  scanned: z.int(),
  total: z.int(),
  matched: z.int(),
  startedAt: Ms,
  completedAt: Ms,
  nextAt: Ms,
  origin: Source.nullable(),
  asOf: Ms,
});
export type ScanProgress = z.infer<typeof ScanProgress>;

export const ListQuery = z.object({
  profile: ProfileName.default('live'),
  limit: z.coerce.number().int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(200).optional(),
});
/** `source` narrows Qualified and Rejected to one of the two. */
export const PreMigrationQuery = ListQuery.extend({ source: ListSource.optional() });

export const Gap = z.object({
  afterSlot: z.int(),
  beforeSlot: z.int(),
  time: z.int(),
  durationMs: z.int().nullable(),
});
export type Gap = z.infer<typeof Gap>;

export const Health = z.object({
  /** `failed`: there is no answer, or it stands still; `degraded`: something named below is wrong. */
  status: z.enum(['ok', 'degraded', 'failed']),
  /** One sentence per thing that is wrong, empty when ok. */
  problems: z.array(z.string()),
  source: Source.nullable(),
  streamTime: Ms,
  /** Wall clock minus stream time; null before the first slot, and for tapes, whose time is past. */
  lagMs: z.number().nullable(),
  slot: z.int().nullable(),
  eventsPerSecond: z.number().nullable(),
  solPrice: z.object({ usd: z.string(), from: z.string(), observedAt: z.int() }).nullable(),
  /** Gaps of the last 24 h of stream time. */
  gaps: z.array(Gap),
  stores: z.array(
    z.object({
      name: z.string(),
      status: z.enum(['up', 'down']),
      latencyMs: z.number().nullable(),
      error: z.string().nullable(),
    }),
  ),
  topics: z.array(
    z.object({
      topic: z.string(),
      group: z.string(),
      /** Records not yet read by the group; null where it has never committed. */
      lag: z.number().nullable(),
    }),
  ),
  disk: z.object({ freeBytes: z.number(), minFreeBytes: z.number(), isLow: z.boolean() }).nullable(),
});
export type Health = z.infer<typeof Health>;

/**
 * `/api/stream`: server-sent events. The event id is the vector of partition offsets ("0:12,1:44"), and
 * `Last-Event-ID` resumes after it; where it cannot, `reset` comes first and the client reads the lists anew.
 */
export const StreamToken = z.object({
  mint: z.string(),
  profile: ProfileName,
  /** The list that holds the token now; null when it is in neither. */
  list: z.enum(['qualified', 'rejected']).nullable(),
  item: z.union([RejectedToken, PreMigrationToken]).nullable(),
  earlyStage: HighHypeToken.nullable(),
  asOf: Ms,
});
export type StreamToken = z.infer<typeof StreamToken>;

export const STREAM_EVENTS = {
  /** First on a stream that cannot resume. Data: `{}`. */
  reset: 'reset',
  /** Data: {@link StreamToken}. */
  token: 'token',
  /** Data: {@link MonitoringCount}, about once per second. */
  monitoring: 'monitoring',
  /** Data: {@link Health}, about once per second; also the heartbeat. */
  health: 'health',
} as const;
