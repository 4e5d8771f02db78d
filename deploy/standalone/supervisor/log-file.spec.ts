import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LogFile } from './log-file.js';

const AT = Date.UTC(2026, 9, 8, 14, 10, 0, 250);
const TIME = '2026-10-08T14:10:00.250Z';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('goes on with the file of an earlier start', () => {
  const path = join(folder, 'a.log');
  for (const line of ['one', 'two']) {
    const log = new LogFile(path);
    log.write(line, AT);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe(`${TIME} one\n${TIME} two\n`);
});

it('keeps one file behind the present one while it runs, and loses nothing on the way', () => {
  const path = join(folder, 'a.log');
  const log = new LogFile(path, 35);
  for (const line of ['0123456789', 'second', 'third']) log.write(line, AT);
  log.close();
  expect(readFileSync(`${path}.old`, 'utf8')).toBe(`${TIME} 0123456789\n`);
  expect(readFileSync(path, 'utf8')).toBe(`${TIME} second\n${TIME} third\n`);
});

it('stops nothing when it cannot be written', () => {
  const path = join(folder, 'a.log');
  mkdirSync(path);
  const log = new LogFile(path);
  expect(() => log.write('lost')).not.toThrow();
  log.close();
});
