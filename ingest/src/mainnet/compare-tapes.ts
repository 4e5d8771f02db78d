import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { placeOf } from '@cryptonite/contracts/chain';
import type { JournalRecord } from '@cryptonite/contracts/events';
import { z } from 'zod';
import { findEvents } from '../decode/find-events.js';
import { readTransaction } from '../decode/transaction.js';
import { readUpdate } from '../decode/update.js';
import { decodeFile } from '../decode-cli/decode-file.js';
import { decodeTape } from '../tape/decode-tape.js';
import { readTape } from '../tape/read-tape.js';
import { compareEvents, type IndexEntry } from './compare-transactions.js';

const TapeTransaction = z.object({
  signature: z.string(),
  slot: z.int(),
  index: z.int(),
  failed: z.boolean(),
  expected: z.string(),
});
/** The tape that holds all days names its transactions by signature only: they are described at their own day's. */
const TapeIndex = z.array(
  z.object({ tape: z.string(), transactions: z.array(z.union([TapeTransaction, z.string()])) }),
);
export type TapeEntry = { tape: string; transactions: z.infer<typeof TapeTransaction>[] };

export type TapeDifference = { signature: string; difference: string };

/** Compares every transaction of a tape with its entry in the index, and its facts with those of the entry's file. */
export async function compareTape(
  folder: string,
  tape: TapeEntry,
  entries: ReadonlyMap<string, IndexEntry>,
): Promise<TapeDifference[]> {
  const path = join(folder, 'tapes', tape.tape);
  const events = await readEvents(path);
  const { records, failures } = await decodeTape(path);
  const differences: TapeDifference[] = failures.map(({ signature, reason }) => ({
    signature,
    difference: reason,
  }));
  for (const { signature, slot, index, failed, expected } of tape.transactions) {
    const add = (difference: string) => differences.push({ signature, difference });
    const found = events.get(signature);
    const entry = entries.get(expected);
    if (!found) add('is not on the tape');
    else if (!entry) add(`${expected} is not in the index`);
    else {
      if (found.slot !== slot || found.index !== index) add(`stands at ${found.slot}/${found.index}`);
      for (const difference of compareEvents(found.events, failed ? [] : entry.events)) add(difference);
      const facts = factsOf(records, signature);
      const { lines } = await decodeFile(join(folder, 'transactions', expected), { slot });
      if (facts !== JSON.stringify(lines.map(withoutPlace))) add('facts differ from those of its file');
    }
  }
  return differences;
}

async function readEvents(path: string) {
  const found = new Map<string, { slot: number; index: number; events: ReturnType<typeof eventsOf> }>();
  for await (const bytes of readTape(path)) {
    const update = readUpdate(bytes);
    if (update.kind !== 'transaction') continue;
    const transaction = readTransaction(update.body);
    if (transaction === null) continue;
    const { signature, slot, index } = transaction;
    found.set(signature, { slot, index, events: eventsOf(transaction) });
  }
  return found;
}

const eventsOf = (transaction: Parameters<typeof findEvents>[0]) =>
  findEvents(transaction).events.map(({ event }) => event);

function factsOf(records: readonly JournalRecord[], signature: string): string {
  const facts = records.filter((record) => record.signature === signature).flatMap((record) => record.facts);
  facts.sort((a, b) => (a.position < b.position ? -1 : 1));
  const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  return JSON.stringify(
    facts.map(({ id: _, ...fact }) => withoutPlace(fact)),
    asText,
  );
}

/** Slots of some tapes are estimates and files lack block times: what is compared is all the rest, keys in one order. */
function withoutPlace({ position, signature: _, time: __, ...fields }: Record<string, unknown>) {
  const { instruction, inner } = placeOf(String(position));
  return Object.fromEntries(
    Object.entries({ ...fields, instruction, inner }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** What each tape holds. Throws where a signature is described nowhere. */
export async function readTapeIndex(folder: string): Promise<TapeEntry[]> {
  const tapes = TapeIndex.parse(JSON.parse(await readFile(join(folder, 'tapes', 'INDEX.json'), 'utf8')));
  const described = new Map(
    tapes
      .flatMap(({ transactions }) => transactions)
      .filter((each) => typeof each !== 'string')
      .map((each) => [each.signature, each]),
  );
  return tapes.map(({ tape, transactions }) => ({
    tape,
    transactions: transactions.map((each) => {
      const transaction = typeof each === 'string' ? described.get(each) : each;
      if (!transaction) throw new Error(`${tape} names ${each}, which no tape describes`);
      return transaction;
    }),
  }));
}
