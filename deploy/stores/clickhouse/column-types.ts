import type { Migration } from '../migrations/read-migrations.js';

const TABLE = /^CREATE TABLE (\w+)\n\(\n([\s\S]*?)\n\)$/m;
const COLUMN = /^ {4}(\w+) (\w+(?:\((?:[^()]|\([^()]*\))*\))?)/gm;

/** Of each table that the migrations create the type of each column, by name. */
export function columnTypes(migrations: readonly Migration[]): Record<string, Record<string, string>> {
  const tables: Record<string, Record<string, string>> = {};
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const [, table, columns = ''] = TABLE.exec(statement) ?? [];
    if (table === undefined) continue;
    tables[table] = Object.fromEntries([...columns.matchAll(COLUMN)].map(([, name, type]) => [name!, type!]));
  }
  return tables;
}
