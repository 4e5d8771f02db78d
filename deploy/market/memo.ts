/**
 * Remembers what is costly to compute: the last `size` keys at least, twice as many at most. What is asked for again
 * moves on from the old half to the new, so that keys in use are never computed anew.
 */
export class Memo<Key, Value> {
  readonly #size: number;
  readonly #compute: (key: Key) => Value;
  #recent = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(size: number, compute: (key: Key) => Value) {
    this.#size = size;
    this.#compute = compute;
  }

  get(key: Key): Value {
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const value = this.#old.get(key) ?? this.#compute(key);
    if (this.#recent.size >= this.#size) {
      this.#old = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
    return value;
  }
}
