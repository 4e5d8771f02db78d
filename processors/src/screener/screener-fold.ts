/** The screener as a fold: journal records in, screening events and states out. */
import type { DeadLetter } from '@cryptonite/contracts/events';
import { decodeScreenerState, encodeScreenerState, type ScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { readJournalRecord } from '../journal/read-record.js';
import { SEEN_SLOTS, SeenFacts } from '../journal/seen-facts.js';
import { deadLetterOf } from '../runtime/dead-letters.js';
import type { Fold, InputRecord, OutputRecord } from '../runtime/fold.js';
import { applyFacts } from './apply-fact.js';
import { restorePartition, takeStates } from './states.js';

const PARSED_AT_ONCE = 500;

export async function openScreenerFold(partitionNumber: number, stored: Map<string, Buffer>): Promise<Fold> {
  const states: ScreenerState[] = [];
  for (const value of stored.values()) {
    states.push(decodeScreenerState(value.toString()));
    // Tens of thousands of states take seconds, in which the group must hear from us.
    if (states.length % PARSED_AT_ONCE === 0) await new Promise(setImmediate);
  }
  const partition = restorePartition(partitionNumber, states);
  const seen = new SeenFacts();
  const refused: DeadLetter[] = [];

  const refuse = ({ offset, value }: InputRecord, reason: string) =>
    refused.push(
      deadLetterOf('screener', reason, `${TOPICS.journal.name}/${partitionNumber}/${offset}`, value),
    );

  return {
    nextOffset: states.length === 0 ? null : partition.clock.nextOffset,
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
      if (isTooOld) refuse(record, `older than the last ${SEEN_SLOTS} slots: it may have been read before`);
      else applyFacts(partition, journalRecord, fresh);
    },
    take(next) {
      partition.clock.nextOffset = next;
      partition.clock.warmFrom = seen.warmFrom(next);
      const outputs: OutputRecord[] = [];
      const put = (
        topic: string,
        at: number,
        key: string | null,
        value: string | null,
        time: number | null,
      ) => outputs.push({ topic, partition: at, key, value, timestamp: time });
      for (const event of partition.emitted) {
        const key = event.kind === 'ScanAdvanced' ? String(event.partition) : event.mint;
        put(TOPICS.screening.name, partitionNumber, key, JSON.stringify(event), event.time);
      }
      for (const { key, state } of takeStates(partition)) {
        const value = state && encodeScreenerState(state);
        put(TOPICS.screenerState.name, partitionNumber, key, value, null);
      }
      for (const letter of refused) put(TOPICS.deadLetters.name, 0, null, JSON.stringify(letter), null);
      partition.emitted = [];
      refused.length = 0;
      return outputs;
    },
  };
}
