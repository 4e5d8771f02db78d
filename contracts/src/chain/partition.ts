const encoder = new TextEncoder();

/** Kafka's default key hash (murmur2, seed 0x9747b28c), so that other clients agree on a mint's partition. */
export function murmur2(bytes: Uint8Array): number {
  const m = 0x5bd1e995;
  let hash = (0x9747b28c ^ bytes.length) | 0;
  const words = bytes.length >> 2;
  for (let i = 0; i < words; i++) {
    const at = i * 4;
    let k = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    k = Math.imul(k, m);
    k ^= k >>> 24;
    hash = Math.imul(hash, m) ^ Math.imul(k, m);
  }
  const tail = words * 4;
  const rest = bytes.length & 3;
  if (rest >= 3) hash ^= bytes[tail + 2]! << 16;
  if (rest >= 2) hash ^= bytes[tail + 1]! << 8;
  if (rest >= 1) hash = Math.imul(hash ^ bytes[tail]!, m);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, m);
  return hash ^ (hash >>> 15);
}

/** The partition of a mint in every topic keyed by mint. */
export function partitionOf(mint: string, partitions: number): number {
  return (murmur2(encoder.encode(mint)) & 0x7fffffff) % partitions;
}
