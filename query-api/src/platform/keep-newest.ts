/** Puts a value into a map that holds `most` at most: what was put in first goes when it is full. */
export function keepNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= most) return;
  const [oldest = key] = map.keys();
  map.delete(oldest);
}
