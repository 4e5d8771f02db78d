import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forgetLogs } from './forget-logs.js';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 9, 31);

it('removes logs of services that run no more after 30 days, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  try {
    const write = (name: string, daysAgo: number) => {
      writeFileSync(join(folder, name), 'a line\n');
      const seconds = (NOW - daysAgo * DAY_MS) / 1_000;
      utimesSync(join(folder, name), seconds, seconds);
    };
    for (const name of ['tape.log', 'tape.log.old', 'running.log', 'notes.txt']) write(name, 30);
    write('enrichers.log', 29);
    forgetLogs(folder, (service) => service === 'running', NOW);
    expect(readdirSync(folder).sort()).toEqual(['enrichers.log', 'notes.txt', 'running.log']);
    expect(() => forgetLogs(join(folder, 'nowhere'), () => false, NOW)).not.toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
