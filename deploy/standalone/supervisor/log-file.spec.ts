import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFile } from './log-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('goes on with the file of an earlier start', () => {
  const path = join(folder, 'a.log');
  for (const line of ['one\n', 'two\n']) {
    const log = new LogFile(path);
    log.write(line);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

it('keeps one file behind the present one while it runs, and loses nothing on the way', () => {
  const path = join(folder, 'a.log');
  const log = new LogFile(path, 10);
  for (const line of ['0123456789\n', 'second\n', 'third\n']) log.write(line);
  log.close();
  expect(readFileSync(`${path}.old`, 'utf8')).toBe('0123456789\n');
  expect(readFileSync(path, 'utf8')).toBe('second\nthird\n');
});

it('stops nothing when it cannot be written', () => {
  const path = join(folder, 'a.log');
  mkdirSync(path);
  const log = new LogFile(path);
  expect(() => log.write('lost\n')).not.toThrow();
  log.close();
});
