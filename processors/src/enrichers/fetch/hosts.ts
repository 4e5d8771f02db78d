import { NEARNESS, type Nearness } from '@cryptonite/contracts/asks';
import { NotAsked } from './fetch-failed.js';
import { Host, type Waiting } from './host.js';
import type { HostLimit } from './pace.js';

export type { HostLimit } from './pace.js';

/** Hosts without a limit of their own that are remembered: launches may name as many as they like. */
const STRANGERS_MOST = 1_000;

const FARTHEST_FIRST = [...NEARNESS].reverse();

/**
 * Says when a host is asked, and by whom next: the nearest to a list first, of these the oldest. A host that is in trouble, or
 * says how long it wants none, is left alone meanwhile; who would wait for it in vain learns it at once. What failed is not asked again here: its asker knows whether it is
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
   * `limits` is by name, `others` for each that has none there. Beyond `mostWaiting` the oldest of the farthest fails with
   * {@link NotAsked}. `chance` is of 0 to 1: those that were turned away together do not come back together.
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

  /**
   * Does the work when it is its turn, and rejects as the work does; with {@link NotAsked} where no turn comes within
   * `withinMs`, at once where none can.
   */
  run<T>(name: string, nearness: Nearness, withinMs: number, work: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(new Error('it is closed'));
    const host = this.#hostOf(name);
    const now = performance.now();
    const pausedMs = host.pausedMs(now);
    if (pausedMs > withinMs) return Promise.reject(leftAlone(name, pausedMs));
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = {
        host,
        name,
        nearness,
        untilMs: now + withinMs,
        timer: setTimeout(
          () => this.#drop(waiting, new NotAsked(`${name}: no turn within ${withinMs} ms`)),
          withinMs,
        ),
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
      this.#shed();
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
        this.#drop(waiting, new Error('it is closed'));
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

  /** One that is left alone is remembered as long as there is another. */
  #forgetStranger(): void {
    const now = performance.now();
    const idle = [...this.#hosts].filter(([name, host]) => !this.#limits.has(name) && host.isIdle);
    const [name] = idle.find(([, host]) => host.pausedMs(now) === 0) ?? idle[0] ?? [];
    if (name !== undefined) this.#hosts.delete(name);
  }

  #shed(): void {
    const waiting = FARTHEST_FIRST.map((nearness) => this.#waiting[nearness]);
    if (waiting.reduce((sum, { size }) => sum + size, 0) <= this.#mostWaiting) return;
    const [oldest] = waiting.find(({ size }) => size > 0) ?? [];
    if (oldest === undefined) return;
    this.#drop(oldest, new NotAsked(`${oldest.name}: ${this.#mostWaiting} nearer or newer ones wait`));
  }

  #drop(waiting: Waiting, error: Error): void {
    this.#remove(waiting);
    waiting.fail(error);
  }

  #remove(waiting: Waiting): void {
    clearTimeout(waiting.timer);
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
        const endedAtMs = performance.now();
        host.ended(error, now, endedAtMs);
        for (const inVain of host.inVain())
          this.#drop(inVain, leftAlone(inVain.name, host.pausedMs(endedAtMs)));
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

const leftAlone = (name: string, pausedMs: number): NotAsked =>
  new NotAsked(`${name} is left alone for ${Math.ceil(pausedMs / 1_000)} s`);
