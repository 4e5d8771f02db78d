/** Volumes out of a real ClickHouse, with the tables as the migrations make them and a user who only reads. */
import { dateTimeOf } from '@cryptonite/contracts/rows';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Stack, startStack } from '../../testing/stack.js';
import { connectStored, type StoredRows } from '../stored-rows.js';
import { START } from '../testing.js';
import { readVolumesOf } from './read-volumes.js';

const HOUR = 3_600_000;
let stack: Stack;
let stored: StoredRows;

beforeAll(async () => {
  stack = await startStack(1);
  stored = connectStored(stack.clickHouseEnvironment);
});
afterAll(async () => {
  await stored?.close();
  await stack?.stop();
});

const insert = (table: string, values: readonly object[]) =>
  stack.clickHouse.insert({ table, values, format: 'JSONEachRow' });
const measured = (mint: string, lastTradeAt: number, volumeUsd: number | null, kind = 'market') => ({
  mint,
  time: dateTimeOf(START),
  source_kind: kind,
  last_trade_at: dateTimeOf(lastTradeAt),
  volume_usd_1h: volumeUsd,
});

it('are those of the tokens of a kind of source that were traded in the hour before', async () => {
  const read = readVolumesOf(stored.ask);
  expect(await read('market', START)).toBeNull();
  const scan = (partition: number, at: number) => ({ partition, time: dateTimeOf(at) });
  await insert('scans_latest_unmerged', [scan(0, START), scan(1, START - 1_000)]);
  await insert('token_scores_latest_unmerged', [
    measured('a', START, 7.5),
    measured('b', START - 1_000 - HOUR + 1, 0),
    measured('quiet', START - 1_000 - HOUR, 9),
    measured('unpriced', START, null),
    measured('other', START, 3, 'provider'),
  ]);
  const live = await read('market', START);
  expect(live?.untilAt).toBe(START - 1_000);
  expect([...(live?.volumesUsd ?? [])].sort()).toEqual([
    ['a', 7.5],
    ['b', 0],
  ]);
  expect([...((await read('provider', START))?.volumesUsd.keys() ?? [])]).toEqual(['other']);
});
