import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { holdFolder } from './lock.js';

const COMPILED = fileURLToPath(new URL('../dist/folder-lock.js', import.meta.url));

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'hold-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

it('gives a folder to one holder at a time', () => {
  const dir = folder();
  const release = holdFolder(dir);
  expect(() => holdFolder(dir)).toThrow(`Another start is running on ${dir} (process ${process.pid})`);
  release();
  holdFolder(dir)();
});

it('keeps its lock inside the folder, however long its path is', () => {
  const dir = join(folder(), 'x'.repeat(200));
  mkdirSync(dir);
  const release = holdFolder(dir);
  expect(readdirSync(dir)).toEqual(['lock']);
  release();
  expect(readdirSync(dir)).toEqual([]);
});

it('gives it to the next one after its holder was killed', async () => {
  const dir = folder();
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { lockFolder } from ${JSON.stringify(COMPILED)}; lockFolder(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000)`,
  ]);
  await once(holder.stdout, 'data');
  expect(() => holdFolder(dir)).toThrow(`(process ${holder.pid})`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  holdFolder(dir)();
});
