import { expect, it } from 'vitest';
import { SeenIds } from './seen-ids.js';

/** Takes an id of each slot and forgets what lies a hundred slots further back, as a stream does. */
function play(seen: SeenIds, from: number, to: number): void {
  for (let slot = from; slot < to; slot++) {
    seen.add(slot, 'id');
    seen.forgetBefore(slot - 100);
  }
}
const knownOf = (seen: SeenIds, from: number, to: number): number =>
  Array.from({ length: to - from }, (_, n) => from + n).filter((slot) => seen.has(slot, 'id')).length;

it('knows an id once it was added, in its slot', () => {
  const seen = new SeenIds();
  expect([seen.add(5, 'id'), seen.add(5, 'id'), seen.add(6, 'id')]).toEqual([true, false, true]);
  expect([seen.has(5, 'id'), seen.has(7, 'id')]).toEqual([true, false]);
});

it('forgets slots further back, some of them later', () => {
  const seen = new SeenIds();
  play(seen, 1_000, 2_000);
  expect(knownOf(seen, 1_899, 2_000)).toBe(101);
  expect(knownOf(seen, 1_000, 1_850)).toBe(0);
});

it('forgets as much where the stream has fallen back to lower slots', () => {
  const seen = new SeenIds();
  play(seen, 1_000_000, 1_001_000);
  play(seen, 1_000, 2_000);
  expect(knownOf(seen, 1_899, 2_000)).toBe(101);
  expect(knownOf(seen, 1_000, 1_850)).toBe(0);
});
