/** What version 949e90f said of a played market, and the journal that it read: fixtures/README.md. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodeJournalRecord, type JournalRecord } from '@cryptonite/contracts/events';
import type { WireEvent } from '../screener/partition.js';
import type { ScoredValues } from './scored-values.js';

export type ScoredRow = { mint: string; time: number; position: string; values: ScoredValues };

const textOf = (name: string): string =>
  gunzipSync(readFileSync(new URL(`fixtures/${name}.gz`, import.meta.url))).toString();
const linesOf = (name: string): string[] => textOf(name).trimEnd().split('\n');

export const journalBefore = (): JournalRecord[] => linesOf('played-journal.jsonl').map(decodeJournalRecord);

export const findingsBefore = (): WireEvent[] =>
  linesOf('played-findings.jsonl').map((line) => JSON.parse(line));

/** Token by token, each in the order of time. In a column a value that stays is left out. */
export function rowsBefore(): ScoredRow[] {
  const columns: Record<string, (0 | [ScoredValues[string]])[]> = JSON.parse(textOf('played-rows.json'));
  const names = Object.keys(columns);
  const values: ScoredValues = {};
  return (columns.mint ?? []).map((_, row) => {
    for (const name of names) {
      const entry = columns[name]?.[row];
      if (entry) values[name] = entry[0];
    }
    const { mint, time, position, ...rest } = values;
    return { mint: String(mint), time: Number(time), position: String(position), values: rest };
  });
}
