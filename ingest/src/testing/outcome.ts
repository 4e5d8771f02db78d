import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { MalformedBytes } from '../decode/malformed.js';
import { readTransaction } from '../decode/transaction.js';
import { readUpdate } from '../decode/update.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';

const BLOCK_TIME_MS = 1_790_812_800_000;

/**
 * What becomes of an update, as a line: `refused`, `in part` and `counted` end in dead letters, `facts` in the journal; whatever
 * else it says is passed by.
 */
export function outcomeOf(bytes: Uint8Array): string {
  try {
    const update = readUpdate(bytes);
    if (update.kind !== 'transaction') return `passed by: ${update.kind}`;
    const transaction = readTransaction(update.body);
    if (transaction === null) return 'passed by: no result';
    const source = { kind: 'tape' as const, name: 'corpus' };
    const { records, failures, unknownLayouts } = normaliseTransaction(transaction, BLOCK_TIME_MS, source);
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
    if (kinds.length > 0) return `facts: ${kinds.join(', ')}`;
    const unknown = unknownLayouts.find(({ event }) => event === null);
    return unknown ? `counted: unknown discriminator ${unknown.discriminator}` : 'passed by: no fact';
  } catch (error) {
    if (error instanceof MalformedBytes) return `refused: ${error.message}`;
    throw error;
  }
}
