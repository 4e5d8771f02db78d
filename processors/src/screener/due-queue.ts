/** Tokens by the stream time at which they are due to be measured again: a binary heap. */
export class DueQueue {
  readonly #heap: { dueAt: number; mint: string }[] = [];

  push(dueAt: number, mint: string): void {
    const heap = this.#heap;
    heap.push({ dueAt, mint });
    let child = heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (heap[parent]!.dueAt <= heap[child]!.dueAt) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  /** Takes the entries due at `now`, each mint once, in the order of their mints. Entries may be outdated. */
  takeDue(now: number): string[] {
    const due = new Set<string>();
    while (this.#heap.length > 0 && this.#heap[0]!.dueAt <= now) due.add(this.#pop());
    return [...due].sort();
  }

  #pop(): string {
    const heap = this.#heap;
    const { mint } = heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return mint;
    heap[0] = last;
    for (let parent = 0; ; ) {
      const left = 2 * parent + 1;
      if (left >= heap.length) return mint;
      const right = left + 1;
      const least = right < heap.length && heap[right]!.dueAt < heap[left]!.dueAt ? right : left;
      if (heap[parent]!.dueAt <= heap[least]!.dueAt) return mint;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #swap(a: number, b: number): void {
    const entry = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = entry;
  }
}
