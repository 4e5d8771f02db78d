// `node tools/lockfile.mjs` fails when package-lock.json lacks an optional platform package that a dependency
// names, or the checksum of a package; `--fix` adds what it can of both. A registry mirror that lacks a platform leaves it out of the lockfile, and
// `npm ci` then refuses the lockfile on every machine, while `npm install` says nothing.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { lockedPackages } from './locked-packages.mjs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const present = new Set(Object.keys(lock.packages).map((key) => key.replace(/^.*node_modules\//, '')));

/** `@chdb/lib-linux-arm64-gnu` → {os: ['linux'], cpu: ['arm64'], libc: ['glibc']} */
function platformOf(name) {
  const match = /-(linux|darwin|win32)-(x64|arm64)(?:-(gnu|musl))?$/.exec(name);
  if (!match) throw new Error(`No platform can be read from the package name ${name}`);
  const [, os, cpu, libc] = match;
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc === 'gnu' ? 'glibc' : 'musl'] }) };
}

const missing = Object.values(lock.packages)
  .flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}))
  .filter(([name]) => !present.has(name));

/**
 * Of these, for other machines, the registry that the lockfile is made with has none to tell: npm takes what any registry gives
 * under that name and version.
 */
const UNCHECKED = new Set([
  '@chdb/lib-darwin-arm64@26.7.3-stable.1',
  '@chdb/lib-darwin-x64@26.7.3-stable.1',
  '@chdb/lib-linux-arm64-gnu@26.7.3-stable.1',
  '@triton-one/yellowstone-grpc-napi-darwin-arm64@0.2.1',
  '@triton-one/yellowstone-grpc-napi-darwin-x64@0.2.1',
]);
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const unchecked = lockedPackages(lock).filter(
  ({ name, version, integrity }) => !SHA512.test(integrity ?? '') && !UNCHECKED.has(`${name}@${version}`),
);

/** Undefined where the registry has no such package. */
function integrityOf(name, version) {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], { encoding: 'utf8' });
  return stdout.trim() || undefined;
}

if (process.argv.includes('--fix')) {
  for (const [name, version] of missing)
    lock.packages[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) };
  for (const { path: place, name, version, integrity } of lockedPackages(lock))
    if (integrity === undefined) lock.packages[place].integrity = integrityOf(name, version);
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} entries added`);
} else {
  const lacks = [
    ...missing.map(([name]) => name),
    ...unchecked.map(({ name, version }) => `the SHA-512 of ${name}@${version}`),
  ];
  if (lacks.length > 0) {
    console.error(`package-lock.json lacks ${lacks.join(', ')}: run with --fix`);
    process.exit(1);
  }
}
