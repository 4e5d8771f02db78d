/** Remembers what is costly to compute, up to a size; then it forgets everything and begins anew. */
export class Memo<Key, Value> {
  readonly #values = new Map<Key, Value>();
  readonly #compute: (key: Key) => Value;
  readonly #size: number;

  constructor(size: number, compute: (key: Key) => Value) {
    this.#size = size;
    this.#compute = compute;
  }

  get(key: Key): Value {
    let value = this.#values.get(key);
    if (value === undefined) {
      value = this.#compute(key);
      if (this.#values.size >= this.#size) this.#values.clear();
      this.#values.set(key, value);
    }
    return value;
  }
}
