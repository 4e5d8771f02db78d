import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Entry = z.object({
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const LOCK = fileURLToPath(new URL('../../package-lock.json', import.meta.url));
const { packages } = z
  .object({ packages: z.record(z.string(), Entry) })
  .parse(JSON.parse(readFileSync(LOCK, 'utf8')));

/** Where Node finds a package from a folder: in the nearest node_modules upwards. */
function find(name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    const entry = packages[path];
    if (entry) return entry.link ? entry.resolved! : path;
    if (folder === '') throw new Error(`${from} depends on ${name}, which the lockfile does not hold`);
  }
}

/** What `npm ci --omit=dev --workspace <folder>` installs: the folder's dependencies, and theirs. */
function installedWith(folder: string, found = new Set([folder])): Set<string> {
  const { dependencies, optionalDependencies } = packages[folder]!;
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const path = find(name, folder);
    if (found.has(path)) continue;
    found.add(path);
    installedWith(path, found);
  }
  return found;
}

it('installs in production as three clients, the schemas and nothing else', () => {
  expect([...installedWith('deploy/stores')].sort()).toEqual([
    'contracts',
    'deploy/stores',
    'node_modules/@clickhouse/client',
    'node_modules/kafkajs',
    'node_modules/pg',
    'node_modules/pg-cloudflare',
    'node_modules/pg-connection-string',
    'node_modules/pg-int8',
    'node_modules/pg-pool',
    'node_modules/pg-protocol',
    'node_modules/pg-types',
    'node_modules/pgpass',
    'node_modules/postgres-array',
    'node_modules/postgres-bytea',
    'node_modules/postgres-date',
    'node_modules/postgres-interval',
    'node_modules/split2',
    'node_modules/xtend',
    'node_modules/zod',
  ]);
});

it('would be told of an engine, of the launchpads’ code and of word lists', () => {
  const standalone = installedWith('deploy/standalone');
  for (const name of ['chdb', '@coral-xyz/anchor', '@pump-fun/pump-sdk', 'cuss', 'obscenity'])
    expect(standalone).toContain(`node_modules/${name}`);
});
