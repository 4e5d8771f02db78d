// Builds every package through nx, which does again only what changed, and bundles services. Says so on stderr: standard
// output belongs to the command that is run next and may be piped on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packages } from './packages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.built-sources');

/** What a build reads, by name, size and time of change: a thousand files take 20 ms. */
function sourcesOf() {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  const addAll = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!['dist', 'node_modules'].includes(entry.name)) addAll(path);
      } else if (entry.isFile() && !entry.name.endsWith('.tsbuildinfo')) add(path);
    }
  };
  for (const name of packages) addAll(join(root, name));
  for (const name of ['package-lock.json', 'tsconfig.base.json', 'nx.json', 'tools/bundle.mjs'])
    add(join(root, name));
  return hash.digest('hex');
}

/**
 * Exits with the build's own output and status when it fails. Where nothing changed since the last one it touches nothing:
 * nx takes compiled files away and puts them back from its cache, under whatever runs from them.
 */
export function build() {
  const startedAt = performance.now();
  const sources = sourcesOf();
  const isBuilt = [...packages.map((name) => join(name, 'dist')), '.bundles'].every((path) =>
    existsSync(join(root, path)),
  );
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  console.error('Building …');
  rmSync(stamp, { force: true });
  const nx = fileURLToPath(new URL('../node_modules/nx/dist/bin/nx.js', import.meta.url));
  const result = spawnSync(
    process.execPath,
    [nx, 'run-many', '-t', 'build', '--parallel=2', '--output-style=static'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' },
    },
  );
  if (result.status !== 0) {
    console.error(result.stdout, result.stderr);
    process.exit(result.status ?? 1);
  }
  const bundled = spawnSync(process.execPath, [join(root, 'tools/bundle.mjs')], {
    cwd: root,
    encoding: 'utf8',
  });
  if (bundled.status !== 0) {
    console.error(bundled.stdout, bundled.stderr);
    process.exit(bundled.status ?? 1);
  }
  writeFileSync(stamp, sources);
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
