/** The screener as a fold: journal records in, screening events and states out. */
import type { JournalRecord } from '@cryptonite/contracts/events';
import { encodeEvictedState, encodeScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readJournalRecord } from '../journal/read-record.js';
import { SEEN_SLOTS, SeenFacts } from '../journal/seen-facts.js';
import { deadLetterOf, outputOfLetter } from '../runtime/dead-letters.js';
import type { Fold, InputRecord } from '../runtime/fold.js';
import type { OutputRecord } from '../runtime/outputs.js';
import { applyRecord } from './facts/apply-fact.js';
import { isLaunched } from './state/evict.js';
import { keysOfEvicted, restoreEvicted, restorePartition, takeStates } from './state/states.js';

const PARSED_AT_ONCE = 500;

/**
 * States are captured at the first confirmed slot of every 30 s of stream time: a busy token once, not per batch. What a
 * restart folds again grows with it, and is a second's work. The partitions take turns, as each capture is a pause in
 * which nothing else is folded.
 */
const CAPTURE_MS = 30_000;
const CAPTURE_TURNS = 4;

/** Takes the values out as they are read, so that they need no memory twice. */
function* textsOf(stored: Map<string, Buffer>): Generator<[string, string]> {
  for (const [key, value] of stored) {
    stored.delete(key);
    yield [key, value.toString()];
  }
}

type Read = InputRecord & { record: JournalRecord | string };

export async function openScreenerFold(
  partitionNumber: number,
  stored: Map<string, Buffer>,
): Promise<Fold<Read>> {
  const restoring = restorePartition(partitionNumber, textsOf(stored));
  let step = restoring.next();
  for (let count = 1; !step.done; count += 1, step = restoring.next())
    // Tens of thousands of states take seconds, in which the group must hear from us.
    if (count % PARSED_AT_ONCE === 0) await new Promise(setImmediate);
  const partition = step.value;
  const seen = new SeenFacts();

  const refuse = ({ offset, value }: InputRecord, reason: string) => {
    const origin = `${TOPICS.journal.name}/${partitionNumber}/${offset}`;
    outputs.push(outputOfLetter(deadLetterOf('screener', reason, origin, value)));
  };

  const turnMs = ((partitionNumber % CAPTURE_TURNS) * CAPTURE_MS) / CAPTURE_TURNS;
  const captureNumber = () =>
    partition.clock.time === null ? null : Math.floor((partition.clock.time + turnMs) / CAPTURE_MS);
  let captured = captureNumber();
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
    for (const evicted of partition.leaving)
      put(TOPICS.evicted.name, evicted.mint, encodeEvictedState(evicted), evicted.evictedAt);
    partition.leaving = [];
  };

  const capture = (nextOffset: number) => {
    partition.clock.nextOffset = nextOffset;
    partition.clock.warmFrom = seen.warmFrom(nextOffset);
    for (const { key, state } of takeStates(partition))
      put(TOPICS.screenerState.name, key, state && encodeScreenerState(state), null);
  };

  return {
    nextOffset: partition.clock.nextOffset,
    warmFrom: partition.clock.warmFrom,
    warm(record) {
      const journalRecord = readJournalRecord(record.value);
      if (typeof journalRecord !== 'string') seen.admit(journalRecord, record.offset);
    },
    read: (record) => ({ ...record, record: readJournalRecord(record.value) }),
    missing(reads) {
      const records = reads.flatMap(({ record }) => (typeof record === 'string' ? [] : [record]));
      const newestSlot = records.reduce(
        (slot, record) => Math.max(slot, record.slot),
        partition.clock.slot ?? 0,
      );
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
          // A launch that may be refused as too old makes nothing known.
          if (!launched || record.slot > newestSlot - SEEN_SLOTS) known.add(mint);
        }
      }
      return missing;
    },
    bring(found) {
      partition.found = new Map([...found].map(([mint, texts]) => [mint, restoreEvicted(texts)]));
    },
    apply({ offset, value, record }) {
      if (typeof record === 'string') {
        refuse({ offset, value }, record);
        return;
      }
      const { fresh, isTooOld } = seen.admit(record, offset);
      if (isTooOld) {
        refuse({ offset, value }, `older than the last ${SEEN_SLOTS} slots: it may have been read before`);
        return;
      }
      partition.offset = offset;
      applyRecord(
        partition,
        fresh.length === record.facts.length ? record : { ...record, facts: [...fresh] },
      );
      takeEmitted();
      if (captureNumber() === captured) return;
      captured = captureNumber();
      capture(offset + 1);
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
        if (token?.state.evictedOffset !== offset || offset >= partition.clock.nextOffset) continue;
        partition.evicted.delete(key);
        for (const name of keysOfEvicted(token)) put(TOPICS.screenerState.name, name, null, null);
      }
      return take();
    },
  };
}
