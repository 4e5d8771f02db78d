import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { compareTape, readTapeIndex } from './compare-tapes.js';
import { compareEntry, IndexEntry } from './compare-transactions.js';

/** `npm run test:mainnet -- --data <folder>`: compares every transaction and tape with what it must decode to. */
async function main(folder: string): Promise<number> {
  if (!existsSync(join(folder, 'transactions', 'INDEX.json'))) {
    console.error(
      `mainnet: there is no transactions/INDEX.json under ${folder}: name the data with --data <folder>`,
    );
    return 2;
  }
  const transactions = join(folder, 'transactions');
  const entries = z
    .array(IndexEntry)
    .parse(JSON.parse(await readFile(join(transactions, 'INDEX.json'), 'utf8')));
  let compared = 0;
  let different = 0;
  const report = (name: string, differences: readonly string[]): void => {
    compared++;
    if (differences.length > 0) different++;
    for (const difference of differences) console.log(`${name}: ${difference}`);
  };
  let vaults = 0;
  for (const entry of entries) {
    const compareIt = async () => {
      const { differences, vaults: held } = await compareEntry(transactions, entry);
      vaults += held;
      return differences;
    };
    report(entry.file, await attempt(compareIt));
  }

  const byFile = new Map(entries.map((entry) => [entry.file, entry]));
  for (const tape of await readTapeIndex(folder)) {
    const differences = await attempt(() => compareTape(folder, tape, byFile));
    const textOf = (each: (typeof differences)[number]) =>
      typeof each === 'string' ? each : `${each.signature} ${each.difference}`;
    report(tape.tape, differences.map(textOf));
  }
  console.log(`${vaults} reserves held against vaults`);
  console.log(`${compared} compared, ${different} different`);
  return different === 0 ? 0 : 1;
}

/** What cannot be read at all is a difference, and the next one is still compared. */
async function attempt<T>(compare: () => Promise<T[]>): Promise<(T | string)[]> {
  try {
    return await compare();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });
process.exitCode = await main(values.data);
