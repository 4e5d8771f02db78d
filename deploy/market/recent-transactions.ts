import type { Update } from '@cryptonite/provider/update.js';
import type { Address } from './addresses.js';
import { clockOf, type SlotClock } from './slot-clock.js';

/**
 * Twenty minutes of slots. At a hundred trades a second the bytes are the narrower limit; they are those that the
 * stream's own buffer keeps, not copies.
 */
export const recentLimits = (clock: SlotClock) => ({ slots: clock.slotsIn(20 * 60_000), bytes: 96 << 20 });
/** Of a market that ends everything is kept. */
export const WHOLE_MARKET = { slots: 1_000_000, bytes: 1 << 30 };

/** A transaction that was sent, by its place on the chain. */
export interface SentTransaction {
  slot: number;
  /** Its place among those of its slot. */
  place: number;
  blockTimeS: number | null;
  failed: boolean;
  /** 64 bytes as latin1. */
  signature: string;
  /** Wire bytes of a `SubscribeUpdate`. */
  body: Buffer;
  accounts: readonly Address[];
}

/** A block as it was sent. */
export interface SentBlock {
  slot: number;
  /** Wire bytes of its `SubscribeUpdate` of a block meta. */
  meta: Buffer;
  sent: readonly SentTransaction[];
}

export interface BlockListener {
  onBlock(block: SentBlock): void;
  onEnd(newestSlot: number): void;
}

interface Block extends SentBlock {
  bytes: number;
}

/** What the newest slots held, as a node that prunes its ledger remembers it. */
export class RecentTransactions {
  /** Oldest first. */
  readonly #blocks: Block[] = [];
  readonly #bySlot = new Map<number, Block>();
  readonly #listeners = new Set<BlockListener>();
  #bytes = 0;

  constructor(private readonly limits: ReturnType<typeof recentLimits> = recentLimits(clockOf())) {}

  /** The updates of the slot that comes next; of one that was skipped there are none. */
  note(updates: readonly Update[]): void {
    const meta = updates.find((update) => update.kind === 'blockMeta');
    if (!meta) return;
    const { slot, blockTimeS, body: metaBody } = meta;
    const sent: SentTransaction[] = [];
    let bytes = 0;
    for (const update of updates) {
      // What was played without being encoded was sent to nobody.
      if (update.kind !== 'transaction' || update.body.length === 0) continue;
      const { failed, signature, body, accounts } = update;
      sent.push({ slot, place: sent.length, blockTimeS, failed, signature, body, accounts });
      bytes += body.length;
    }
    const block = { slot, meta: metaBody, bytes, sent };
    this.#blocks.push(block);
    this.#bySlot.set(slot, block);
    this.#bytes += bytes;
    while (this.#bytes > this.limits.bytes || this.#blocks[0]!.slot <= slot - this.limits.slots) {
      const oldest = this.#blocks.shift()!;
      this.#bySlot.delete(oldest.slot);
      this.#bytes -= oldest.bytes;
    }
    for (const { onBlock } of this.#listeners) onBlock(block);
  }

  /** No more blocks come, and slots go by without any. */
  end(newestSlot: number): void {
    for (const { onEnd } of this.#listeners) onEnd(newestSlot);
  }

  /** Hears of every block that comes, until the returned function is called. */
  listen(listener: BlockListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The oldest slot whose block is kept; null before there is one. */
  get firstSlot(): number | null {
    return this.#blocks[0]?.slot ?? null;
  }

  /** The slots with a block from one to another, both included. */
  slots(from: number, to: number): number[] {
    return this.#blocks.map(({ slot }) => slot).filter((slot) => slot >= from && slot <= to);
  }

  /** Null where there is none, or it is forgotten. */
  block(slot: number): SentBlock | null {
    return this.#bySlot.get(slot) ?? null;
  }

  /** Null where it is unknown or forgotten. */
  find(signature: string): SentTransaction | null {
    for (const { sent } of this.#blocks) {
      const found = sent.find((transaction) => transaction.signature === signature);
      if (found) return found;
    }
    return null;
  }

  /** Those that name an account, newest first, of slots up to `newestSlot`. */
  *of(account: Address, newestSlot: number): Generator<SentTransaction> {
    for (const { slot, sent } of this.#blocks.toReversed()) {
      if (slot > newestSlot) continue;
      for (const transaction of sent.toReversed())
        if (transaction.accounts.includes(account)) yield transaction;
    }
  }
}
