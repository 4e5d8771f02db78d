// `npm run test:nodes [-- 20 22 24 26]`: on each Node that users have, the unit tests, and a start whose output and logs hold
// no warning. The Nodes come from npm, pinned, into a cache; what was installed and built serves all of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { endWhereUsageIsAsked } from './usage.mjs';

endWhereUsageIsAsked('tools/nodes.mjs', process.argv.slice(2));
await import('./ensure.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
const VERSIONS = { 20: '20.20.2', 22: '22.23.5', 24: '24.22.3', 26: '26.10.0' };
const READY_WITHIN_MS = 180_000;
/** Warnings that come only once records flow. */
const WATCHED_MS = 20_000;
const STOPPED_WITHIN_MS = 60_000;
const WARNING = /\b\w*Warning\b|--trace-(warnings|deprecation)/;

const asked = process.argv.slice(2);
const unknown = asked.filter((line) => !(line in VERSIONS));
if (unknown.length > 0) {
  console.error(
    `test:nodes knows no Node ${unknown.join(', ')}: it takes any of ${Object.keys(VERSIONS).join(', ')}.`,
  );
  process.exit(2);
}
const lines = asked.length > 0 ? asked : Object.keys(VERSIONS);

/** The path of a Node of this version for this machine. */
function fetchNode(version) {
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'cryptonite',
    'nodes',
    version,
  );
  const binary = join(folder, 'node_modules', name, 'bin', 'node');
  if (existsSync(binary)) return binary;
  mkdirSync(folder, { recursive: true });
  const flags = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder];
  const fetched = spawnSync('npm', [...flags, `${name}@${version}`], { cwd: folder, encoding: 'utf8' });
  if (fetched.status === 0 && existsSync(binary)) return binary;
  throw new Error(
    `npm does not give ${name}@${version}, which Node's own builds are published as for Linux and macOS on x64 and arm64: ${(fetched.stderr ?? String(fetched.error)).trim().split('\n')[0]}`,
  );
}

function testUnits(node) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--project', 'unit', '--passWithNoTests=false', '--reporter=dot'];
  if (spawnSync(node, args, { cwd: root, stdio: 'inherit' }).status !== 0)
    throw new Error('unit tests failed');
}

async function testStart(node) {
  const data = mkdtempSync(join(tmpdir(), 'cryptonite-nodes-'));
  const main = join(root, 'deploy', 'standalone', 'dist', 'supervisor', 'main.js');
  const child = spawn(node, [main, '--data', data, '--port', '0'], { cwd: root });
  const exited = once(child, 'exit');
  const said = [];
  const ready = new Promise((resolve, reject) => {
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => {
        said.push(line);
        // Behind the time at which it was said.
        if (/^\S+ Ready in /.test(line)) resolve(line);
        if (/^\S+ Started in /.test(line)) reject(new Error(line));
      });
    exited.then(([status]) => reject(new Error(`the start ended with ${status}:\n${said.join('\n')}`)));
    setTimeout(() => reject(new Error(`not ready in time:\n${said.join('\n')}`)), READY_WITHIN_MS).unref();
  });
  try {
    const line = await ready;
    await wait(WATCHED_MS);
    child.kill('SIGINT');
    const kill = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    const [status] = await exited;
    clearTimeout(kill);
    if (status !== 0) throw new Error(`the start stopped with ${status}`);
    const logs = readdirSync(join(data, 'logs')).flatMap((name) =>
      readFileSync(join(data, 'logs', name), 'utf8')
        .split('\n')
        .map((text) => `${name}: ${text}`),
    );
    const warnings = [...said, ...logs].filter((text) => WARNING.test(text));
    if (warnings.length > 0) throw new Error(`it warns:\n${warnings.join('\n')}`);
    return line;
  } finally {
    child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

build();
let failed = 0;
for (const line of lines) {
  const version = VERSIONS[line];
  try {
    const node = fetchNode(version);
    console.log(`Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}`);
    testUnits(node);
    console.log(
      `passed: unit tests and a start without a warning on Node ${version}. ${await testStart(node)}`,
    );
  } catch (error) {
    failed += 1;
    console.error(`FAILED on Node ${version}: ${error.message}`);
  }
}
console.log(`${lines.length - failed} of ${lines.length} Nodes passed`);
process.exitCode = failed === 0 ? 0 : 1;
