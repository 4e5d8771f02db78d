import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { holdFolder } from './lock.js';

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'hold-'));
  folders.push(made);
  return made;
};
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

it('gives a folder to one holder at a time', async () => {
  const dir = folder();
  const first = await holdFolder(dir);
  expect(first).not.toBeNull();
  expect(await holdFolder(dir)).toBeNull();
  await new Promise((resolve) => first?.close(resolve));
  const next = await holdFolder(dir);
  expect(next).not.toBeNull();
  next?.close();
});

it('gives it to the next one after its holder was killed', async () => {
  const dir = folder();
  const probe = await holdFolder(dir);
  const path = probe?.address();
  await new Promise((resolve) => probe?.close(resolve));
  const holder = spawn(process.execPath, [
    '-e',
    `require('node:net').createServer().listen(${JSON.stringify(path)}, () => console.log('held'))`,
  ]);
  await once(holder.stdout, 'data');
  expect(await holdFolder(dir)).toBeNull();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const next = await holdFolder(dir);
  expect(next).not.toBeNull();
  next?.close();
});
