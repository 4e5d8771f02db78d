interface Entry<T> {
  dueMs: number;
  order: number;
  item: T;
}

/** Items by due time, those of the same time in the order they were added: a binary heap. */
export class Schedule<T> {
  readonly #heap: Entry<T>[] = [];
  #added = 0;

  /** When the first item is due; infinite where there is none. */
  get nextMs(): number {
    return this.#heap[0]?.dueMs ?? Number.POSITIVE_INFINITY;
  }

  add(dueMs: number, item: T): void {
    const heap = this.#heap;
    const entry = { dueMs, order: this.#added++, item };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
  }

  /** The first item due before a time, taken out; null where there is none. */
  takeBefore(timeMs: number): { dueMs: number; item: T } | null {
    const heap = this.#heap;
    const first = heap[0];
    if (first === undefined || first.dueMs >= timeMs) return null;
    const last = heap.pop()!;
    if (heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(entry: Entry<T>): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (!isBefore(heap[child]!, entry)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = entry;
  }
}

const isBefore = (a: Entry<unknown>, b: Entry<unknown>): boolean =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
