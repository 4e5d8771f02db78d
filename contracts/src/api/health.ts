import { z } from 'zod';
import { LayoutDrift, Source } from '../events/index.js';
import { Ms, Num, Text } from './shared.js';

/** A processor that has so many records of a topic to read is behind: what it makes is not whole yet. */
export const BEHIND_FROM_RECORDS = 20_000;

/** A chain's block times run ahead of a right clock by a second or two; ms from which on the server's clock is slow. */
export const CLOCK_SLOW_FROM_MS = 10_000;

/** What is learned of tokens outside the chain, each from services of its own. */
export const ENRICHED_BY = [
  'metadata',
  'boosts',
  'posts',
  'accounts',
  'telegram',
  'mints',
  'websites',
] as const;
export type EnrichedBy = (typeof ENRICHED_BY)[number];

/** What is kept of the past: trades and all else that is read of the chain, what was measured of tokens, and the score of each. */
export const STORES_WITH_A_PAST = ['trades', 'measurements'] as const;

export const Gap = z.object({
  afterSlot: z.int(),
  beforeSlot: z.int(),
  time: z.int(),
  durationMs: z.int().nullable(),
});
export type Gap = z.infer<typeof Gap>;

const StoreState = z.object({
  name: z.string(),
  status: z.enum(['up', 'down']),
  since: Ms.describe(
    'Wall clock, ms since 1970, at which it came into this state; null before it was asked.',
  ),
  answeredAgoMs: Num.describe('Age in ms of its last answer; null where it has not answered yet.'),
  latencyMs: Num.describe('How long that answer took; null while it is down.'),
  error: Text.describe('Why it is down, as a code or in a few words; more stands in the log.'),
});

/** All that is known of how the product is, for who runs it. */
export const Health = z.object({
  status: z
    .enum(['ok', 'degraded', 'failed'])
    .describe('failed: there is no answer, or it stands still; degraded: something named below is wrong.'),
  problems: z.array(z.string()).describe('One sentence per thing that is wrong, empty when ok.'),
  source: Source.nullable(),
  sourceAway: z
    .object({
      host: z.string(),
      since: z.int().describe('Wall clock, ms since 1970.'),
      reason: z.string().describe('What is wrong, in one line, as it was met last; it is tried on.'),
    })
    .nullable()
    .describe('Where nothing new comes: what ingest says of the source that does not answer.'),
  streamTime: Ms,
  lagMs: z
    .number()
    .nullable()
    .describe(
      'Wall clock minus stream time; null before the first slot, for tapes, whose time is past, and for a market whose time runs fast.',
    ),
  inStepInMs: Num.describe(
    'While a stream that is late catches up: how long it will take, by the speed of the last seconds; otherwise null.',
  ),
  slot: z.int().nullable(),
  eventsPerSecond: z.number().nullable(),
  solPrice: z.object({ usd: z.string(), from: z.string(), observedAt: z.int() }).nullable(),
  gaps: z.array(Gap).describe('Gaps of the last 24 h of stream time.'),
  reach: z
    .array(
      z.object({
        store: z.enum(STORES_WITH_A_PAST),
        from: Ms.describe('Stream time of the oldest that is kept; null while that is not known.'),
      }),
    )
    .describe('How far back each store reaches, looked up each minute.'),
  unknownLayouts: z
    .array(LayoutDrift.omit({ v: true }))
    .describe('Events of the launchpads in layouts that this version does not know, while they are seen.'),
  stores: z
    .array(StoreState)
    .describe(
      'Each store is asked by itself, twice a second, and counts as down 2.2 s after a question without an answer.',
    ),
  site: z
    .array(StoreState)
    .describe(
      'What sign-in (postgres), the app (s3) and balances (rpc) need, where it is configured; no list does, so neither status nor problems speak of it. Postgres is asked twice a second, the object store every 2 s, the RPC every 10 s.',
    ),
  topics: z.array(
    z.object({
      topic: z.string(),
      processor: z.enum(['screener', 'sink']).describe('Who reads the topic.'),
      group: z.string().describe('Its consumer group.'),
      lag: z
        .number()
        .nullable()
        .describe(
          `Records not yet read by the group; null where it has never committed. Above ${BEHIND_FROM_RECORDS} it counts as behind.`,
        ),
    }),
  ),
  deadLetters: z
    .object({
      total: z.int(),
      kinds: z
        .array(
          z.object({
            service: z.string(),
            reason: z.string(),
            count: z.int(),
            newestAt: z.int().describe('Wall clock, ms since 1970, of the newest of the kind.'),
          }),
        )
        .describe(
          'The kinds with the newest letters first, 30 at most; all others are one kind with the service other. Numbers, addresses and quoted text of a reason are ….',
        ),
    })
    .nullable()
    .describe(
      'What could not be read and is kept in topic dead-letters; null while that topic cannot be read.',
    ),
  sources: z
    .array(z.object({ name: z.enum(ENRICHED_BY), isConfigured: z.boolean() }))
    .describe(
      'Whom enrichers can ask about tokens. What is asked of nobody is unknown everywhere, which is no fault.',
    ),
  disk: z
    .object({
      freeBytes: z.number(),
      minFreeBytes: z.number(),
      isLow: z.boolean(),
      stores: z
        .array(
          z.object({
            name: z.string(),
            bytes: z.number(),
            limitBytes: Num.describe('Above it the oldest history goes; null where nothing bounds it.'),
            bytesPerDay: Num.describe(
              'Growth over the last hour, or as long as it was watched if that is less; null before ten minutes.',
            ),
            daysLeft: Num.describe(
              'Days at that rate until it reaches its limit, or until no more than minFreeBytes are free, whichever comes first; null where the rate is not known, or nothing grows.',
            ),
          }),
        )
        .describe('What the stores on this disk take, each minute anew; empty where they are elsewhere.'),
    })
    .nullable(),
});
export type Health = z.infer<typeof Health>;

