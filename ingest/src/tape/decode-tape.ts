import { basename } from 'node:path';
import type { JournalRecord } from '@cryptonite/contracts/events';
import { readTransaction } from '../decode/transaction.js';
import type { UnknownLayout } from '../decode/unknown-layout.js';
import { readUpdate } from '../decode/update.js';
import { normaliseTransaction } from '../normalise/normalise-transaction.js';
import { readTape } from './read-tape.js';

export type DecodedTape = {
  /** One record per transaction and mint, in the order of the chain: what ingest publishes of the tape's tokens. */
  records: JournalRecord[];
  failures: { signature: string; reason: string }[];
  unknownLayouts: { signature: string; layout: UnknownLayout }[];
  /** How many transactions it holds. */
  transactions: number;
};

/** Decodes every transaction of a tape with its slot's block time. Throws CutTape or MalformedBytes. */
export async function decodeTape(path: string): Promise<DecodedTape> {
  const transactions: { slot: number; index: number; body: DataView }[] = [];
  const blockTimes = new Map<number, number>();
  for await (const bytes of readTape(path)) {
    const update = readUpdate(bytes);
    if (update.kind === 'transaction') transactions.push(update);
    else if (update.kind === 'blockMeta' && update.blockTimeMs !== null)
      blockTimes.set(update.slot, update.blockTimeMs);
  }
  transactions.sort((a, b) => a.slot - b.slot || a.index - b.index);

  const source = { kind: 'tape' as const, name: basename(path) };
  const decoded: DecodedTape = {
    records: [],
    failures: [],
    unknownLayouts: [],
    transactions: transactions.length,
  };
  for (const { slot, body } of transactions) {
    const transaction = readTransaction(body);
    if (transaction === null) continue;
    const { signature } = transaction;
    const time = blockTimes.get(slot) ?? null;
    const { records, failures, unknownLayouts } = normaliseTransaction(transaction, time, source);
    decoded.records.push(...records);
    decoded.failures.push(...failures.map((reason) => ({ signature, reason })));
    decoded.unknownLayouts.push(...unknownLayouts.map((layout) => ({ signature, layout })));
  }
  return decoded;
}
