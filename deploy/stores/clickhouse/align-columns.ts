import type { ClickHouseClient } from '@clickhouse/client';
import { columnOf, columnTypeOf, type Derived, type Measure } from '@cryptonite/contracts/measures';
import { z } from 'zod';
import { quoted } from './quoted.js';

/** Where measurements are stored, and the table into which they are written, by which a sink sees that all is there. */
const STORED = ['token_scores_latest_unmerged', 'token_scores'] as const;
const WRITTEN = 'measurements';

const Columns = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    comment: z.string(),
    default_kind: z.string(),
    default_expression: z.string(),
  }),
);
const Kept = z.array(z.object({ sql: z.string(), kept: z.string() }));

/** A column as it should be: what makes it where it is missing, what it means, and what computes it where something does. */
type Wanted = {
  table: string;
  column: string;
  definition: string;
  meaning: string;
  after: string;
  sql: string | null;
};

function wantedOf(measures: readonly Measure[], derived: Readonly<Record<string, Derived>>): Wanted[] {
  const measured = (table: string): Wanted[] =>
    measures.map(({ name, type, meaning }, index) => ({
      table,
      column: columnOf(name),
      definition: columnTypeOf(type),
      meaning,
      // Frames' rows come in the order of the list, and the source behind them.
      after: table === WRITTEN && index > 0 ? ` AFTER ${columnOf(measures[index - 1]!.name)}` : '',
      sql: null,
    }));
  const computed = (table: string): Wanted[] =>
    Object.entries(derived).map(([name, { type, sql, meaning }]) => ({
      table,
      column: columnOf(name),
      definition: `${type} ALIAS ${sql}`,
      meaning,
      after: '',
      sql,
    }));
  return [...STORED.flatMap((table) => [...measured(table), ...computed(table)]), ...measured(WRITTEN)];
}

/** By expression: as the engine keeps it. */
async function keptAs(client: ClickHouseClient, sqls: readonly string[]): Promise<Map<string, string>> {
  const result = await client.query({
    query: `SELECT arrayJoin({sqls:Array(String)}) AS sql, substring(formatQuerySingleLine('SELECT ' || sql), 8) AS kept`,
    query_params: { sqls: [...new Set(sqls)] },
    format: 'JSONEachRow',
  });
  return new Map(Kept.parse(await result.json()).map(({ sql, kept }) => [sql, kept]));
}

/**
 * Gives the tables of measurements a column for each measure, and each that follows from others, that no migration made one
 * for; has those that follow computed, and every column meant, as the list has it by now. Rows of before have null in a new
 * one, as a measure added to the list may always be null.
 * @returns the columns added, those that were computed otherwise, and those whose meaning was another
 */
export async function alignColumns(
  client: ClickHouseClient,
  measures: readonly Measure[],
  derived: Readonly<Record<string, Derived>>,
): Promise<{ added: string[]; recomputed: string[]; explained: string[] }> {
  const result = await client.query({
    query: `SELECT table, name, comment, default_kind, default_expression FROM system.columns
            WHERE database = currentDatabase() AND table IN {tables:Array(String)}`,
    query_params: { tables: [...STORED, WRITTEN] },
    format: 'JSONEachRow',
  });
  const columns = new Map(
    Columns.parse(await result.json()).map((column) => [`${column.table}.${column.name}`, column]),
  );
  const kept = await keptAs(
    client,
    Object.values(derived).map(({ sql }) => sql),
  );
  const added: string[] = [];
  const recomputed: string[] = [];
  const explained: string[] = [];
  /** By table: a statement for each column takes as long as one for all. */
  const changes = new Map<string, string[]>();
  for (const { table, column, definition, meaning, after, sql } of wantedOf(measures, derived)) {
    const place = `${table}.${column}`;
    const known = columns.get(place);
    const change = (what: string) => changes.set(table, [...(changes.get(table) ?? []), what]);
    if (known === undefined) {
      added.push(place);
      change(`ADD COLUMN IF NOT EXISTS ${column} ${definition} COMMENT ${quoted(meaning)}${after}`);
      continue;
    }
    if (sql !== null && known.default_expression !== kept.get(sql)) {
      recomputed.push(place);
      change(`MODIFY COLUMN ${column} ${known.default_kind} ${sql}`);
    }
    if (known.comment !== meaning) {
      explained.push(place);
      change(`COMMENT COLUMN ${column} ${quoted(meaning)}`);
    }
  }
  for (const [table, actions] of changes)
    await client.command({ query: `ALTER TABLE ${table} ${actions.join(', ')}` });
  return { added, recomputed, explained };
}
