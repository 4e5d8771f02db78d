import { expect, it } from 'vitest';
import { impureIn } from './impure.mjs';

it.each([
  ['Date', 'const now = Date.now();'],
  ['Date', 'const now = new Date();'],
  ['Date', 'const now = new Date( );'],
  ['Date', 'const { now } = Date;'],
  ['performance', 'const at = performance.now();'],
  ['Math.random', 'const one = Math.random();'],
  ['process', 'const { PORT } = process.env;'],
  ['process', `read(process\n  .env);`],
  ['setTimeout', 'setTimeout(() => {}, 5);'],
  ['setImmediate', 'await new Promise(setImmediate);'],
  ['setInterval', 'const timers = [setInterval];'],
  ['console', `log('it'); console.log("x"); // said`],
  ['fetch', 'const answer = await fetch(url);'],
  ['crypto', 'crypto.randomUUID()'],
  ['globalThis', `globalThis['Date']`],
  ['require', `require('node:fs')`],
  ['import.meta', 'import.meta.url'],
])('finds %s in a pure folder: %s', (found, source) => {
  expect(impureIn(source)).toEqual([found]);
});

it.each([
  'const since = Date.UTC(2026, 5, 11) + Date.parse(text);',
  'const text = new Date(ms).toISOString();',
  'const at = row.performance; // the clock, Date.now(), is not read',
  `/** Without process.env */ const text = 'fetch' + "setTimeout";`,
  'const state = token.process.fetch; const processor = updateDate; max = Math.max(a, b);',
])('lets what depends on arguments alone stand: %s', (source) => {
  expect(impureIn(source)).toEqual([]);
});
