import type { ClickHouseClient } from '@clickhouse/client';
import { columnOf, columnTypeOf, type Derived, type Measure } from '@cryptonite/contracts/measures';
import { z } from 'zod';

/** Where measurements are stored, and the table into which they are written, by which a sink sees that all is there. */
const STORED = ['token_scores_latest', 'token_scores'] as const;
const WRITTEN = 'measurements';

const Columns = z.array(z.object({ table: z.string(), name: z.string(), comment: z.string() }));

/** A column as it should be: what makes it where it is missing, and what it means. */
type Wanted = { table: string; column: string; definition: string; meaning: string; after: string };

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

function wantedOf(measures: readonly Measure[], derived: Readonly<Record<string, Derived>>): Wanted[] {
  const measured = (table: string): Wanted[] =>
    measures.map(({ name, type, meaning }, index) => ({
      table,
      column: columnOf(name),
      definition: columnTypeOf(type),
      meaning,
      // Frames' rows come in the order of the list, and the source behind them.
      after: table === WRITTEN && index > 0 ? ` AFTER ${columnOf(measures[index - 1]!.name)}` : '',
    }));
  const computed = (table: string): Wanted[] =>
    Object.entries(derived).map(([name, { type, sql, meaning }]) => ({
      table,
      column: columnOf(name),
      definition: `${type} ALIAS ${sql}`,
      meaning,
      after: '',
    }));
  return [...STORED.flatMap((table) => [...measured(table), ...computed(table)]), ...measured(WRITTEN)];
}

/**
 * Gives the tables of measurements a column for each measure, and each that follows from others, that no migration made one
 * for, and every column the meaning that the list has by now. Rows of before have null in a new one, as a measure added to
 * the list may always be null.
 * @returns the columns added, and those whose meaning was another
 */
export async function alignColumns(
  client: ClickHouseClient,
  measures: readonly Measure[],
  derived: Readonly<Record<string, Derived>>,
): Promise<{ added: string[]; explained: string[] }> {
  const result = await client.query({
    query: `SELECT table, name, comment FROM system.columns
            WHERE database = currentDatabase() AND table IN {tables:Array(String)}`,
    query_params: { tables: [...STORED, WRITTEN] },
    format: 'JSONEachRow',
  });
  const comments = new Map(
    Columns.parse(await result.json()).map(({ table, name, comment }) => [`${table}.${name}`, comment]),
  );
  const added: string[] = [];
  const explained: string[] = [];
  for (const { table, column, definition, meaning, after } of wantedOf(measures, derived)) {
    const place = `${table}.${column}`;
    const comment = comments.get(place);
    if (comment === meaning) continue;
    (comment === undefined ? added : explained).push(place);
    const change =
      comment === undefined
        ? `ADD COLUMN IF NOT EXISTS ${column} ${definition} COMMENT ${quoted(meaning)}${after}`
        : `COMMENT COLUMN ${column} ${quoted(meaning)}`;
    await client.command({ query: `ALTER TABLE ${table} ${change}` });
  }
  return { added, explained };
}
