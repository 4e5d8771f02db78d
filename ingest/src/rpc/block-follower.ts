import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAMS } from '../decode/programs.js';
import type { SubscriptionListener } from '../yellowstone/transport.js';
import { type BlockUpdates, oneLine, updatesOf } from './block-updates.js';
import type { EndpointPool } from './endpoint-pool.js';
import { type RpcEndpoint, RpcRefusal } from './rpc-endpoint.js';
import { SlotSocket } from './slot-socket.js';

/** Requests under way at once: a block takes longer to come than its slot on endpoints far away. */
const AT_ONCE = 8;
/** So far ahead of what is handed on slots are asked for: several leaders in a row may skip theirs. */
const MOST_AHEAD_SLOTS = 32;
/** Where no log tells that a slot is confirmed, one that was processed so many slots ago is asked for all the same. */
const CONFIRMED_WITHIN_SLOTS = 4;
/** A block that is confirmed can be had within seconds; one that cannot in this time is left out, and is a gap. */
const BLOCK_WITHIN_MS = 30_000;
const ASK_AGAIN_MS = { first: 200, longest: 2_000 };
/** One request in some hundreds is never answered: it is asked again, each time with more patience. */
const PATIENCE_MS = [3_000, 6_000, 12_000];
const NO_SLOT_FOR_MS = 20_000;
/** Who tells nothing for so long is asked how far the chain is. */
const ASK_SLOT_AFTER_MS = 5_000;

/**
 * An endpoint has no block of that slot, by Agave's `rpc-client-api`: not yet, not any more, or never. Of a slot that was
 * skipped a node says -32004 until the chain is rooted beyond it, so only the parent of a later block tells it from one that
 * will come; and -32007 may also say that the node itself missed it.
 */
const CLEANED_UP = -32001;
const HAS_NONE = new Set([CLEANED_UP, -32004, -32007, -32009, -32014, -32016]);

const CONFIG = {
  commitment: 'confirmed',
  encoding: 'json',
  transactionDetails: 'full',
  maxSupportedTransactionVersion: 1,
  rewards: false,
};

/** A slot that no block came of: skipped by the chain, or left out. */
const NOTHING: BlockUpdates = { parentSlot: null, updates: [], malformed: [] };

export interface FollowerOptions {
  pool: EndpointPool;
  /** The first slot to bring; null begins with the newest. */
  fromSlot: number | null;
  listener: SubscriptionListener;
  /** So far behind the chain the stream ends: it would take too long to catch up. */
  mostBehindSlots: number;
  /** {@link BLOCK_WITHIN_MS} unless told otherwise. */
  blockWithinMs?: number;
  log: (line: string) => void;
}

/** Asks for one block after the other as the chain confirms them, and hands on what a Yellowstone stream would have sent. */
export class BlockFollower {
  readonly #options: FollowerOptions;
  /** With the newest slot that each told is confirmed. */
  readonly #sockets = new Map<RpcEndpoint, { socket: SlotSocket; confirmed: number }>();
  readonly #stopping = new AbortController();
  readonly #watching: NodeJS.Timeout;
  readonly #done = new Map<number, BlockUpdates>();
  #wanted: ReadonlySet<string> = new Set();
  #head = 0;
  #headAtMs = Date.now();
  /** The next slot to ask for and the next one to hand on; null before the head is known. */
  #next: { ask: number; tell: number } | null;
  #underWay = 0;
  #isPaused = false;
  #trouble = '';

