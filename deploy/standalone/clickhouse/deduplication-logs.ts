import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A line of ClickHouse's log: 1 for a block that was added, its part, and what its token became. */
const ADDED = /^1\t(.+)_(\d+)_\d+_\d+(?:_\d+)?\t/;
/** A part's folder: partition, first and last block, level, and the mutation where there was one. */
const PART = /^([^_].*?)_(\d+)_(\d+)_\d+(?:_\d+)?$/;

/** A deduplication log that names blocks which no part holds, and its text without these. */
interface MendedLog {
  path: string;
  text: string;
}

/**
 * The engine writes a block's line before it gives its part a name: after a kill between the two it would take the same
 * rows, sent again, for stored ones. It reads a log when it attaches the table, so the mended text belongs there before.
 */
export function findBrokenLogs(folder: string, database: string): MendedLog[] {
  return logsOf(folder, database).flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n');
    const parts = partsOf(dirname(dirname(path)));
    const isStored = (line: string) => {
      const [, partition = '', block = ''] = ADDED.exec(line) ?? [];
      if (block === '') return true;
      return (parts.get(partition) ?? []).some(([min, max]) => min <= Number(block) && Number(block) <= max);
    };
    const stored = lines.filter(isStored);
    return stored.length === lines.length ? [] : [{ path, text: stored.join('\n') }];
  });
}

export function writeMended({ path, text }: MendedLog): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

/** A table of the database lies at store/<first three digits>/<uuid>, and its definition names the UUID. */
function logsOf(folder: string, database: string): string[] {
  const definitions = join(folder, 'metadata', database);
  return namesIn(definitions).flatMap((name) => {
    const uuid = /^ATTACH TABLE \S+ UUID '([\da-f-]+)'/.exec(
      readFileSync(join(definitions, name), 'utf8'),
    )?.[1];
    if (uuid === undefined) return [];
    const logs = join(folder, 'store', uuid.slice(0, 3), uuid, 'deduplication_logs');
    return namesIn(logs)
      .filter((log) => /^deduplication_log_\d+\.txt$/.test(log))
      .map((log) => join(logs, log));
  });
}

/** First and last block of each part, by partition. */
function partsOf(table: string): Map<string, [min: number, max: number][]> {
  const parts = new Map<string, [number, number][]>();
  for (const name of namesIn(table)) {
    const [, partition, min, max] = PART.exec(name) ?? [];
    if (partition === undefined) continue;
    parts.set(partition, [...(parts.get(partition) ?? []), [Number(min), Number(max)]]);
  }
  return parts;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
