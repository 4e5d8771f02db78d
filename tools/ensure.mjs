// Installs what package-lock.json names when node_modules does not hold it yet. Runs before start and
// every other command, so it may use only what Node itself brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.installed-lock');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node ${process.versions.node} is too old: 20.19 or newer is needed.`);
  process.exit(1);
}

// Native modules differ by ABI and platform, so these belong to what was installed.
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing dependencies (npm ci), about a minute …');
  // npm hands its own run's settings down; an inner npm must not take them for its own.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|command)/i.test(name)),
  );
  const npmPath = process.env.npm_execpath;
  const npm = (...args) => {
    const { status } = npmPath
      ? spawnSync(process.execPath, [npmPath, ...args], { cwd: root, stdio: 'inherit', env })
      : spawnSync('npm', args, { cwd: root, stdio: 'inherit', env, shell: process.platform === 'win32' });
    if (status === 0) return;
    console.error(`npm ${args[0]} failed: the lines above say why.`);
    process.exit(status ?? 1);
  };
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  // Of what packages run as they are installed, that of these alone is run.
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = Object.keys(allowScripts).filter((name) => allowScripts[name]);
  npm('rebuild', '--ignore-scripts=false', '--loglevel=error', ...named);
  writeFileSync(stamp, wanted);
}
