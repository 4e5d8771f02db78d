import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PatternHistory } from '@cryptonite/contracts/pattern-history';
import { RULES_VERSION } from '@cryptonite/contracts/rules';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FittedPatterns } from './fitted-patterns.js';

const band = { launches: 250, graduated: 0.02, doubled: { '5m': 0, '1h': 0.2, '24h': 0.3 }, dumped: 0.5 };
const history: PatternHistory = {
  v: 1,
  rulesVersion: RULES_VERSION,
  sourceKind: 'market',
  until: null,
  patterns: {
    viralMeme: [{ scoreFrom: 40, ...band }],
    techUtility: [],
    communityDriven: [],
    trendRiding: [],
  },
};

let folder: string;
let file: string;
const warn = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fitted-patterns-'));
  file = join(folder, 'pattern-history.json');
  warn.mockClear();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** As if written so many seconds after the epoch. */
const write = (text: string, seconds: number) => {
  writeFileSync(file, text);
  utimesSync(file, seconds, seconds);
};

it('there is none where no file is named, and before one is written', async () => {
  expect(await new FittedPatterns({}).newest()).toBeNull();
  const fitted = new FittedPatterns({ PATTERN_HISTORY: file });
  expect(await fitted.newest()).toBeNull();
  write(JSON.stringify(history), 1);
  expect(await fitted.newest()).toEqual(history);
  expect(warn).not.toHaveBeenCalled();
});

it('a file that is refused is told once, and is none until another is written', async () => {
  const fitted = new FittedPatterns({ PATTERN_HISTORY: file });
  write(JSON.stringify({ ...history, v: 2 }), 1);
  for (let asked = 0; asked < 3; asked += 1) expect(await fitted.newest()).toBeNull();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('it is of version 2'));
  write(JSON.stringify(history), 2);
  expect(await fitted.newest()).toEqual(history);
});

it('who asks while it is read waits for it', async () => {
  const fitted = new FittedPatterns({ PATTERN_HISTORY: file });
  write(JSON.stringify(history), 1);
  expect(await Promise.all([fitted.newest(), fitted.newest(), fitted.newest()])).toEqual(
    Array(3).fill(history),
  );
});

it('where its folder cannot be looked into, that is told once', async () => {
  write(JSON.stringify(history), 1);
  const fitted = new FittedPatterns({ PATTERN_HISTORY: join(file, 'below') });
  for (let asked = 0; asked < 3; asked += 1) expect(await fitted.newest()).toBeNull();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('ENOTDIR'));
});
