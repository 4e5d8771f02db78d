import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import { quoted } from './quoted.js';

/** By name: what one row of the view is. Its rows stand in the table of the name and `_unmerged`. */
const LATEST = {
  token_scores_latest:
    'The newest row of token_scores of each token. Of rows stored before migration 0034 only event holds every measure',
  tokens_described_latest: 'The newest identity of each token that was measured',
  price_trails_latest: 'Prices of each token before it last came onto a list',
  scans_latest: 'The newest row of scans of each partition',
} as const;

export const LATEST_VIEWS = Object.keys(LATEST);

const unmerged = (view: string): string => `${view}_unmerged`;

const Columns = z.array(
  z.object({ table: z.string(), name: z.string(), type: z.string(), comment: z.string() }),
);

/**
 * Makes of each table of newest rows the view that gives each row once, whatever is merged yet. A view has the columns that it
 * was made with: where the table's are others by now, it is made anew.
 * @returns the views made
 */
export async function alignViews(client: ClickHouseClient): Promise<string[]> {
  const result = await client.query({
    query: `SELECT table, name, type, comment FROM system.columns
            WHERE database = currentDatabase() AND table IN {tables:Array(String)} ORDER BY table, position`,
    query_params: { tables: [...LATEST_VIEWS, ...LATEST_VIEWS.map(unmerged)] },
    format: 'JSONEachRow',
  });
  const columns = Columns.parse(await result.json());
  const columnsOf = (table: string) =>
    columns
      .filter((column) => column.table === table)
      .map(({ name, type, comment }) => `\`${name}\` ${type} COMMENT ${quoted(comment)}`)
      .join(', ');
  const made: string[] = [];
  for (const [view, meaning] of Object.entries(LATEST)) {
    const wanted = columnsOf(unmerged(view));
    if (columnsOf(view) === wanted) continue;
    const names = columns.filter(({ table }) => table === unmerged(view)).map(({ name }) => `\`${name}\``);
    await client.command({
      query: `CREATE OR REPLACE VIEW ${view} (${wanted})
              AS SELECT ${names.join(', ')} FROM ${unmerged(view)} FINAL COMMENT ${quoted(meaning)}`,
    });
    made.push(view);
  }
  return made;
}
