// `node tools/lockfile.mjs` fails when package-lock.json lacks an optional platform package that a dependency
// names; `--fix` adds the entry. A registry mirror that lacks a platform leaves it out of the lockfile, and
// `npm ci` then refuses the lockfile on every machine, while `npm install` says nothing.
import { readFileSync, writeFileSync } from 'node:fs';

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

if (process.argv.includes('--fix')) {
  for (const [name, version] of missing)
    lock.packages[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) };
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} entries added`);
} else if (missing.length > 0) {
  console.error(`package-lock.json lacks ${missing.map(([name]) => name).join(', ')}: run with --fix`);
  process.exit(1);
}
