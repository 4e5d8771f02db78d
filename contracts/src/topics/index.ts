/**
 * The topics: who writes, how they are keyed, and their stage. A processor's outputs have a higher stage than its
 * inputs, so that data flow one way; the one exception stands at {@link PROCESSORS}. All topics keyed by mint have the same, fixed number of partitions.
 */
export type TopicName =
  | 'tokens.journal'
  | 'tokens.asks'
  | 'tokens.followed'
  | 'screening.tokens'
  | 'screener.state'
  | 'screener.evicted'
  | 'layout-drift'
  | 'source-state'
  | 'dead-letters';

export type Topic = {
  name: TopicName;
  key: 'mint' | 'state-key' | 'none';
  stage: number;
  /** What its records parse as, in `contracts/events`, `contracts/asks`, `contracts/follows`, `contracts/frames`, `contracts/source-state` or `contracts/states`. */
  holds: string;
  cleanup: 'delete' | 'compact';
  /** Kafka topic configs beyond the defaults. */
  configs: Readonly<Record<string, string>>;
};

/** Times in these topics are the chain's: years apart from the broker's clock in a replay. */
const CHAIN_TIME = {
  'message.timestamp.before.max.ms': '9223372036854775807',
  'message.timestamp.after.max.ms': '9223372036854775807',
  'retention.ms': '-1',
};

/** By the broker's clock, whatever time the records name. */
const FOR_AN_HOUR = {
  'message.timestamp.before.max.ms': CHAIN_TIME['message.timestamp.before.max.ms'],
  'message.timestamp.after.max.ms': CHAIN_TIME['message.timestamp.after.max.ms'],
  'message.timestamp.type': 'LogAppendTime',
  'retention.ms': String(60 * 60 * 1000),
  'segment.bytes': String(64 * 1024 * 1024),
};

export const TOPICS = {
  journal: {
    name: 'tokens.journal',
    key: 'mint',
    stage: 0,
    holds: 'JournalRecord',
    cleanup: 'delete',
    configs: CHAIN_TIME,
  },
  // Nobody needs an ask that is older than the next one about the same.
  asks: {
    name: 'tokens.asks',
    key: 'mint',
    stage: 1,
    holds: 'AskRecord',
    cleanup: 'delete',
    configs: FOR_AN_HOUR,
  },
  // Told again while it holds, at least every quarter of an hour.
  followed: {
    name: 'tokens.followed',
    key: 'mint',
    stage: 1,
    holds: 'FollowedToken',
    cleanup: 'delete',
    configs: FOR_AN_HOUR,
  },
  screening: {
    name: 'screening.tokens',
    key: 'mint',
    stage: 1,
    holds: 'ScreeningRecord',
    cleanup: 'delete',
    configs: CHAIN_TIME,
  },
  screenerState: {
    name: 'screener.state',
    key: 'state-key',
    stage: 1,
    holds: 'ScreenerState',
    cleanup: 'compact',
    // Only whole segments are compacted: what is newest would stand there several times over.
    configs: { ...CHAIN_TIME, 'segment.bytes': String(8 * 1024 * 1024), 'min.cleanable.dirty.ratio': '0.1' },
  },
  evicted: {
    name: 'screener.evicted',
    key: 'mint',
    stage: 1,
    holds: 'EvictedState',
    cleanup: 'delete',
    configs: CHAIN_TIME,
  },
  // Ingest writes it beside the journal: it says what of the chain the journal may lack.
  layoutDrift: {
    name: 'layout-drift',
    key: 'none',
    stage: 1,
    holds: 'LayoutDrift',
    cleanup: 'compact',
    configs: {},
  },
  // Ingest writes it, too: why nothing new may stand in the journal.
  sourceState: {
    name: 'source-state',
    key: 'none',
    stage: 1,
    holds: 'SourceState',
    cleanup: 'compact',
    configs: {},
  },
  deadLetters: {
    name: 'dead-letters',
    key: 'none',
    stage: 9,
    holds: 'DeadLetter',
    cleanup: 'delete',
    configs: { 'retention.ms': '-1' },
  },
} as const satisfies Record<string, Topic>;

/**
 * What each processor reads and writes; one test holds the stages against it.
 *
 * `answersInto` is the exception to rising stages: enrichers write what they learned where it came from, into the journal,
 * because it decides as the chain's own facts do and must be read again by every replay. Nothing turns in a circle: an
 * enricher writes answers alone (`isAnswer`), one at most for each ask; the screener asks as stream time passes and never
 * because it was answered; and a replay runs without enrichers, on the answers that the journal holds.
 *
 * What `followed` names only says of which accounts ingest has the chain's own stream bring more: it makes nothing of these
 * records, and a replay follows nobody.
 */
export const PROCESSORS = {
  screener: {
    inputs: [TOPICS.journal],
    outputs: [
      TOPICS.screening,
      TOPICS.asks,
      TOPICS.followed,
      TOPICS.screenerState,
      TOPICS.evicted,
      TOPICS.deadLetters,
    ],
  },
  sink: {
    inputs: [TOPICS.journal, TOPICS.screening, TOPICS.evicted],
    outputs: [TOPICS.deadLetters],
  },
  enrichers: {
    inputs: [TOPICS.asks],
    outputs: [TOPICS.deadLetters],
    answersInto: [TOPICS.journal],
  },
} as const satisfies Record<
  string,
  { inputs: readonly Topic[]; outputs: readonly Topic[]; answersInto?: readonly Topic[] }
>;
