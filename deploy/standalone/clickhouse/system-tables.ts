import type { Bounds } from './bounds.js';
import { accessDenied } from './errors.js';
import { type Edit, editText, type Text } from './text.js';
import { isName, isSign } from './tokens.js';

/**
 * The tables of `system` that a client may read: what the store holds and what the engine can do. The others show other
 * clients' statements, paths and the machine, and one writes a heap profile into the temporary folder when it is read.
 * What a new engine version adds is not readable before it stands here.
 */
export const READABLE_SYSTEM_TABLES: ReadonlySet<string> = new Set([
  'aggregate_function_combinators',
  'codecs',
  'collations',
  'columns',
  'contributors',
  'data_skipping_index_types',
  'data_skipping_indices',
  'data_type_families',
  'database_engines',
  'databases',
  'documentation',
  'events',
  'formats',
  'functions',
  'keywords',
  'merge_tree_settings',
  'metrics',
  'numbers',
  'numbers_mt',
  'one',
  'parts',
  'primes',
  'projections',
  'settings',
  'table_engines',
  'table_functions',
  'tables',
  'time_zones',
  'zeros',
  'zeros_mt',
]);

/** The engine reads it to find the statement that `KILL QUERY` names; no client may. */
export const KEPT_FOR_THE_ENGINE = 'processes';

/** Holds the views that stand for the tables of `system` with paths. */
export const PATHLESS_DATABASE = 'system_without_paths';

/** Tables of `system` with columns that tell paths, and the views in their place. */
export const PATHLESS_VIEWS: ReadonlyMap<string, string> = new Map([
  ['databases', 'SELECT * EXCEPT (data_path, metadata_path) FROM system.databases'],
  ['parts', 'SELECT * EXCEPT path FROM system.parts'],
  ['tables', 'SELECT * EXCEPT (data_paths, metadata_path) FROM system.tables'],
]);

/**
 * The statement with the views without paths in place of the tables of `system` that tell paths.
 * @throws ClickHouseFault 497 for a table of `system` that nobody may read, 307 where the names make it too long
 */
export function withoutPaths(text: Text, bounds: Bounds): Text {
  const edits: Edit[] = [];
  for (const [i, token] of text.tokens.entries()) {
    const table = text.tokens[i + 2];
    if (!isName(token) || token.name.toLowerCase() !== 'system') continue;
    if (!isSign(text.tokens[i + 1], '.') || !isName(table)) continue;
    if (!READABLE_SYSTEM_TABLES.has(table.name))
      throw accessDenied(
        `system.${table.name} is not readable here. These are: ${[...READABLE_SYSTEM_TABLES].join(', ')}`,
      );
    if (PATHLESS_VIEWS.has(table.name)) edits.push({ from: i, to: i + 1, sql: PATHLESS_DATABASE });
  }
  return edits.length === 0 ? text : editText(text, edits, bounds);
}
