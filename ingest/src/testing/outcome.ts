import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { MalformedBytes } from '../decode/malformed.js';
import { readTransaction } from '../decode/transaction.js';
import { readUpdate } from '../decode/update.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';

const BLOCK_TIME_MS = 1_790_812_800_000;

/**
 * What becomes of an update, as a line: `refused` and `in part` end in dead letters, `facts` in the journal; whatever
 * else it says is passed by.
 */
export function outcomeOf(bytes: Uint8Array): string {
  try {
    const update = readUpdate(bytes);
    if (update.kind !== 'transaction') return `passed by: ${update.kind}`;
    const transaction = readTransaction(update.body);
    if (transaction === null) return 'passed by: no result';
    const source = { kind: 'tape' as const, name: 'corpus' };
    const { records, failures } = normaliseTransaction(transaction, BLOCK_TIME_MS, source);
    const kinds = records.flatMap(({ facts }) => facts.map(({ kind }) => kind));
    for (const record of records)
      try {
        encodeJournalRecord(record);
      } catch {
        return `refused: breaks the contract of ${kinds.join(', ')}`;
      }
    if (failures.length > 0)
      return kinds.length > 0
        ? `in part: ${kinds.join(', ')}; ${failures.join('; ')}`
        : `refused: ${failures.join('; ')}`;
    return kinds.length > 0 ? `facts: ${kinds.join(', ')}` : 'passed by: no fact';
  } catch (error) {
    if (error instanceof MalformedBytes) return `refused: ${error.message}`;
    throw error;
  }
}
