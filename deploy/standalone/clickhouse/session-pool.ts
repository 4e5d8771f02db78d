import { ClickHouseFault, tooMany } from './errors.js';

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
    /** How long a statement waits for a session before it is told to come again. */
    private readonly maxWaitMs = Number.POSITIVE_INFINITY,
  ) {
    this.idle = [...sessions];
  }

  /**
   * @param work is told how long it waited, in whole milliseconds: 0 where a session was free
   * @throws ClickHouseFault 202 when too many wait already or it waited too long, 236 once draining
   */
  async use<Result>(work: (session: Session, waitedMs: number) => Promise<Result>): Promise<Result> {
    const askedMs = performance.now();
    const isFree = this.idle.length > 0;
    const session = await this.lease();
    try {
      return await work(session, isFree ? 0 : Math.ceil(performance.now() - askedMs));
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
    if (this.waiting.length >= this.maxWaiting) return Promise.reject(this.busy('as many as may'));
    return new Promise((resolve, reject) => {
      const turn = { resolve, reject };
      this.waiting.push(turn);
      if (this.maxWaitMs === Number.POSITIVE_INFINITY) return;
      const timer = setTimeout(() => {
        const ahead = this.waiting.indexOf(turn);
        this.waiting.splice(ahead, 1);
        reject(this.busy(`after ${this.maxWaitMs / 1_000} s, ${ahead} before this one`));
      }, this.maxWaitMs);
      turn.resolve = (session) => {
        clearTimeout(timer);
        resolve(session);
      };
      turn.reject = (fault) => {
        clearTimeout(timer);
        reject(fault);
      };
    });
  }

  private busy(place: string): ClickHouseFault {
    return tooMany(
      `all ${this.sessions.length} sessions are busy, and ${this.waiting.length} statements are waiting (${place})`,
    );
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
