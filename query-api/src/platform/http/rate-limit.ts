import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { localUserOf } from '@cryptonite/contracts/local-users';
import type { Middleware } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';
import { addressOf, isForwarded } from './visitor-address.js';

type Bucket = { tokens: number; at: number };

/** A token bucket per caller: `burst` requests at once, `perSecond` on the long run. The caller brings the clock. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    /** Callers remembered; those full again are forgotten first. */
    private readonly capacity = 10_000,
  ) {}

  /** @returns 0 when the request may pass, else the whole seconds until the next one may */
  take(caller: string, now: number): number {
    const tokens = this.#refilled(this.#buckets.get(caller), now);
    const isAllowed = tokens >= 1;
    if (this.#buckets.size >= this.capacity && !this.#buckets.has(caller)) this.#forgetFull(now);
    this.#buckets.set(caller, { tokens: isAllowed ? tokens - 1 : tokens, at: now });
    return isAllowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.perSecond));
  }

  forget(caller: string): void {
    this.#buckets.delete(caller);
  }

  #refilled(bucket: Bucket | undefined, now: number): number {
    if (!bucket) return this.burst;
    return Math.min(this.burst, bucket.tokens + ((now - bucket.at) / 1_000) * this.perSecond);
  }

  #forgetFull(now: number): void {
    for (const [caller, bucket] of this.#buckets)
      if (this.#refilled(bucket, now) >= this.burst) this.#buckets.delete(caller);
    // All of them are busy: forgetting the oldest is kinder than refusing the newcomer.
    const oldest = this.#buckets.keys().next();
    if (this.#buckets.size >= this.capacity && !oldest.done) this.#buckets.delete(oldest.value);
  }
}

const callers = new WeakMap<Socket, Promise<string>>();

/**
 * Who a limit counts: a user of this machine, where the system tells which one opened the connection, so that none of them
 * uses up what all have on 127.0.0.1; otherwise an address. Asked once for a connection that is one visitor's.
 */
export async function callerOf(request: IncomingMessage): Promise<string> {
  const address = addressOf(request);
  return isOfThisMachine(request, address) ? localCallerOf(request.socket, address) : address;
}

function localCallerOf(socket: Socket, address: string): Promise<string> {
  let caller = callers.get(socket);
  if (!caller) {
    caller = localUserOf(socket).then((user) => (user === null ? address : `user ${user}`));
    callers.set(socket, caller);
  }
  return caller;
}

const isOfThisMachine = (request: IncomingMessage, address: string): boolean =>
  !isForwarded(request) && /^(127\.|::1$)/.test(address);

/**
 * An address has its limit. On loopback that is what all users of the machine share, and who finds it used up has one of
 * their own, so that whoever uses it up stops nobody else; only then is the system asked who it is.
 */
export function refusalOf(
  limit: RateLimit,
  request: IncomingMessage,
): ProblemError | null | Promise<ProblemError | null> {
  const address = addressOf(request);
  const waitSeconds = limit.take(address, Date.now());
  if (waitSeconds === 0) return null;
  if (!isOfThisMachine(request, address)) return tooMany(address, waitSeconds);
  return callerOf(request).then((caller) => {
    const ownWaitSeconds = limit.take(caller, Date.now());
    return ownWaitSeconds === 0 ? null : tooMany(caller, ownWaitSeconds);
  });
}

export function limitRate(limit: RateLimit): Middleware {
  return (request, response, next) => {
    const go = (refusal: ProblemError | null) => (refusal === null ? next() : sendProblem(response, refusal));
    const refusal = refusalOf(limit, request);
    return refusal instanceof Promise ? refusal.then(go) : go(refusal);
  };
}

export const tooMany = (caller: string, waitSeconds: number): ProblemError =>
  new ProblemError('rate_limited', `Too many requests from ${caller}. Try again in ${waitSeconds} s.`, {
    'Retry-After': String(waitSeconds),
  });
