import { ClickHouseFault } from './errors.js';

/**
 * Lends sessions, each to one statement at a time; further statements wait in order.
 * A drained pool lends nothing more.
 */
export class SessionPool<Session> {
  private readonly idle: Session[];
  private readonly waiting: { resolve: (session: Session) => void; reject: (fault: Error) => void }[] = [];
  private whenAllBack: (() => void) | undefined;
  private draining = false;

  constructor(
    private readonly sessions: readonly Session[],
    private readonly maxWaiting: number,
  ) {
    this.idle = [...sessions];
  }

  /** @throws ClickHouseFault 202 when too many wait already, 236 once draining */
  async use<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const session = await this.lease();
    try {
      return await work(session);
    } finally {
      this.release(session);
    }
  }

  /** Resolves true when every session is back, false when `timeoutMs` passed before. */
  async drain(timeoutMs: number): Promise<boolean> {
    this.draining = true;
    for (const { reject } of this.waiting.splice(0)) reject(shuttingDown());
    if (this.idle.length === this.sessions.length) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      this.whenAllBack = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  private lease(): Promise<Session> {
    if (this.draining) return Promise.reject(shuttingDown());
    const session = this.idle.pop();
    if (session !== undefined) return Promise.resolve(session);
    if (this.waiting.length >= this.maxWaiting) {
      const message = `${this.maxWaiting} statements are waiting already`;
      return Promise.reject(new ClickHouseFault(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', message));
    }
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }));
  }

  private release(session: Session): void {
    const next = this.waiting.shift();
    if (next) {
      next.resolve(session);
      return;
    }
    this.idle.push(session);
    if (this.idle.length === this.sessions.length) this.whenAllBack?.();
  }
}

const shuttingDown = (): ClickHouseFault => new ClickHouseFault(236, 'ABORTED', 'Server is shutting down');
