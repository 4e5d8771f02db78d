import { expect, it } from 'vitest';
import { Outage } from './index.js';

const at = Date.UTC(2026, 9, 8, 14, 10);

it('is told once when it begins and once when it ends, with its length', () => {
  const said: string[] = [];
  const outage = new Outage('Kafka', (line) => said.push(line));
  outage.ended(at);
  outage.began(at, 'refused');
  outage.began(at + 1_000, 'no answer');
  expect(outage.sinceMs).toBe(at);
  outage.ended(at + 40_150);
  outage.ended(at + 41_000);
  expect(outage.sinceMs).toBeNull();
  expect(said).toEqual([
    'Kafka is away since 2026-10-08T14:10:00.000Z: refused',
    'Kafka is back: it was away from 2026-10-08T14:10:00.000Z to 2026-10-08T14:10:40.150Z, 40.1 s',
  ]);
});

it('lasts until all who wait have succeeded or given up', () => {
  const said: string[] = [];
  const outage = new Outage('ClickHouse', (line) => said.push(line));
  outage.began(at, 'no answer', 'partition 0');
  outage.ended(at + 100, 'partition 1');
  outage.began(at + 200, 'no answer', 'partition 2');
  outage.ended(at + 300, 'partition 0');
  expect(said).toHaveLength(1);
  outage.givenUp('partition 2');
  expect(outage.sinceMs).toBe(at);
  outage.ended(at + 2_000, 'partition 1');
  expect(said.slice(1)).toEqual([
    'ClickHouse is back: it was away from 2026-10-08T14:10:00.000Z to 2026-10-08T14:10:02.000Z, 2.0 s',
  ]);
});
