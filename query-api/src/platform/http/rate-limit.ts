import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { localUserOf } from '@cryptonite/contracts/local-users';
import type { Middleware, ReadRequest } from './middleware.js';
import { ProblemError, sendProblem } from './problem.js';
import { addressOf, type Counted, isForwarded, LOOPBACK, networksOf } from './visitor-address.js';

type Bucket = { tokens: number; at: number; times: number };

/** A token bucket per caller: `burst` requests at once, `perSecond` on the long run. The caller brings the clock. */
export class RateLimit {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    /** Callers remembered; those full again are forgotten first. */
    private readonly capacity = 10_000,
  ) {}

  /**
   * What is refused takes nothing, so that whoever asks too much takes nothing from the network that it is in.
   *
   * @param callers one alone by its name, or all that it counts for, each with what it may have
   * @param cost of what is asked, in requests
   * @returns 0 when the request may pass, else the whole seconds until the next one may
   */
  take(callers: string | readonly Counted[], now: number, cost = 1): number {
    const all = typeof callers === 'string' ? [{ name: callers, times: 1 }] : callers;
    const left = all.map((caller) => this.#refilled(caller, now));
    const waits = all.map(({ times }, index) => (cost - left[index]!) / (times * this.perSecond));
    const wait = Math.max(...waits);
    if (wait > 0) return Math.max(1, Math.ceil(wait));
    for (const [index, { name, times }] of all.entries()) {
      if (this.#buckets.size >= this.capacity && !this.#buckets.has(name)) this.#forgetFull(now);
      this.#buckets.set(name, { tokens: left[index]! - cost, at: now, times });
    }
    return 0;
  }

  forget(caller: string): void {
    this.#buckets.delete(caller);
  }

  #refilled({ name, times }: Counted, now: number): number {
    const bucket = this.#buckets.get(name);
    return bucket ? this.#tokensOf(bucket, now) : times * this.burst;
  }

  #tokensOf({ tokens, at, times }: Bucket, now: number): number {
    return Math.min(times * this.burst, tokens + ((now - at) / 1_000) * times * this.perSecond);
  }

  #forgetFull(now: number): void {
    for (const [caller, bucket] of this.#buckets)
      if (this.#tokensOf(bucket, now) >= bucket.times * this.burst) this.#buckets.delete(caller);
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

/** The caller, and the networks that it is in, the narrowest first. */
export async function callersOf(request: IncomingMessage): Promise<Counted[]> {
  const [, ...wider] = networksOf(request);
  return [{ name: await callerOf(request), times: 1 }, ...wider];
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
  address === LOOPBACK && !isForwarded(request);

/**
 * An address has its limit. On loopback that is what all users of the machine share, and who finds it used up has one of
 * their own, so that whoever uses it up stops nobody else; only then is the system asked who it is.
 */
export function refusalOf(
  limit: RateLimit,
  request: IncomingMessage,
  cost = 1,
): ProblemError | null | Promise<ProblemError | null> {
  const waitSeconds = limit.take(networksOf(request), Date.now(), cost);
  if (waitSeconds === 0) return null;
  const address = addressOf(request);
  if (!isOfThisMachine(request, address)) return tooMany(address, waitSeconds);
  return callerOf(request).then((caller) => {
    const ownWaitSeconds = limit.take(caller, Date.now(), cost);
    return ownWaitSeconds === 0 ? null : tooMany(caller, ownWaitSeconds);
  });
}

/** @param costOf what a request costs, in requests */
export function limitRate(limit: RateLimit, costOf: (request: ReadRequest) => number = () => 1): Middleware {
  return (request, response, next) => {
    const go = (refusal: ProblemError | null) => (refusal === null ? next() : sendProblem(response, refusal));
    const refusal = refusalOf(limit, request, costOf(request));
    return refusal instanceof Promise ? refusal.then(go) : go(refusal);
  };
}

export const tooMany = (caller: string, waitSeconds: number): ProblemError =>
  new ProblemError('rate_limited', `Too many requests from ${caller}. Try again in ${waitSeconds} s.`, {
    'Retry-After': String(waitSeconds),
  });
