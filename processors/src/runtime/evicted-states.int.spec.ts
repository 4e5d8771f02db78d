import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Stack, startStack } from '../testing/stack.js';
import { connectEvictedStates, type EvictedStates } from './evicted-states.js';

let stack: Stack;
let evictedStates: EvictedStates;
beforeAll(async () => {
  stack = await startStack(1);
  evictedStates = connectEvictedStates(stack.clickHouseEnvironment);
});
afterAll(async () => {
  await evictedStates?.close();
  await stack?.stop();
});

const evict = (mint: string) =>
  stack.clickHouse.insert({
    table: 'evicted_states',
    values: [
      { mint, partition: 0, evicted_offset: 7, evicted_at: 0, part: 0, parts: 1, state: `of ${mint}` },
    ],
    format: 'JSONEachRow',
  });
/** Questions that ClickHouse has answered, this one among them. */
async function countAsked(): Promise<number> {
  const query = "SELECT value FROM system.events WHERE event = 'SelectQuery'";
  const rows = await (await stack.clickHouse.query({ query, format: 'JSONEachRow' })).json<{
    value: string;
  }>();
  return Number(rows[0]?.value);
}
const isAskedAbout = async (mint: string): Promise<boolean> => {
  const before = await countAsked();
  expect(await evictedStates.find(0, [mint], 100)).toEqual(new Map());
  return (await countAsked()) - before > 1;
};

it('asks about what was ever evicted, and soon about nothing else', async () => {
  await evict('left');
  await vi.waitFor(async () => expect(await isAskedAbout('never')).toBe(false), { timeout: 20_000 });
  expect(await evictedStates.find(0, ['never', 'left'], 100)).toEqual(new Map([['left', ['of left']]]));
  expect(await evictedStates.find(0, ['left'], 7)).toEqual(new Map());
});

it('knows what it was told that tables have, and what another evicted once the partition was taken over', async () => {
  await evict('own');
  expect(await evictedStates.findable(0, [{ key: 'own', offset: 7 }])).toEqual([{ key: 'own', offset: 7 }]);
  expect(await evictedStates.find(0, ['own'], 100)).toEqual(new Map([['own', ['of own']]]));
  await evict('of another');
  evictedStates.takenOver(0);
  expect(await evictedStates.find(0, ['of another'], 100)).toEqual(
    new Map([['of another', ['of of another']]]),
  );
  await vi.waitFor(async () => expect(await isAskedAbout('never')).toBe(false), { timeout: 20_000 });
  expect(await evictedStates.find(0, ['of another'], 100)).toEqual(
    new Map([['of another', ['of of another']]]),
  );
});
