import { CommitmentLevel, SlotStatus } from '@triton-one/yellowstone-grpc';
import type { Update } from './update.js';

/** What has been published at one commitment level, in order; readers keep a cursor and the oldest entries go. */
export class UpdateLog {
  #items: Update[] = [];
  #start = 0;
  #trimmed = 0;

  /** Sequence number of the oldest update kept. */
  get start(): number {
    return this.#start + this.#trimmed;
  }

  /** Sequence number that the next update will get. */
  get end(): number {
    return this.#start + this.#items.length;
  }

  at(sequence: number): Update {
    const update = sequence < this.start ? undefined : this.#items[sequence - this.#start];
    if (!update) throw new RangeError(`no update ${sequence} in ${this.start}..${this.end}`);
    return update;
  }

  push(update: Update): void {
    this.#items.push(update);
  }

  /** The first update of a slot not before `fromSlot`; the end where there is none yet. */
  seek(fromSlot: number): number {
    for (let sequence = this.start; sequence < this.end; sequence++) {
      if (this.at(sequence).slot >= fromSlot) return sequence;
    }
    return this.end;
  }

  /** Forgets the oldest updates up to the first one of a slot not before `firstSlot`. */
  trim(firstSlot: number): void {
    while (this.#trimmed < this.#items.length && this.#items[this.#trimmed]!.slot < firstSlot)
      this.#trimmed++;
    // Cutting the array only when a quarter of it is dead keeps trimming at constant cost per update.
    if (this.#trimmed > 1024 && this.#trimmed * 4 > this.#items.length) {
      this.#items = this.#items.slice(this.#trimmed);
      this.#start += this.#trimmed;
      this.#trimmed = 0;
    }
  }
}

interface SlotRecord {
  content: Update[];
  bytes: number;
  confirmed: boolean;
  finalized: boolean;
}

export interface Block {
  slot: number;
  hash: string;
  height: number | null;
}

/** How much history is kept for `from_slot` and for slow readers. */
export interface BufferLimits {
  slots: number;
  bytes: number;
}

/** A blockhash is accepted for 150 blocks (Solana's MAX_PROCESSING_AGE). */
const VALID_BLOCKHASHES = 150;

/**
 * Turns the order in which a validator learns things into the order each commitment level sees: at processed as they
 * come; at confirmed and finalized a slot's content in one burst when the slot gets there, then its block meta, then
 * the status, as the reference server does. Statuses of every kind pass at all levels; clients filter them.
 */
export class SlotBuffer {
  readonly #limits: BufferLimits;
  readonly #slots = new Map<number, SlotRecord>();
  readonly #logs = { processed: new UpdateLog(), confirmed: new UpdateLog(), finalized: new UpdateLog() };
  readonly #heads = new Map<CommitmentLevel, number>();
  readonly #blocks = new Map<CommitmentLevel, Block[]>();
  #bytes = 0;

  constructor(limits: BufferLimits) {
    this.#limits = limits;
  }

  log(commitment: CommitmentLevel): UpdateLog {
    if (commitment === CommitmentLevel.CONFIRMED) return this.#logs.confirmed;
    return commitment === CommitmentLevel.FINALIZED ? this.#logs.finalized : this.#logs.processed;
  }

  /** The oldest slot a client may ask for; null before anything came. */
  get firstAvailable(): number | null {
    return this.#slots.keys().next().value ?? null;
  }

  /** The newest slot at a commitment level; null before there is one. */
  head(commitment: CommitmentLevel): number | null {
    return this.#heads.get(commitment) ?? null;
  }

  /** The last 150 blocks at a commitment level, oldest first. */
  blocks(commitment: CommitmentLevel): readonly Block[] {
    return this.#blocks.get(commitment) ?? [];
  }

  append(update: Update): void {
    this.#logs.processed.push(update);
    // A slot before the buffer is not opened again: its statuses still pass, late content of it is only processed.
    if (update.slot < (this.firstAvailable ?? 0)) {
      if (update.kind === 'slot') this.#pushToBurstLogs(update);
      return;
    }
    const record = this.#record(update.slot);
    record.bytes += update.body.length;
    this.#bytes += update.body.length;
    if (update.kind === 'slot') this.#advance(record, update.slot, update.status, update);
    else if (update.kind === 'ping') this.#pushToBurstLogs(update);
    else this.#addContent(record, update);
    this.#note(CommitmentLevel.PROCESSED, update);
    this.#evict();
  }

  #record(slot: number): SlotRecord {
    let record = this.#slots.get(slot);
    if (!record) {
      record = { content: [], bytes: 0, confirmed: false, finalized: false };
      this.#slots.set(slot, record);
    }
    return record;
  }

  #addContent(record: SlotRecord, update: Update): void {
    // Content that arrives after its slot's status can only follow at once.
    if (record.confirmed) this.#publish(CommitmentLevel.CONFIRMED, update);
    if (record.finalized) this.#publish(CommitmentLevel.FINALIZED, update);
    else record.content.push(update);
  }

  #advance(record: SlotRecord, slot: number, status: SlotStatus, update: Update): void {
    const { bankId } = update;
    if (status === SlotStatus.SLOT_DEAD)
      record.content = bankId === undefined ? [] : record.content.filter((each) => each.bankId !== bankId);
    const finalized = status === SlotStatus.SLOT_FINALIZED;
    if ((finalized || status === SlotStatus.SLOT_CONFIRMED) && !record.confirmed) {
      record.confirmed = true;
      this.#burst(CommitmentLevel.CONFIRMED, slot, record.content);
    }
    if (finalized && !record.finalized) {
      record.finalized = true;
      this.#burst(CommitmentLevel.FINALIZED, slot, record.content);
      record.content = [];
    }
    this.#pushToBurstLogs(update);
  }

  #burst(commitment: CommitmentLevel, slot: number, content: readonly Update[]): void {
    this.#heads.set(commitment, Math.max(slot, this.#heads.get(commitment) ?? 0));
    for (const update of content) if (update.kind !== 'blockMeta') this.#publish(commitment, update);
    for (const update of content) if (update.kind === 'blockMeta') this.#publish(commitment, update);
  }

  #publish(commitment: CommitmentLevel, update: Update): void {
    this.log(commitment).push(update);
    this.#note(commitment, update);
  }

  #pushToBurstLogs(update: Update): void {
    this.#logs.confirmed.push(update);
    this.#logs.finalized.push(update);
  }

  #note(commitment: CommitmentLevel, update: Update): void {
    if (commitment === CommitmentLevel.PROCESSED) {
      this.#heads.set(commitment, Math.max(update.slot, this.#heads.get(commitment) ?? 0));
    }
    if (update.kind !== 'blockMeta') return;
    const blocks = this.#blocks.get(commitment) ?? [];
    blocks.push({ slot: update.slot, hash: update.blockHash, height: update.blockHeight });
    if (blocks.length > VALID_BLOCKHASHES) blocks.shift();
    this.#blocks.set(commitment, blocks);
  }

  #evict(): void {
    while (
      this.#slots.size > 1 &&
      (this.#slots.size > this.#limits.slots || this.#bytes > this.#limits.bytes)
    ) {
      const [slot, record] = this.#slots.entries().next().value!;
      this.#slots.delete(slot);
      this.#bytes -= record.bytes;
      for (const log of Object.values(this.#logs)) log.trim(slot + 1);
    }
  }
}
