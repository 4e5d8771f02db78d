import { NEARNESS, type Nearness } from '@cryptonite/contracts/asks';
import { FetchFailed } from './fetch-failed.js';
import { Host, type Waiting } from './host.js';
import type { HostLimit } from './pace.js';

export type { HostLimit } from './pace.js';

/** Hosts without a limit of their own that are remembered: launches may name as many as they like. */
const STRANGERS_MOST = 1_000;

const FARTHEST_FIRST = [...NEARNESS].reverse();

/**
 * Says when a host is asked, and by whom next: the nearest to a list first, of these the oldest. A host that is in trouble, or
 * says how long it wants none, is left alone meanwhile. What failed is not asked again here: its asker knows whether it is
 * worth it, and waits its turn as any other.
 */
export class Hosts {
  readonly #limits: ReadonlyMap<string, HostLimit>;
  readonly #others: HostLimit;
  readonly #mostWaiting: number;
  readonly #chance: () => number;
  readonly #hosts = new Map<string, Host>();
  readonly #timers = new Map<Host, NodeJS.Timeout>();
  /** Of all hosts, in the order in which they came. */
  readonly #waiting: Readonly<Record<Nearness, Set<Waiting>>> = {
    listed: new Set(),
    near: new Set(),
    far: new Set(),
  };
  #isClosed = false;

  /**
   * `limits` is by host as `URL.host` has it, `others` for each that has none there. Beyond `mostWaiting` the oldest of the
   * farthest fails as 'rate-limited'. `chance` is of 0 to 1: those that were turned away together do not come back together.
   */
  constructor(options: {
    limits: ReadonlyMap<string, HostLimit>;
    others: HostLimit;
    mostWaiting: number;
    chance?: () => number;
  }) {
    this.#limits = options.limits;
    this.#others = options.others;
    this.#mostWaiting = options.mostWaiting;
    this.#chance = options.chance ?? Math.random;
  }

  /** Does the work when it is its turn; rejects as the work does. */
  run<T>(name: string, nearness: Nearness, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error('it is closed'));
    const host = this.#hostOf(name);
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        host,
        nearness,
        work: async () => {
          try {
            resolve(await work());
            return null;
          } catch (error) {
            reject(error);
            return error;
          }
        },
        fail: reject,
      };
      host.add(waiting);
      this.#waiting[nearness].add(waiting);
      this.#shed(name);
      this.#turn(host);
    });
  }

  /** Ms for which a host is left alone: whoever can ask another does. */
  pausedMs(name: string): number {
    return this.#hosts.get(name)?.pausedMs(performance.now()) ?? 0;
  }

  /** Whoever waits fails; what is under way ends by itself. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    for (const nearness of NEARNESS)
      for (const waiting of this.#waiting[nearness]) {
        this.#remove(waiting);
        waiting.fail(new Error('it is closed'));
      }
  }

  #hostOf(name: string): Host {
    const known = this.#hosts.get(name);
    if (known) return known;
    if (this.#hosts.size >= STRANGERS_MOST + this.#limits.size) this.#forgetStranger();
    const host = new Host(this.#limits.get(name) ?? this.#others, this.#chance);
    this.#hosts.set(name, host);
    return host;
  }

  #forgetStranger(): void {
    for (const [name, host] of this.#hosts) {
      if (this.#limits.has(name) || !host.isIdle) continue;
      this.#hosts.delete(name);
      return;
    }
  }

  #shed(name: string): void {
    const waiting = FARTHEST_FIRST.map((nearness) => this.#waiting[nearness]);
    if (waiting.reduce((sum, { size }) => sum + size, 0) <= this.#mostWaiting) return;
    const [oldest] = waiting.find(({ size }) => size > 0) ?? [];
    if (oldest === undefined) return;
    this.#remove(oldest);
    oldest.fail(new FetchFailed('rate-limited', `${name}: ${this.#mostWaiting} nearer or newer ones wait`));
  }

  #remove(waiting: Waiting): void {
    waiting.host.remove(waiting);
    this.#waiting[waiting.nearness].delete(waiting);
  }

  #turn(host: Host): void {
    for (let first = host.first(); first !== null && !this.#isClosed; first = host.first()) {
      const now = performance.now();
      const waitMs = host.waitMs(now);
      if (waitMs > 0) {
        this.#wakeAfter(waitMs, host);
        return;
      }
      this.#remove(first);
      host.began(now);
      void first.work().then((error) => {
        host.ended(error, now, performance.now());
        this.#turn(host);
      });
    }
  }

  #wakeAfter(waitMs: number, host: Host): void {
    if (this.#timers.has(host)) return;
    const timer = setTimeout(() => {
      this.#timers.delete(host);
      this.#turn(host);
    }, Math.ceil(waitMs));
    this.#timers.set(host, timer);
  }
}
