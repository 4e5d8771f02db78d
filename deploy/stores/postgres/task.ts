import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readMigrations } from '../migrations/read-migrations.js';
import { defineTask } from '../task.js';
import { migrate } from './migrate.js';

// From deploy/stores/dist/postgres, where this runs, to the SQL, which is not compiled.
const FOLDER = fileURLToPath(new URL('../../postgres/migrations', import.meta.url));

const url = z.url({ protocol: /^postgres(ql)?$/, error: 'takes a postgres:// address' });
const environment = z.object({
  /** Of who owns the tables. */
  POSTGRES_URL: url.refine((text) => new URL(text).pathname.length > 1, 'names no database'),
  /** Of query-api: its user is made where there is none, and is let use the tables. */
  POSTGRES_API_URL: url.refine((text) => new URL(text).username !== '', 'names no user').optional(),
});

const userOf = (text: string) => {
  const { username, password } = new URL(text);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/** Brings the database up to date, and lets query-api use it. */
export const accounts = defineTask('accounts', environment, async ({ POSTGRES_URL, POSTGRES_API_URL }) => {
  const applied = await migrate(
    POSTGRES_URL,
    readMigrations(FOLDER),
    POSTGRES_API_URL === undefined ? null : userOf(POSTGRES_API_URL),
  );
  return [applied.length > 0 ? `applied ${applied.join(', ')}` : 'up to date'];
});
