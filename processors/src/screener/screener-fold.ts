/** The screener as a fold: journal records in, screening events and states out. */
import { encodeAsk, keyOfAsk } from '@cryptonite/contracts/asks';
import { isAnswer, type JournalRecord } from '@cryptonite/contracts/events';
import { encodeFollowed } from '@cryptonite/contracts/follows';
import { encodeEvictedState, LaterVersion } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readJournalRecord } from '../journal/read-record.js';
import { MOST_SEEN_SLOTS, SEEN_MS, SeenFacts, TOO_OLD } from '../journal/seen-facts.js';
import { deadLetterOf, outputOfLetter } from '../runtime/dead-letters.js';
import type { Fold, InputRecord } from '../runtime/fold.js';
import type { OutputRecord } from '../runtime/outputs.js';
import { Unrecoverable } from '../runtime/unrecoverable.js';
import { applyRecord } from './facts/apply-fact.js';
import type { Partition } from './partition.js';
import { Capture } from './state/capture.js';
import { isLaunched } from './state/evict.js';
import { keysOfEvicted, readEvicted, restorePartition } from './state/states.js';
import { DamagedState, type StoredToken } from './state/token.js';

const PARSED_AT_ONCE = 500;

/**
 * States are captured at the first confirmed slot of every minute of stream time: a busy token once, not per batch. What a
 * restart folds again grows with it, and is some seconds' work. The partitions take turns.
 */
const CAPTURE_MS = 60_000;
const CAPTURE_TURNS = 4;
/** So much of a capture is made with every record: below a millisecond. */
const CAPTURED_AT_ONCE_BYTES = 32_768;

/** Takes the values out as they are read: what is decoded needs no memory twice. */
function* takenOut(stored: Map<string, Buffer>): Generator<[string, Buffer]> {
  for (const entry of stored) {
    stored.delete(entry[0]);
    yield entry;
  }
}

async function restore(partitionNumber: number, stored: Map<string, Buffer>): Promise<Partition> {
  const restoring = restorePartition(partitionNumber, takenOut(stored));
  try {
    let step = restoring.next();
    for (let count = 1; !step.done; count += 1, step = restoring.next())
      // Tens of thousands of states take seconds, in which the group must hear from us.
      if (count % PARSED_AT_ONCE === 0) await new Promise(setImmediate);
    return step.value;
  } catch (error) {
    if (error instanceof LaterVersion) throw new Unrecoverable(error.message);
    throw error;
  }
}

