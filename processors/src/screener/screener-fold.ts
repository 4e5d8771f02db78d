/** The screener as a fold: journal records in, screening events and states out. */
import { decodeScreenerState, encodeScreenerState, type ScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readJournalRecord } from '../journal/read-record.js';
import { SEEN_SLOTS, SeenFacts } from '../journal/seen-facts.js';
import { deadLetterOf } from '../runtime/dead-letters.js';
import type { Fold, InputRecord, OutputRecord } from '../runtime/fold.js';
import { applyFacts } from './apply-fact.js';
import { restorePartition, takeStates } from './states.js';

const PARSED_AT_ONCE = 500;

/** States are captured at the first confirmed slot of every 10 s of stream time: a busy token once, not per batch. */
const CAPTURE_MS = 10_000;

export async function openScreenerFold(partitionNumber: number, stored: Map<string, Buffer>): Promise<Fold> {
  const states: ScreenerState[] = [];
  for (const value of stored.values()) {
    states.push(decodeScreenerState(value.toString()));
    // Tens of thousands of states take seconds, in which the group must hear from us.
    if (states.length % PARSED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  const partition = restorePartition(partitionNumber, states);
  const seen = new SeenFacts();

  const refuse = ({ offset, value }: InputRecord, reason: string) => {
    const origin = `${TOPICS.journal.name}/${partitionNumber}/${offset}`;
    const letter = deadLetterOf('screener', reason, origin, value);
    outputs.push({
      topic: TOPICS.deadLetters.name,
      partition: 0,
      key: null,
      value: JSON.stringify(letter),
      timestamp: null,
    });
  };

  const captureNumber = () =>
    partition.clock.time === null ? null : Math.floor(partition.clock.time / CAPTURE_MS);
  let captured = captureNumber();
  let outputs: OutputRecord[] = [];

  const put = (topic: string, key: string | null, value: string | null, timestamp: number | null) =>
    outputs.push({ topic, partition: partitionNumber, key, value, timestamp });

  const takeEmitted = () => {
    for (const { key, text, time } of partition.emitted) put(TOPICS.screening.name, key, text, time);
    partition.emitted = [];
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
    apply(record) {
      const journalRecord = readJournalRecord(record.value);
      if (typeof journalRecord === 'string') {
        refuse(record, journalRecord);
        return;
      }
      const { fresh, isTooOld } = seen.admit(journalRecord, record.offset);
      if (isTooOld) {
        refuse(record, `older than the last ${SEEN_SLOTS} slots: it may have been read before`);
        return;
      }
      applyFacts(partition, journalRecord, fresh);
      takeEmitted();
      if (captureNumber() === captured) return;
      captured = captureNumber();
      capture(record.offset + 1);
    },
    take() {
      const taken = outputs;
      outputs = [];
      return taken;
    },
  };
}
