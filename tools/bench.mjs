// `npm run bench [-- <name> …] [--json] [--busy] [-- <arguments of the bench>]`: measures, each bench in a process of
// its own, and prints what it found with the machine and the commit. `--busy` keeps one core occupied meanwhile.
// A bench is <package>/**/bench/<name>.bench.ts: it sends its results to its parent,
// [{ what, value, unit, ratio?: { to, value } }], where a ratio is to a peer or a limit measured in the same run.
import { execFileSync, fork, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cpus, loadavg, platform, release, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { packages } from './packages.mjs';
import { endWhereUsageIsAsked } from './usage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
endWhereUsageIsAsked('tools/bench.mjs', given);
await import('./ensure.mjs');
const rest = given.includes('--') ? given.splice(given.indexOf('--')).slice(1) : [];
const flags = new Set(given.filter((word) => word.startsWith('--')));
const names = given.filter((word) => !word.startsWith('--'));

// What the machine was busy with before us: its load average of the last minute.
const [loadAtStart] = loadavg();
build();
const benches = new Map(
  packages
    .filter((name) => name !== 'web')
    .flatMap((name) =>
      readdirSync(join(root, name, 'dist'), { recursive: true }).map((file) => join(name, 'dist', file)),
    )
    .filter((path) => path.endsWith('.bench.js'))
    .map((path) => [basename(path, '.bench.js'), path])
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);
const unknown = names.filter((name) => !benches.has(name));
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: the benches are ${[...benches.keys()].join(', ')}.`);
  process.exit(2);
}

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
const about = {
  at: new Date().toISOString(),
  commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' and changes'),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${release()}`,
  node: process.version,
  loadAtStart,
  beside: flags.has('--busy') ? 'a busy loop on one core' : null,
};

const busy = flags.has('--busy') ? spawn(process.execPath, ['-e', 'for (;;) {}']) : null;
process.on('exit', () => busy?.kill('SIGKILL'));

function run(path) {
  const child = fork(join(root, path), rest, {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve) => {
    let results = null;
    child.on('message', (message) => {
      results = message;
    });
    child.once('exit', (status) => resolve(status === 0 ? results : null));
  });
}

const found = [];
for (const name of names.length > 0 ? names : benches.keys()) {
  console.error(`${name} …`);
  found.push({ name, results: await run(benches.get(name)) });
}

if (flags.has('--json')) console.log(JSON.stringify({ ...about, benches: found }));
else {
  console.log(
    `${about.at}, commit ${about.commit}; ${about.machine}; Node ${about.node}; load average ${loadAtStart.toFixed(2)} at the start${about.beside === null ? '' : `; beside ${about.beside}`}\n`,
  );
  console.log('| bench | what | measured | ratio |\n|---|---|---:|---|');
  for (const { name, results } of found)
    for (const { what, value, unit, ratio } of results ?? [{ what: 'failed', value: null, unit: '' }])
      console.log(
        `| ${name} | ${what} | ${value === null ? '' : value.toLocaleString('en', { maximumSignificantDigits: 4 })} ${unit} | ${ratio ? `${ratio.value.toPrecision(3)} of ${ratio.to}` : ''} |`,
      );
}
process.exit(found.every(({ results }) => results !== null) ? 0 : 1);
