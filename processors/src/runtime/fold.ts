/** A fold of a partition's records, as the runtime drives it. */
import type { Traces } from '@cryptonite/contracts/traces';
import type { Kafka } from 'kafkajs';
import type { Evicted, EvictedStates } from './evicted-states.js';
import type { OutputRecord } from './outputs.js';

export type InputRecord = { offset: number; value: Buffer | null };

/** One partition's fold: knows no Kafka and no ClickHouse. `Read` is a record as it reads it. */
export type Fold<Read> = {
  /** Where the states stand in the input: at most at the committed offset. */
  nextOffset: number;
  /** Where reading must begin for the fold to know which records it has seen; at most its next offset. */
  warmFrom: number;
  /** A record that the states hold already: only remembered. */
  warm(record: InputRecord): void;
  /** Changes nothing. */
  read(record: InputRecord): Read;
  /** Keys that the records need, that memory does not hold, and that may have been evicted. */
  missing(records: readonly Read[]): string[];
  /** Brings what was found of them; the rest never was. */
  bring(found: ReadonlyMap<string, readonly string[]>): void;
  apply(record: Read): void;
  /** What the records applied since the last call put out, captured states included. */
  take(): OutputRecord[];
  /** What was evicted and still stands in the topic of states. */
  evicted(): Evicted[];
  /** Removes what can be found elsewhere from the topic of states, but for what is live again or not yet captured. */
  release(findable: readonly Evicted[]): OutputRecord[];
};

export type FoldOptions<Read> = {
  kafka: Kafka;
  groupId: string;
  inputTopic: string;
  stateTopic: string;
  /** Makes the fold of a partition from its states. */
  openFold: (partition: number, states: Map<string, Buffer>) => Promise<Fold<Read>>;
  evictedStates: EvictedStates;
  /** What is told of records on their way; null where nothing is. */
  traces: Traces | null;
  /** Where copies of the states are kept between starts; null for nowhere. */
  snapshotDir: string | null;
  log: (line: string) => void;
  /** What the fold cannot go on from, though the process might live on. */
  onFatal: (error: Error) => void;
};
