import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';
import {
  ANALYST_LIMITS,
  ANALYST_STATEMENTS,
  ANALYST_TEMPORARY_BYTES,
  EXPORT_LIMITS,
} from './analyst-limits.js';

/** What enrichers read: what became of a day's tokens, and what is traded most. Who reads a view reads its table, too. */
const ENRICHERS_READ = [
  'scans',
  'scans_latest',
  'scans_latest_unmerged',
  'gaps',
  'launches_created',
  'curves_completed',
  'tokens_migrated',
  'list_changes',
  'verdicts',
  'tokens_boosted',
  'metadata_resolved',
  'tokens_described_latest',
  'tokens_described_latest_unmerged',
  'token_scores_latest',
  'token_scores_latest_unmerged',
];

const within = (name: string, value: number, most = value) => `${name} = ${value} MIN 1 MAX ${most}`;

/**
 * Analysts read within the limits of the port of `npm start`: an answer's, up to an export's where a statement asks for that. They
 * may be lowered, but not to 0, which is none.
 */
const ANALYSTS_SETTINGS = [
  'readonly = 2',
  ...Object.entries(ANALYST_LIMITS).map(([name, value]) =>
    within(name, value, EXPORT_LIMITS[name as keyof typeof ANALYST_LIMITS]),
  ),
  within('max_temporary_data_on_disk_size_for_query', ANALYST_TEMPORARY_BYTES),
  within('max_concurrent_queries_for_user', ANALYST_STATEMENTS),
];

/** The rights of each service's user. An insert reads, as who inserts, what the views behind its table read: the sink reads all. */
const USERS = {
  sink: {
    password: 'CLICKHOUSE_SINK_PASSWORD',
    grants: ['SELECT, INSERT ON {db}.*'],
    settings: [],
  },
  screener: {
    password: 'CLICKHOUSE_SCREENER_PASSWORD',
    grants: ['SELECT ON {db}.evicted_states'],
    settings: [],
  },
  enrichers: {
    password: 'CLICKHOUSE_ENRICHERS_PASSWORD',
    grants: ENRICHERS_READ.map((table) => `SELECT ON {db}.${table}`),
    settings: [],
  },
  query_api: { password: 'CLICKHOUSE_QUERY_API_PASSWORD', grants: ['SELECT ON {db}.*'], settings: [] },
  history: {
    password: 'CLICKHOUSE_HISTORY_PASSWORD',
    grants: [
      'SELECT ON system.parts',
      'SHOW TABLES ON {db}.*',
      'ALTER DELETE ON {db}.*',
      'ALTER SETTINGS ON {db}.*',
    ],
    settings: [],
  },
  analyst: {
    password: 'CLICKHOUSE_ANALYST_PASSWORD',
    grants: ['SELECT ON {db}.*'],
    settings: ANALYSTS_SETTINGS,
  },
} as const satisfies Record<
  string,
  { password: string; grants: readonly string[]; settings: readonly string[] }
>;

const SERVICES = Object.keys(USERS) as (keyof typeof USERS)[];

type PasswordVariable = (typeof USERS)[keyof typeof USERS]['password'];
const Password = z.string({ error: 'takes a password of 16 characters or more' }).min(16, {
  error: 'takes a password of 16 characters or more',
});
export const userPasswords = Object.fromEntries(
  Object.values(USERS).map(({ password }) => [password, Password]),
) as Record<PasswordVariable, typeof Password>;

const quoted = (name: string) => `\`${name.replace(/[\\`]/g, '\\$&')}\``;

/**
 * Statements that leave each user with its password and these rights alone, whatever was there. Passwords go as SHA-256: a
 * server writes statements into its log.
 */
export const userStatements = (
  database: string,
  passwords: Readonly<Record<PasswordVariable, string>>,
): string[] =>
  SERVICES.flatMap((user) => {
    const { password, settings } = USERS[user];
    const hash = createHash('sha256').update(passwords[password]).digest('hex');
    const identified = `IDENTIFIED WITH sha256_hash BY '${hash}'`;
    return [
      `CREATE USER IF NOT EXISTS ${user} ${identified}`,
      `ALTER USER ${user} ${identified} SETTINGS ${settings.length > 0 ? settings.join(', ') : 'NONE'}`,
      // The first of them takes away what the user had.
      ...grantsOf(user, database).map(
        (grant, i) => `GRANT ${grant} TO ${user}${i === 0 ? ' WITH REPLACE OPTION' : ''}`,
      ),
    ];
  });

/** What a user is granted in the database. */
export const grantsOf = (user: keyof typeof USERS, database: string): string[] =>
  USERS[user].grants.map((grant) => grant.replace('{db}', quoted(database)));

/** Makes and changes users until each service has its own. @returns their names */
export async function ensureUsers(
  client: ClickHouseClient,
  database: string,
  passwords: Readonly<Record<PasswordVariable, string>>,
): Promise<string[]> {
  for (const query of userStatements(database, passwords)) await client.command({ query });
  return [...SERVICES];
}
