import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
    const log = new LogFile(path, undefined, AT);
    log.write(line, AT);
    log.close();
  }
  expect(readFileSync(path, 'utf8')).toBe(`${TIME} one\n${TIME} two\n`);
});

it('keeps one file behind the present one while it runs, and loses nothing on the way', () => {
  const path = join(folder, 'a.log');
  const log = new LogFile(path, 35, AT);
  for (const line of ['0123456789', 'second', 'third']) log.write(line, AT);
  log.close();
  expect(readFileSync(`${path}.old`, 'utf8')).toBe(`${TIME} 0123456789\n`);
  expect(readFileSync(path, 'utf8')).toBe(`${TIME} second\n${TIME} third\n`);
});

const DAY_MS = 24 * 60 * 60_000;
const days = (count: number) => AT + count * DAY_MS;

/** Every line of both files. */
const linesOf = (path: string) =>
  [`${path}.old`, path].flatMap((file) =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [],
  );

it('holds no line longer than 30 days, and the last 15 days in any case', () => {
  const path = join(folder, 'a.log');
  const log = new LogFile(path, undefined, AT);
  for (let day = 0; day < 100; day += 0.25) {
    log.sweep(days(day));
    log.write(`day ${day}`, days(day));
    const ages = linesOf(path).map((line) => days(day) - Date.parse(line.slice(0, 24)));
    expect(Math.max(...ages)).toBeLessThan(30 * DAY_MS);
    expect(Math.max(...ages)).toBeGreaterThanOrEqual(Math.min(day, 15) * DAY_MS);
  }
  log.close();
});

it('forgets what a service said that has been quiet since, and what was said before a long standstill', () => {
  const path = join(folder, 'a.log');
  const quiet = new LogFile(path, undefined, AT);
  quiet.write('once', AT);
  quiet.sweep(days(15));
  expect(linesOf(path)).toHaveLength(1);
  quiet.sweep(days(30));
  expect(linesOf(path)).toEqual([]);
  quiet.write('again', days(31));
  quiet.close();
  const later = new LogFile(path, undefined, days(62));
  expect(linesOf(path)).toEqual([]);
  later.write('now', days(62));
  expect(linesOf(path)).toHaveLength(1);
  later.close();
});

it('stops nothing when it cannot be written', () => {
  const path = join(folder, 'a.log');
  mkdirSync(path);
  const log = new LogFile(path);
  expect(() => log.write('lost')).not.toThrow();
  log.close();
});