/** What cannot be read now never can: reading it again would not end. */
function readEvictedOf(mint: string, texts: readonly string[]): StoredToken {
  try {
    return readEvicted(texts);
  } catch (error) {
    throw new Unrecoverable(
      `the evicted state of ${mint}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

/** What is stored of a token is read when it is asked for. */
function reading<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DamagedState) throw new Unrecoverable(error.message);
    throw error;
  }
}

type Read = InputRecord & { record: JournalRecord | string };

export async function openScreenerFold(
  partitionNumber: number,
  stored: Map<string, Buffer>,
): Promise<Fold<Read>> {
  const partition = await restore(partitionNumber, stored);
  /** Where a restart would go on. */
  const { nextOffset, warmFrom } = partition.clock;
  let standsAt = nextOffset;
  const seen = new SeenFacts();

  const refuse = ({ offset, value }: InputRecord, reason: string) => {
    const origin = `${TOPICS.journal.name}/${partitionNumber}/${offset}`;
    outputs.push(outputOfLetter(deadLetterOf('screener', reason, origin, value)));
  };

  const turnMs = ((partitionNumber % CAPTURE_TURNS) * CAPTURE_MS) / CAPTURE_TURNS;
  const captureNumber = () =>
    partition.clock.time === null ? null : Math.floor((partition.clock.time + turnMs) / CAPTURE_MS);
  let captured = captureNumber();
  let capture: Capture | null = null;
  let outputs: OutputRecord[] = [];

  const put = (topic: string, key: string | null, value: OutputRecord['value'], timestamp: number | null) =>
    outputs.push({ topic, partition: partitionNumber, key, value, timestamp });

  const take = () => {
    const taken = outputs;
    outputs = [];
    return taken;
  };

  const takeEmitted = () => {
    for (const { key, value, time } of partition.emitted) put(TOPICS.screening.name, key, value, time);
    partition.emitted = [];
    for (const ask of partition.asks) put(TOPICS.asks.name, keyOfAsk(ask), encodeAsk(ask), null);
    partition.asks = [];
    for (const each of partition.followed) put(TOPICS.followed.name, each.mint, encodeFollowed(each), null);
    partition.followed = [];
    for (const evicted of partition.leaving)
      put(TOPICS.evicted.name, evicted.mint, encodeEvictedState(evicted), evicted.evictedAt);
    partition.leaving = [];
  };

  const beginCapture = (offset: number) => {
    advanceCapture(Number.POSITIVE_INFINITY);
    partition.clock.nextOffset = offset;
    partition.clock.warmFrom = seen.warmFrom(offset);
    capture = new Capture(partition);
    partition.capture = capture;
  };

  const advanceCapture = (bytes: number) => {
    const records = capture?.advance(bytes);
    if (!capture || !records) return;
    for (const { key, value } of records) put(TOPICS.screenerState.name, key, value, null);
    standsAt = capture.nextOffset;
    capture = null;
    partition.capture = null;
  };

  return {
    nextOffset,
    warmFrom,
    warm(record) {
      const journalRecord = readJournalRecord(record.value);
      if (typeof journalRecord !== 'string' && !isAnswer(journalRecord))
        seen.admit(journalRecord, record.offset);
    },
    read: (record) => ({ record: readJournalRecord(record.value), ...record }),
    missing(reads) {
      const records = reads.flatMap(({ record }) =>
        typeof record === 'string' || isAnswer(record) ? [] : [record],
      );
      let newestSlot = partition.clock.slot ?? 0;
      let newestMs = partition.clock.time ?? 0;
      // Behind what was read before it a launch may be refused as too old, and makes nothing known then.
      const mayBeTooOld = ({ slot, time }: JournalRecord) =>
        slot <= newestSlot - MOST_SEEN_SLOTS || time <= newestMs - SEEN_MS;
      const missing: string[] = [];
      const known = new Set<string>();
      for (const record of records) {
        const fresh = seen.unseen(record);
        for (const fact of fresh) {
          if (!('mint' in fact)) continue;
          const { mint } = fact;
          if (known.has(mint) || partition.tokens.has(mint) || partition.evicted.has(mint)) continue;
          const launched = isLaunched(fresh, mint);
          if (!launched) missing.push(mint);
          if (!launched || !mayBeTooOld(record)) known.add(mint);
        }
        newestSlot = Math.max(newestSlot, record.slot);
        newestMs = Math.max(newestMs, record.time);
      }
      return missing;
    },
    bring(found) {
      partition.found = new Map([...found].map(([mint, texts]) => [mint, readEvictedOf(mint, texts)]));
    },
    apply({ offset, value, record }) {
      if (typeof record === 'string') {
        refuse({ offset, value }, record);
        return;
      }
      const admitted = isAnswer(record) ? null : seen.admit(record, offset);
      if (admitted?.isTooOld) {
        refuse({ offset, value }, TOO_OLD);
        return;
      }
      partition.offset = offset;
      partition.oldestSlot = seen.oldestSlot;
      // One with every record, so that none waits for all of them, and the bytes they were stored in are let go.
      reading(() => {
        partition.restored.pop()?.takeIn();
        const isWhole = admitted === null || admitted.fresh.length === record.facts.length;
        applyRecord(partition, isWhole ? record : { ...record, facts: [...admitted.fresh] });
      });
      takeEmitted();
      if (captureNumber() !== captured) {
        captured = captureNumber();
        beginCapture(offset + 1);
      }
      advanceCapture(CAPTURED_AT_ONCE_BYTES);
    },
    take,
    evicted: () =>
      [...partition.evicted.values()].map(({ state }) => ({
        key: state.mint,
        offset: state.evictedOffset ?? 0,
      })),
    release(findable) {
      for (const { key, offset } of findable) {
        const token = partition.evicted.get(key);
        // A restart folds again from the newest capture: what that needs stays.
        if (token?.state.evictedOffset !== offset || offset >= standsAt) continue;
        partition.evicted.delete(key);
        for (const name of reading(() => keysOfEvicted(token)))
          put(TOPICS.screenerState.name, name, null, null);
        token.drop();
      }
      return take();
    },
  };
}
