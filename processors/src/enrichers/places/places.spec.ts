import { expect, it } from 'vitest';
import { askPlace, START } from '../testing.js';
import { type LiveVolumes, Places } from './places.js';

const MINUTE = 60_000;
const placesOf = (volumes: Record<string, number>, untilAt = START) =>
  new Places(async () => ({ untilAt, volumesUsd: new Map(Object.entries(volumes)) }));

it('counts who was traded for more', async () => {
  const places = placesOf({ a: 30, b: 20, c: 20, d: 10, e: 0 });
  const told = async (mint: string) => {
    const said = await places.answer(askPlace({ mint }));
    return said?.kind === 'VolumePlaceObserved' ? [said.place, said.liveTokens, said.volumeUsd1h] : said;
  };
  expect(await told('a')).toEqual([1, 5, 30]);
  expect(await told('b')).toEqual([2, 5, 20]);
  expect(await told('c')).toEqual([2, 5, 20]);
  expect(await told('d')).toEqual([4, 5, 10]);
  expect(await told('e')).toEqual([5, 5, 0]);
  expect(await told('unknown')).toBeNull();
});

it('says up to when it looked, and nothing of what is stored too far behind', async () => {
  const ask = askPlace({ mint: 'a', time: START });
  expect(await placesOf({ a: 1 }, START - 2 * MINUTE).answer(ask)).toEqual({
    kind: 'VolumePlaceObserved',
    from: 'live tokens by volume of 1 h',
    untilAt: START - 2 * MINUTE,
    place: 1,
    liveTokens: 1,
    volumeUsd1h: 1,
  });
  expect(await placesOf({ a: 1 }, START - 2 * MINUTE - 1).answer(ask)).toBeNull();
  expect(await new Places(async () => null).answer(ask)).toBeNull();
});

it('reads once a minute however many ask, and anew what failed', async () => {
  let now = 0;
  let reads = 0;
  const read = async (): Promise<LiveVolumes> => {
    reads += 1;
    if (reads === 1) throw new Error('away');
    return { untilAt: START, volumesUsd: new Map([['a', 1]]) };
  };
  const places = new Places(read, () => now);
  const ask = () => places.answer(askPlace({ mint: 'a' }));
  await expect(ask()).rejects.toThrow('away');
  // All who ask meanwhile: the store is let be for a while.
  await expect(ask()).rejects.toThrow('away');
  expect(reads).toBe(1);
  now = 10_000;
  await Promise.all([ask(), ask(), ask()]);
  expect(reads).toBe(2);
  now += MINUTE;
  await ask();
  expect(reads).toBe(3);
});
