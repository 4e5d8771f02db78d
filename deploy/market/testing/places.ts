import type { Place } from '../call.js';

/** Places in one slot, one behind the other. */
export function placesInSlot(): () => Place {
  let index = 0;
  return () => ({
    slot: 450_000_000,
    index: index++,
    timeS: 1_790_812_800,
    sentAtMs: 1_790_812_800_100,
    recentBlockhash: Buffer.alloc(32, 1),
    label: `test ${index}`,
  });
}