  constructor(options: FollowerOptions) {
    const { fromSlot } = options;
    // Each request and each pause listens to it.
    setMaxListeners(0, this.#stopping.signal);
    this.#options = options;
    this.#next = fromSlot === null ? null : { ask: fromSlot, tell: fromSlot };
    this.#subscribe();
    this.#watching = setInterval(() => this.#watch(), ASK_SLOT_AFTER_MS);
  }

  want(accounts: ReadonlySet<string>): void {
    this.#wanted = accounts;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.#tell();
  }

  close(): void {
    clearInterval(this.#watching);
    this.#stopping.abort();
    for (const { socket } of this.#sockets.values()) socket.close();
  }

  #end(message: string): void {
    if (this.#stopping.signal.aborted) return;
    this.close();
    this.#options.listener.onEnd({ message, isReplayRefusal: false });
  }

  /** To what was seen to serve the chain: slots of another cluster would say nothing of how far this one is. */
  #subscribe(): void {
    const programs = PROGRAMS.map(({ address }) => address);
    for (const endpoint of this.#options.pool.checked) {
      if (this.#sockets.has(endpoint)) continue;
      const socket = new SlotSocket(endpoint, programs, {
        onProcessed: (slot) => this.#hear(endpoint, slot - CONFIRMED_WITHIN_SLOTS),
        onConfirmed: (slot) => this.#hear(endpoint, slot),
        onTrouble: (message) => {
          this.#trouble = `${endpoint.host}: ${message}`;
        },
      });
      this.#sockets.set(endpoint, { socket, confirmed: 0 });
    }
  }

  #watch(): void {
    this.#subscribe();
    if (this.#isPaused) this.#headAtMs = Date.now();
    const quietMs = Date.now() - this.#headAtMs;
    if (quietMs > NO_SLOT_FOR_MS) this.#end(this.#trouble || `no slot came for ${NO_SLOT_FOR_MS / 1_000} s`);
    else if (quietMs > ASK_SLOT_AFTER_MS / 2) void this.#askSlot();
  }

  /** Subscriptions may be refused or silent where requests are answered. */
  async #askSlot(): Promise<void> {
    const { signal } = this.#stopping;
    try {
      const endpoint = await this.#options.pool.pick(signal);
      const slot = await endpoint.ask('getSlot', [{ commitment: 'confirmed' }], signal);
      if (typeof slot === 'number' && Number.isSafeInteger(slot)) this.#reach(slot);
    } catch (error) {
      if (!signal.aborted) this.#trouble ||= oneLine(error);
    }
  }

  /** Where several tell, one alone is not believed: the chain is where the second of them is. */
  #hear(endpoint: RpcEndpoint, slot: number): void {
    const told = this.#sockets.get(endpoint);
    if (!told || slot <= told.confirmed) return;
    told.confirmed = slot;
    const slots = [...this.#sockets.values()].flatMap(({ confirmed }) => (confirmed > 0 ? [confirmed] : []));
    const [newest = 0, second = newest] = slots.sort((a, b) => b - a);
    this.#reach(Math.min(newest, second));
  }

  #reach(slot: number): void {
    if (slot <= this.#head) return;
    this.#head = slot;
    this.#headAtMs = Date.now();
    this.#trouble = '';
    this.#next ??= { ask: slot, tell: slot };
    const behind = slot - this.#next.tell;
    if (behind > this.#options.mostBehindSlots && !this.#isPaused)
      this.#end(`the chain is ${behind} slots ahead of what is asked for within the budget`);
    else this.#ask();
  }

  #ask(): void {
    const next = this.#next;
    const last = next ? Math.min(this.#head, next.tell + MOST_AHEAD_SLOTS - 1) : 0;
    while (next && !this.#isPaused && this.#underWay < AT_ONCE && next.ask <= last) {
      if (this.#stopping.signal.aborted) return;
      const slot = next.ask++;
      if (this.#isSettled(slot)) continue;
      this.#bring(slot).then(
        (updates) => this.#settle(slot, updates),
        (error) => this.#end((error as Error).message),
      );
    }
  }

  #isSettled(slot: number): boolean {
    return slot < (this.#next?.tell ?? 0) || this.#done.has(slot);
  }

  /** A block proves that the slots between its parent and itself have none. */
  #settle(slot: number, updates: BlockUpdates): void {
    if (this.#isSettled(slot)) return;
    this.#done.set(slot, updates);
    const { parentSlot } = updates;
    const first = Math.max(parentSlot === null ? slot : parentSlot + 1, this.#next!.tell);
    for (let skipped = first; skipped < slot; skipped += 1)
      if (!this.#done.has(skipped)) this.#done.set(skipped, NOTHING);
    this.#tell();
  }

  #tell(): void {
    const next = this.#next;
    const { listener } = this.#options;
    const { signal } = this.#stopping;
    while (next && !this.#isPaused && !signal.aborted) {
      const done = this.#done.get(next.tell);
      if (!done) break;
      this.#done.delete(next.tell++);
      // While something comes, the chain is not away.
      this.#headAtMs = Date.now();
      for (const { json, reason } of done.malformed)
        if (!signal.aborted) listener.onMalformed(Buffer.from(json), reason);
      for (const update of done.updates) if (!signal.aborted) listener.onUpdate(update);
    }
    if (next) next.ask = Math.max(next.ask, next.tell);
    this.#ask();
  }

  /**
   * Asks one endpoint after the other, until one has it, a later block proves that there is none, or so long a time is over: then
   * it is left out. Throws where none has answered at all in that time.
   */
  async #bring(slot: number): Promise<BlockUpdates> {
    const { pool, log, blockWithinMs = BLOCK_WITHIN_MS } = this.#options;
    const { signal } = this.#stopping;
    const beganMs = Date.now();
    let answeredAtMs: number | null = null;
    /** Those that had it once: they will not have it again. */
    const pruned = new Set<RpcEndpoint>();
    let pauseMs = ASK_AGAIN_MS.first;
    for (let attempt = 0; ; attempt += 1) {
      const endpoint = await pool.pick(signal);
      if (this.#isSettled(slot)) return NOTHING;
      const askedMs = Date.now();
      try {
        const patienceMs = PATIENCE_MS[Math.min(attempt, PATIENCE_MS.length - 1)]!;
        return await this.#askOnce(endpoint, slot, patienceMs);
      } catch (error) {
        if (signal.aborted) throw error;
        const message = `${endpoint.host}: ${oneLine(error)}`;
        const isAnswer = error instanceof RpcRefusal || error instanceof NotABlock;
        const hasNone = error instanceof RpcRefusal && HAS_NONE.has(error.code);
        if (hasNone) pool.answered(endpoint);
        else pool.failed(endpoint, oneLine(error), askedMs);
        if (isAnswer) answeredAtMs ??= askedMs;
        if (error instanceof RpcRefusal && error.code === CLEANED_UP) pruned.add(endpoint);
        const isLost = pool.checked.every((each) => pruned.has(each));
        const isLate = answeredAtMs !== null && Date.now() - answeredAtMs > blockWithinMs;
        if ((isLost && pruned.size > 0) || isLate) {
          log(`slot ${slot} is left out: ${message}`);
          return NOTHING;
        }
        if (answeredAtMs === null && Date.now() - beganMs > blockWithinMs) throw new Error(message);
        await sleep(pauseMs, undefined, { signal });
        pauseMs = Math.min(2 * pauseMs, ASK_AGAIN_MS.longest);
        if (this.#isSettled(slot)) return NOTHING;
      }
    }
  }

  async #askOnce(endpoint: RpcEndpoint, slot: number, patienceMs: number): Promise<BlockUpdates> {
    this.#underWay += 1;
    let json: unknown;
    try {
      json = await endpoint.ask('getBlock', [slot, CONFIG], this.#stopping.signal, patienceMs);
    } finally {
      this.#underWay -= 1;
    }
    if (json === null) throw new RpcRefusal(-32004, `slot ${slot} is not confirmed`);
    this.#options.pool.answered(endpoint);
    try {
      return updatesOf(slot, json, this.#wanted);
    } catch (error) {
      throw new NotABlock(`it answered with what is no block: ${oneLine(error)}`, { cause: error });
    }
  }
}

class NotABlock extends Error {
  override readonly name = 'NotABlock';
}
