import type { StreamToken } from '@cryptonite/contracts/api';

/**
 * Remembers changes while an answer is under way: the server may have written it before they happened, and it
 * arrives after them. What a read missed is laid over it.
 */
export class PendingChanges {
  private changes: StreamToken[] = [];
  private readers = 0;

  add(change: StreamToken): void {
    if (this.readers > 0) this.changes.push(change);
  }

  /** Runs `read`, then folds the changes that arrived meanwhile into its answer. */
  async overlay<Answer>(
    read: () => Promise<Answer>,
    apply: (answer: Answer, change: StreamToken) => Answer,
  ): Promise<Answer> {
    const from = this.changes.length;
    this.readers++;
    try {
      const answer = await read();
      return this.changes.slice(from).reduce(apply, answer);
    } finally {
      this.readers--;
      if (this.readers === 0) this.changes = [];
    }
  }
}

/** The page's own: the stream adds, the list queries overlay. */
export const pendingChanges = new PendingChanges();
