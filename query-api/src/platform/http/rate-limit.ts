import type { IncomingMessage } from 'node:http';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';

type Bucket = { tokens: number; at: number };

/** A token bucket per address: `burst` requests at once, `perSecond` on the long run. The caller brings the clock. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    /** Addresses remembered; those full again are forgotten first. */
    private readonly capacity = 10_000,
  ) {}

  /** @returns 0 when the request may pass, else the whole seconds until the next one may */
  take(address: string, now: number): number {
    const tokens = this.#refilled(this.#buckets.get(address), now);
    const isAllowed = tokens >= 1;
    if (this.#buckets.size >= this.capacity && !this.#buckets.has(address)) this.#forgetFull(now);
    this.#buckets.set(address, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    return isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.perSecond));
  }

  #refilled(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return this.burst;
    return Math.min(this.burst, bucket.tokens + ((now - bucket.at) / 1_000) * this.perSecond);
  }

  #forgetFull(now: number): void {
    for (const [address, bucket] of this.#buckets)
      if (this.#refilled(bucket, now) >= this.burst) this.#buckets.delete(address);
    // All of them are busy: forgetting the oldest is kinder than refusing the newcomer.
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size >= this.capacity && !oldest.done) this.#buckets.delete(oldest.value);
  }
}

/** A client's address. IPv6 networks are handed out by /64, so one of them counts as one client. */
export function addressOf({ socket }: IncomingMessage): string {
  const address = socket.remoteAddress ?? 'unknown';
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  return address.split(':').slice(0, 4).join(':');
}

export function limitRate(limit: RateLimit): Middleware {
  return (request, response, next) => {
    const waitSeconds = limit.take(addressOf(request), Date.now());
    if (waitSeconds === 0) return next();
    sendProblem(
      response,
      new ProblemError(
        'rate_limited',
        `Too many requests from this address. Try again in ${waitSeconds} s.`,
        {
          'Retry-After': String(waitSeconds),
        },
      ),
    );
  };
}
