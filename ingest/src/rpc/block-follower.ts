import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUMP } from '../decode/programs.js';
import type { SlotRate } from '../yellowstone/slot-rate.js';
import type { SubscriptionListener } from '../yellowstone/transport.js';
import { type BlockUpdates, oneLine, updatesOf } from './block-updates.js';
import type { EndpointPool } from './endpoint-pool.js';
import { Patience } from './patience.js';
import { confirmedSlotOf, type RpcEndpoint, RpcRefusal } from './rpc-endpoint.js';
import { SlotSocket } from './slot-socket.js';

/** Requests under way at once: a block takes longer to come than its slot on endpoints far away. */
const AT_ONCE = 16;
/** So far ahead of what is handed on slots are asked for: one block may take seconds to come. */
const MOST_AHEAD_MS = 12_800;
/** Blocks left out one after the other, of which no endpoint says anything, end the stream. */
const MOST_FAILED_IN_ROW = 8;
/** Where no log tells that a slot is confirmed, one that was processed so many slots ago is asked for all the same. */
const CONFIRMED_WITHIN_SLOTS = 4;
/** A block that is confirmed can be had within seconds; one that nobody can give in this time is left out, and is a gap. */
const BLOCK_WITHIN_MS = 30_000;
const ASK_AGAIN_MS = { first: 200, longest: 2_000 };
/**
 * One request in some hundreds is never answered, and all blocks after it wait: one that takes long is asked again beside the first,
 * and whichever answers first counts. So many are for one block at once.
 */
const BESIDE_EACH_OTHER = 3;
/** Without a slot for so long, and while two answers could have come, the stream ends. */
const NO_SLOT_FOR_MS = 20_000;
/** Who tells nothing for so long is asked how far the chain is. */
const ASK_SLOT_AFTER_MS = 5_000;

/**
 * What an endpoint says of one block, by Agave's `rpc-client-api`: it has none of that slot, not yet, not any more, or never, or
 * (-32015) cannot write a transaction in it. Of a slot that was skipped a node says -32004 until the chain is rooted beyond it,
 * so only the parent of a later block tells it from one that will come; and -32007 may also say that the node itself missed it.
 */
const CLEANED_UP = -32001;
const OF_ONE_BLOCK = new Set([CLEANED_UP, -32004, -32007, -32009, -32014, -32015, -32016]);

const CONFIG = {
  commitment: 'confirmed',
  encoding: 'json',
  transactionDetails: 'full',
  maxSupportedTransactionVersion: 1,
  rewards: false,
};

/** `leftOut`: why there is nothing of a block that may be. */
type Brought = BlockUpdates & { leftOut?: string };

/** A slot that no block came of: skipped by the chain, or left out. */
const NOTHING: Brought = { parentSlot: null, timeMs: null, updates: [], malformed: [] };

/** A request for a block that brought none; `code` is null where the endpoint said nothing of this block, or nothing at all. */
type Failed = { endpoint: RpcEndpoint; message: string; code: number | null };

export interface FollowerOptions {
  pool: EndpointPool;
  /** The first slot to bring; null begins with the newest. */
  fromSlot: number | null;
  listener: SubscriptionListener;
  /** Is told the slots that are handed on. */
  rate: SlotRate;
  /** So far behind the chain the stream ends: it would take too long to catch up. */
  mostBehindSlots: () => number;
  /** What to say of that besides; empty where nothing is known. */
  whyBehind: () => string;
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
  readonly #done = new Map<number, Brought>();
  #wanted: ReadonlySet<string> = new Set();
  #head = 0;
  #headAtMs = Date.now();
  /** The next slot to ask for and the next one to hand on; null before the head is known. */
  #next: { ask: number; tell: number } | null;
  readonly #patience = new Patience();
  #underWay = 0;
  /** Requests that wait until fewer are under way. */
  readonly #waiting: (() => void)[] = [];
  /** Blocks left out one after the other of which no endpoint said anything. */
  #failedInRow = 0;
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
    for (const endpoint of this.#options.pool.checked) {
      if (this.#sockets.has(endpoint)) continue;
      // Of one program, and one that hardly a block is without: nothing but the slot is read of its logs.
      const socket = new SlotSocket(endpoint, PUMP.address, {
        onProcessed: (slot) => this.#hear(endpoint, slot - CONFIRMED_WITHIN_SLOTS),
        onConfirmed: (slot) => this.#hear(endpoint, slot),
        onTrouble: (message) => {
          this.#trouble = `${endpoint.host}: ${message}`;
          // What it told last would hold the others back.
          this.#sockets.get(endpoint)!.confirmed = 0;
        },
      });
      this.#sockets.set(endpoint, { socket, confirmed: 0 });
    }
  }