/** What a visitor meets of what is wrong, the worst first. */
export const HEALTH_CONCERNS = {
  loading: 'the lists are loading',
  'no-trades': 'no new trades come',
  'no-history': 'nothing can be read of the past',
  'no-data': 'another store is down',
  'low-disk': 'new trades may stop soon',
  'late-history': 'the past is being filled up to what the lists show',
  'unread-trades': 'some trades are in a layout that is not known',
  other: 'something that no visitor meets',
} as const;
export type HealthConcern = keyof typeof HEALTH_CONCERNS;
const CONCERN_NAMES = Object.keys(HEALTH_CONCERNS) as HealthConcern[];

/** What anybody is told: how late the data are and how far back they reach, and nothing of what the product is made of. */
export const HealthSummary = Health.pick({
  status: true,
  source: true,
  streamTime: true,
  lagMs: true,
  inStepInMs: true,
  slot: true,
  eventsPerSecond: true,
  solPrice: true,
  gaps: true,
  reach: true,
  sources: true,
}).extend({
  concern: z
    .enum(CONCERN_NAMES)
    .nullable()
    .describe(
      `The worst of what is wrong: ${Object.entries(HEALTH_CONCERNS)
        .map(([name, meaning]) => `${name}: ${meaning}`)
        .join('; ')}. Null when nothing is.`,
    ),
  awaySince: Ms.describe(
    'Where nothing new comes because the source does not answer: wall clock, ms since 1970; otherwise null.',
  ),
  areScoresLate: z.boolean().describe('Whether trades that came wait to be scored.'),
});
export type HealthSummary = z.infer<typeof HealthSummary>;

/** The process answers. One that does not is to be started again. */
export const Live = z.object({ live: z.literal(true) });
export type Live = z.infer<typeof Live>;

/** The lists can be asked. Until then the answer is a problem, `starting`. */
export const Ready = z.object({ ready: z.literal(true) });
export type Ready = z.infer<typeof Ready>;
