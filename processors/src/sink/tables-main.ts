/**
 * `node processors/dist/sink/tables-main.js <folder> <types>`: journal records on standard input, one a line, become
 * files of the raw tables, `<folder>/<table>.rowbinary`, with the rows that the sink would store of them. `types` is
 * JSON: of each table the type of each column. Fails where a record cannot be read, a row cannot be stored, or a file
 * exists.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TableName } from '@cryptonite/contracts/rows';
import { z } from 'zod';
import { readJournalRecord } from '../journal/read-record.js';
import { rowOfFact } from './fact-rows.js';
import { RowWriter } from './row-binary.js';
import { columnsOf } from './table-rows.js';

/** Bytes of a table gathered before they are written. */
const FLUSH_BYTES = 1 << 20;

const ColumnTypes = z.record(z.string(), z.record(z.string(), z.string()));

class TableFile {
  readonly #path: string;
  readonly #rows: RowWriter;

  constructor(folder: string, table: TableName, types: z.infer<typeof ColumnTypes>) {
    this.#path = join(folder, `${table}.rowbinary`);
    this.#rows = new RowWriter(
      columnsOf(table).map((name) => {
        const type = types[table]?.[name];
        if (type === undefined) throw new Error(`there is no type of ${table}.${name}`);
        return { name, type };
      }),
    );
    writeFileSync(this.#path, '', { flag: 'wx' });
  }

  add(cells: Parameters<RowWriter['add']>[0]): void {
    this.#rows.add(cells);
    if (this.#rows.body().length > FLUSH_BYTES) this.write();
  }

  write(): void {
    appendFileSync(this.#path, this.#rows.take());
  }
}

async function writeTables(folder: string, types: z.infer<typeof ColumnTypes>): Promise<void> {
  const files = new Map<TableName, TableFile>();
  for await (const line of createInterface({ input: process.stdin })) {
    const record = readJournalRecord(Buffer.from(line));
    if (typeof record === 'string') throw new Error(`a record cannot be read: ${record}`);
    for (const fact of record.facts) {
      const { table, cells } = rowOfFact(fact, record.source);
      const file = files.get(table) ?? new TableFile(folder, table, types);
      files.set(table, file);
      file.add(cells);
    }
  }
  for (const file of files.values()) file.write();
}

const [folder = '', types = ''] = process.argv.slice(2);
try {
  await writeTables(folder, ColumnTypes.parse(JSON.parse(types)));
} catch (error) {
  console.error(`tables: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
