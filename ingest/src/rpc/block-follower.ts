import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAMS } from '../decode/programs.js';
import type { StreamEnd, SubscriptionListener } from '../yellowstone/transport.js';
import { type BlockUpdates, updatesOf } from './block-updates.js';
import type { EndpointPool } from './endpoint-pool.js';
import { RpcRefusal } from './rpc-endpoint.js';
import { SlotSocket } from './slot-socket.js';

/** Blocks asked for at once: one takes longer than its slot on endpoints far away. */
const AT_ONCE = 8;
/** Where no log tells that a slot is confirmed, one that was processed so many slots ago is asked for all the same. */
const CONFIRMED_WITHIN_SLOTS = 4;
/** A block that is confirmed can be had within seconds; one that cannot in this time is left out, and is a gap. */
const BLOCK_WITHIN_MS = 30_000;
const ASK_AGAIN_MS = { first: 200, longest: 2_000 };
const NO_SLOT_FOR_MS = 20_000;

/** Codes of Agave's `rpc-client-api`. */
const NOT_YET = new Set([-32004, -32014, -32016]);
const SKIPPED = new Set([-32007, -32009]);
/** What it had once, and has no more. */
const CLEANED_UP = -32001;

const CONFIG = {
  commitment: 'confirmed',
  encoding: 'json',
  transactionDetails: 'full',
  maxSupportedTransactionVersion: 1,
  rewards: false,
};

/** A slot that no block came of: skipped by the chain, or left out. */
const NOTHING: BlockUpdates = { updates: [], malformed: [] };

export interface FollowerOptions {
  pool: EndpointPool;
  /** The first slot to bring; null begins with the newest. */
  fromSlot: number | null;
  listener: SubscriptionListener;
  /** So far behind the chain the stream ends: it would take too long to catch up. */
  mostBehindSlots: number;
  log: (line: string) => void;
}

/** Asks for one block after the other as the chain confirms them, and hands on what a Yellowstone stream would have sent. */
export class BlockFollower {
  readonly #options: FollowerOptions;
  readonly #sockets: SlotSocket[];
  readonly #stopping = new AbortController();
  readonly #watching: NodeJS.Timeout;
  readonly #done = new Map<number, BlockUpdates>();
  #wanted: ReadonlySet<string> = new Set();
  #head = 0;
  #headAtMs = Date.now();
  /** The next slot to ask for and the next one to hand on; null before the head is known. */
  #next: { ask: number; tell: number } | null;
  #isPaused = false;
  #trouble = '';

  constructor(options: FollowerOptions) {
    const { fromSlot, pool } = options;
    this.#options = options;
    this.#next = fromSlot === null ? null : { ask: fromSlot, tell: fromSlot };
    const programs = PROGRAMS.map(({ address }) => address);
    this.#sockets = pool.endpoints.map(
      (endpoint) =>
        new SlotSocket(endpoint, programs, {
          onProcessed: (slot) => this.#reach(slot - CONFIRMED_WITHIN_SLOTS),
          onConfirmed: (slot) => this.#reach(slot),
          onTrouble: (message) => {
            this.#trouble = `${endpoint.host}: ${message}`;
          },
        }),
    );
    this.#watching = setInterval(() => this.#watch(), NO_SLOT_FOR_MS / 4);
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
    for (const socket of this.#sockets) socket.close();
  }

  #end(message: string): void {
    if (this.#stopping.signal.aborted) return;
    this.close();
    const reason: StreamEnd = { message, isReplayRefusal: false };
    this.#options.listener.onEnd(reason);
  }

  #watch(): void {
    if (this.#isPaused) this.#headAtMs = Date.now();
    if (Date.now() - this.#headAtMs > NO_SLOT_FOR_MS)
      this.#end(this.#trouble || `no slot came for ${NO_SLOT_FOR_MS / 1_000} s`);
  }

  #reach(slot: number): void {
    if (slot <= this.#head) return;
    this.#head = slot;
    this.#headAtMs = Date.now();
    this.#next ??= { ask: slot, tell: slot };
    const behind = slot - this.#next.tell;
    if (behind > this.#options.mostBehindSlots && !this.#isPaused)
      this.#end(`the chain is ${behind} slots ahead of what is asked for within the budget`);
    else this.#ask();
  }

  #ask(): void {
    const next = this.#next;
    if (!next || this.#stopping.signal.aborted) return;
    while (!this.#isPaused && next.ask <= this.#head && next.ask < next.tell + AT_ONCE) {
      const slot = next.ask++;
      this.#bring(slot).then(
        (updates) => {
          this.#done.set(slot, updates);
          this.#tell();
        },
        (error) => this.#end((error as Error).message),
      );
    }
  }

  #tell(): void {
    const next = this.#next;
    const { listener } = this.#options;
    while (next && !this.#isPaused && !this.#stopping.signal.aborted) {
      const done = this.#done.get(next.tell);
      if (!done) break;
      this.#done.delete(next.tell++);
      for (const { json, reason } of done.malformed) listener.onMalformed(Buffer.from(json), reason);
      for (const update of done.updates) if (!this.#stopping.signal.aborted) listener.onUpdate(update);
    }
    this.#ask();
  }

  /** Asks one endpoint after the other. Throws where none has answered at all for so long. */
  async #bring(slot: number): Promise<BlockUpdates> {
    const { pool, log } = this.#options;
    const { signal } = this.#stopping;
    const beganMs = Date.now();
    for (let pauseMs = ASK_AGAIN_MS.first; ; pauseMs = Math.min(2 * pauseMs, ASK_AGAIN_MS.longest)) {
      const endpoint = await pool.pick(signal);
      const isLate = Date.now() - beganMs > BLOCK_WITHIN_MS;
      try {
        const json = await endpoint.ask('getBlock', [slot, CONFIG], signal);
        pool.answered(endpoint);
        return updatesOf(slot, json, this.#wanted);
      } catch (error) {
        if (signal.aborted) throw error;
        const code = error instanceof RpcRefusal ? error.code : null;
        if (code !== null && SKIPPED.has(code)) return NOTHING;
        if (code === CLEANED_UP || (code !== null && NOT_YET.has(code) && isLate)) {
          log(`slot ${slot} is left out: ${endpoint.host} says: ${(error as Error).message}`);
          return NOTHING;
        }
        if (code === null || !NOT_YET.has(code)) pool.failed(endpoint, (error as Error).message);
        if (isLate) throw new Error(`${endpoint.host}: ${(error as Error).message}`);
        await sleep(pauseMs, undefined, { signal });
      }
    }
  }
}