  #watch(): void {
    this.#subscribe();
    if (this.#isPaused) this.#headAtMs = Date.now();
    const quietMs = Date.now() - this.#headAtMs;
    const patiences = this.#options.pool.endpoints.map(({ patienceMs }) => patienceMs);
    const mostMs = Math.max(NO_SLOT_FOR_MS, 2 * Math.max(...patiences));
    if (quietMs > mostMs) this.#end(this.#trouble || `no slot came for ${mostMs / 1_000} s`);
    else if (quietMs > ASK_SLOT_AFTER_MS / 2) void this.#askSlot();
  }

  /** Subscriptions may be refused or silent where requests are answered. */
  async #askSlot(): Promise<void> {
    try {
      this.#reach(await this.#confirmedSlot());
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#trouble ||= oneLine(error);
    }
  }

  /** Throws an Error with one line that names the endpoint. */
  async #confirmedSlot(): Promise<number> {
    const { pool } = this.#options;
    const { signal } = this.#stopping;
    const endpoint = await pool.pick(signal);
    try {
      return await confirmedSlotOf(endpoint, signal);
    } catch (error) {
      throw new Error(`${endpoint.host}: ${oneLine(error)}`, { cause: error });
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
    const { mostBehindSlots, whyBehind } = this.#options;
    if (behind > mostBehindSlots() && !this.#isPaused)
      this.#end(`the chain is ${behind} slots ahead of what is asked for within the budget${whyBehind()}`);
    else this.#ask();
  }

  #ask(): void {
    const next = this.#next;
    const last = next ? Math.min(this.#head, next.tell + this.#options.rate.slotsIn(MOST_AHEAD_MS) - 1) : 0;
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
  #settle(slot: number, updates: Brought): void {
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
      if (done.timeMs !== null) this.#options.rate.note(next.tell, done.timeMs);
      this.#done.delete(next.tell++);
      // While something comes, the chain is not away.
      this.#headAtMs = Date.now();
      if (done.leftOut !== undefined) listener.onLeftOut?.(next.tell - 1, done.leftOut);
      for (const { json, reason } of done.malformed)
        if (!signal.aborted) listener.onMalformed(Buffer.from(json), reason);
      for (const update of done.updates) if (!signal.aborted) listener.onUpdate(update);
    }
    if (next) next.ask = Math.max(next.ask, next.tell);
    this.#ask();
  }

  /**
   * Asks one endpoint after the other until one has it or a later block proves that there is none. One that does not come for so
   * long, though it is confirmed, is asked for once more and then left out. Throws where nobody answers at all.
   */
  async #bring(slot: number): Promise<Brought> {
    const { pool, blockWithinMs = BLOCK_WITHIN_MS } = this.#options;
    const { signal } = this.#stopping;
    const underWay = new Set<Promise<Brought | Failed>>();
    /** Those that had it once: they will not have it again. */
    const pruned = new Set<RpcEndpoint>();
    let pauseMs = ASK_AGAIN_MS.first;
    let sinceMs = Date.now();
    let isLastTry = false;
    for (let attempt = 0; ; attempt += 1) {
      if (underWay.size < BESIDE_EACH_OTHER) underWay.add(this.#askSomebody(slot, pruned));
      const outcome = await firstOf(underWay, this.#patience.msFor(attempt));
      if (outcome !== null && !('code' in outcome)) return outcome;
      const { message, code } = outcome ?? { message: 'no answer came', code: null };
      if (outcome?.code === CLEANED_UP) pruned.add(outcome.endpoint);
      const isPruned = pruned.size > 0 && pool.checked.every((each) => pruned.has(each));
      if (isPruned || isLastTry) return this.#leaveOut(slot, message, code !== null);
      if (Date.now() - sinceMs > blockWithinMs) {
        isLastTry = await this.#isConfirmed(slot, sinceMs + 2 * blockWithinMs);
        if (!isLastTry) sinceMs = Date.now();
      }
      if (outcome !== null) {
        await sleep(pauseMs, undefined, { signal });
        pauseMs = Math.min(2 * pauseMs, ASK_AGAIN_MS.longest);
      }
      if (this.#isSettled(slot)) return NOTHING;
    }
  }

  async #askSomebody(slot: number, without: ReadonlySet<RpcEndpoint>): Promise<Brought | Failed> {
    const { pool } = this.#options;
    const { signal } = this.#stopping;
    if (this.#underWay < AT_ONCE) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      const endpoint = await pool.pick(signal, without);
      if (this.#isSettled(slot)) return NOTHING;
      const askedMs = Date.now();
      try {
        const json = await endpoint.ask('getBlock', [slot, CONFIG], signal);
        if (json === null) throw new RpcRefusal(-32004, `slot ${slot} is not confirmed`);
        const updates = blockOf(slot, json, this.#wanted);
        pool.answered(endpoint);
        this.#patience.note(Date.now() - askedMs);
        this.#failedInRow = 0;
        return updates;
      } catch (error) {
        if (signal.aborted) throw error;
        const message = oneLine(error);
        const isOfBlock = error instanceof RpcRefusal && OF_ONE_BLOCK.has(error.code);
        if (isOfBlock) pool.answered(endpoint);
        else pool.failed(endpoint, message, askedMs);
        return {
          endpoint,
          message: `${endpoint.host}: ${message}`,
          code: isOfBlock ? error.code : null,
        };
      }
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#underWay -= 1;
      this.#ask();
    }
  }

  /**
   * Whether a block should be there, by an endpoint's word of how far the chain is. Throws where none has answered that until a
   * time, ms since 1970: the endpoints are away, and not the block.
   */
  async #isConfirmed(slot: number, untilMs: number): Promise<boolean> {
    const { signal } = this.#stopping;
    for (;;) {
      try {
        return (await this.#confirmedSlot()) >= slot;
      } catch (error) {
        if (signal.aborted || Date.now() > untilMs) throw error;
        await sleep(ASK_AGAIN_MS.longest, undefined, { signal });
      }
    }
  }

  /** Throws where one block after the other fails, and no endpoint says that it has none: nothing can be had of them. */
  #leaveOut(slot: number, message: string, isOfBlock: boolean): Brought {
    this.#failedInRow = isOfBlock ? 0 : this.#failedInRow + 1;
    if (this.#failedInRow >= MOST_FAILED_IN_ROW) throw new Error(message);
    this.#options.log(`slot ${slot} is left out: ${message}`);
    return { ...NOTHING, leftOut: message };
  }
}

function blockOf(slot: number, json: unknown, wanted: ReadonlySet<string>): BlockUpdates {
  try {
    return updatesOf(slot, json, wanted);
  } catch (error) {
    throw new Error(`it answered with what is no block: ${oneLine(error)}`, { cause: error });
  }
}

/** The first of these to end, which is none of them any more; null where none ends in this time. */
async function firstOf<T>(underWay: Set<Promise<T>>, withinMs: number): Promise<T | null> {
  const late = new AbortController();
  const each = [...underWay].map((one) => one.finally(() => underWay.delete(one)));
  // Those that end after the first are waited for by nobody.
  for (const one of each) one.catch(() => {});
  try {
    return await Promise.race([...each, sleep(withinMs, null, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}
