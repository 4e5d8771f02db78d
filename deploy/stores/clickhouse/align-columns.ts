import type { ClickHouseClient } from '@clickhouse/client';
import { columnOf, columnTypeOf, type Measure } from '@cryptonite/contracts/measures';
import { z } from 'zod';

/** Where a measurement goes: into the first, from which views store it in the others. */
const TABLES = ['measurements', 'token_scores', 'token_scores_latest'] as const;

const Columns = z.array(z.object({ table: z.string(), name: z.string(), comment: z.string() }));

/**
 * Gives the tables of measurements a column for each measure that no migration made one for, and each column the meaning
 * that the list has by now. Rows of before have null in a new one, as a measure added to the list may always be null.
 * @returns the columns added, and those whose meaning was another
 */
export async function alignColumns(
  client: ClickHouseClient,
  measures: readonly Measure[],
): Promise<{ added: string[]; explained: string[] }> {
  const result = await client.query({
    query: `SELECT table, name, comment FROM system.columns
            WHERE database = currentDatabase() AND table IN {tables:Array(String)}`,
    query_params: { tables: [...TABLES] },
    format: 'JSONEachRow',
  });
  const comments = new Map(
    Columns.parse(await result.json()).map(({ table, name, comment }) => [`${table}.${name}`, comment]),
  );
  const added: string[] = [];
  const explained: string[] = [];
  for (const [index, { name, type, meaning }] of measures.entries())
    for (const table of TABLES) {
      const column = columnOf(name);
      const place = `${table}.${column}`;
      const comment = comments.get(place);
      if (comment === meaning) continue;
      (comment === undefined ? added : explained).push(place);
      const text = `'${meaning.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
      // Frames' rows come in the order of the list, and the source behind them.
      const after = table === 'measurements' && index > 0 ? ` AFTER ${columnOf(measures[index - 1]!.name)}` : '';
      const change =
        comment === undefined
          ? `ADD COLUMN IF NOT EXISTS ${column} ${columnTypeOf(type)} COMMENT ${text}${after}`
          : `COMMENT COLUMN ${column} ${text}`;
      await client.command({ query: `ALTER TABLE ${table} ${change}` });
    }
  return { added, explained };
}
