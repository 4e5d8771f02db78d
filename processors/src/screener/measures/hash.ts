/**
 * A 53-bit hash of bytes, for telling whether what is said of a token changed: two measurements of one token collide
 * once in 10^15 pairs, and then one update is said with the next one. The mixing is cyrb53's (public domain, bryc).
 */
export function hashOf(view: DataView, from: number, to: number): number {
  let low = 0xdeadbeef | 0;
  let high = 0x41c6ce57;
  const mix = (word: number) => {
    low = Math.imul(low ^ word, 2654435761);
    high = Math.imul(high ^ word, 1597334677);
  };
  let at = from;
  for (; at + 4 <= to; at += 4) mix(view.getInt32(at, true));
  for (; at < to; at += 1) mix(view.getUint8(at));
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
