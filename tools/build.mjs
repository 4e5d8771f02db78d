// Builds every package through nx, which does again only what changed. Says so on stderr: standard output belongs to
// the command that is run next and may be piped on.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Exits with the build's own output and status when it fails. */
export function build() {
  const startedAt = performance.now();
  console.error('Building …');
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
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
