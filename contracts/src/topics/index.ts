/**
 * The topics: who writes, how they are keyed, and their stage. A processor's outputs have a higher stage than its
 * inputs, so that data flow one way. All topics keyed by mint have the same, fixed number of partitions.
 */
export type TopicName =
  | 'tokens.journal'
  | 'screening.tokens'
  | 'screener.state'
  | 'screener.evicted'
  | 'layout-drift'
  | 'dead-letters';

export type Topic = {
  name: TopicName;
  key: 'mint' | 'state-key' | 'none';
  stage: number;
  /** What its records parse as, in `contracts/events`, `contracts/frames` or `contracts/states`. */
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

export const TOPICS = {
  journal: {
    name: 'tokens.journal',
    key: 'mint',
    stage: 0,
    holds: 'JournalRecord',
    cleanup: 'delete',
    configs: CHAIN_TIME,
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
    configs: { ...CHAIN_TIME, 'segment.bytes': String(64 * 1024 * 1024), 'min.cleanable.dirty.ratio': '0.1' },
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
  deadLetters: {
    name: 'dead-letters',
    key: 'none',
    stage: 9,
    holds: 'DeadLetter',
    cleanup: 'delete',
    configs: { 'retention.ms': '-1' },
  },
} as const satisfies Record<string, Topic>;

/** What each processor reads and writes; one test holds the stages against it. */
export const PROCESSORS = {
  screener: {
    inputs: [TOPICS.journal],
    outputs: [TOPICS.screening, TOPICS.screenerState, TOPICS.evicted, TOPICS.deadLetters],
  },
  sink: {
    inputs: [TOPICS.journal, TOPICS.screening, TOPICS.evicted],
    outputs: [TOPICS.deadLetters],
  },
} as const satisfies Record<string, { inputs: readonly Topic[]; outputs: readonly Topic[] }>;
