import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitStatements } from './split-statements.js';

export interface Migration {
  /** The file's name without `.up.sql`, as in `0007_mv_candles_1m`. */
  name: string;
  /** SHA-256 of the file, hex. */
  checksum: string;
  statements: string[];
}

const FILE_NAME = /^(\d{4})_[a-z]+_[a-z0-9_]+\.(up|down)\.sql$/;

/**
 * Reads `NNNN_<kind>_<name>.up.sql` in order of their numbers.
 * @throws Error on another kind of .sql file or on a number used twice
 */
export function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const misnamed = files.find((file) => !FILE_NAME.test(file));
  if (misnamed) throw new Error(`${misnamed} is not named NNNN_<kind>_<name>.up.sql or .down.sql`);

  const migrations = files
    .filter((file) => file.endsWith('.up.sql'))
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return {
        name: file.slice(0, -'.up.sql'.length),
        checksum: createHash('sha256').update(sql).digest('hex'),
        statements: splitStatements(sql),
      };
    });
  for (const [i, { name }] of migrations.entries()) {
    const previous = migrations[i - 1]?.name;
    if (previous?.slice(0, 4) === name.slice(0, 4))
      throw new Error(`${previous} and ${name} have the same number`);
  }
  return migrations;
}
