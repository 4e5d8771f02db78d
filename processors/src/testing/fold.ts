/** Folds journal records without Kafka, for tests. */
import type { AskRecord } from '@cryptonite/contracts/asks';
import type { JournalRecord, Source } from '@cryptonite/contracts/events';
import type { FollowedToken } from '@cryptonite/contracts/follows';
import { decodeFrame, measurementsOf } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { applyRecord } from '../screener/facts/apply-fact.js';
import { newPartition, type Partition, type WireEvent } from '../screener/partition.js';
import { Capture } from '../screener/state/capture.js';
import { restorePartition } from '../screener/state/states.js';
import { stateOf } from '../screener/state/token.js';

/** What was put out: events, and frames as the measurements in them. */
export type Said = WireEvent | ({ kind: 'Measured'; source: Source } & Measurement);

export type Folded = {
  partition: Partition;
  emitted: Said[];
  asked: AskRecord[];
  followed: FollowedToken[];
  frames: Buffer[];
  states: Map<string, string | Buffer>;
};

export const newFolded = (): Folded => ({
  partition: newPartition(0),
  emitted: [],
  asked: [],
  followed: [],
  frames: [],
  states: new Map(),
});

/** Folds one batch and stores its states. */
export function foldBatch(folded: Folded, records: readonly JournalRecord[]): void {
  for (const record of records) applyRecord(folded.partition, record);
  folded.asked.push(...folded.partition.asks);
  folded.partition.asks = [];
  folded.followed.push(...folded.partition.followed);
  folded.partition.followed = [];
  for (const { value } of folded.partition.emitted) {
    folded.emitted.push(...saidBy(value));
    if (typeof value !== 'string') folded.frames.push(value);
  }
  folded.partition.emitted = [];
  capture(folded);
}

/** Stores what changed, all at once. */
export function capture({ partition, states }: Pick<Folded, 'partition' | 'states'>): void {
  for (const { key, value } of new Capture(partition).advance(Number.POSITIVE_INFINITY) ?? []) {
    if (value === null) states.delete(key);
    else states.set(key, value);
  }
}

function saidBy(value: string | Buffer): Said[] {
  if (typeof value === 'string') return [JSON.parse(value)];
  const frame = decodeFrame(value);
  return measurementsOf(frame).map((measurement) => ({
    kind: 'Measured',
    source: frame.source,
    ...measurement,
  }));
}

/** Goes on from the stored states, as after a crash. */
export function restart(folded: Folded): void {
  folded.partition = restored(folded.states);
}

/** What the stored states say, by name: in which shards it stands depends on when it was stored. */
export function restoredContents({ states }: Pick<Folded, 'states'>): Map<string, unknown> {
  const { clock, tokens } = restored(states);
  const contents = new Map<string, unknown>([['clock', clock]]);
  for (const [mint, token] of tokens) {
    contents.set(mint, stateOf(token));
    for (const account of token.accounts.states()) contents.set(`${mint} ${account.account}`, account);
    for (const trader of token.traders.states()) contents.set(`${mint} ${trader.wallet}`, trader);
  }
  return contents;
}

function restored(states: Folded['states']): Partition {
  const restoring = restorePartition(0, states);
  let step = restoring.next();
  while (!step.done) step = restoring.next();
  return step.value;
}
