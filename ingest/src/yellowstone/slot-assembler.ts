import type { Update } from '../decode/update.js';

export type ReceivedTransaction = {
  slot: number;
  index: number;
  body: DataView;
  /** Wall clock at which it came, in ms: for latency only. */
  receivedAtMs: number;
};

/** Slots that were not seen between two that were. */
export type Gap = { afterSlot: number; durationMs: number | null; cause: 'missing' | 'rolled back' };

export type Assembled =
  | {
      kind: 'slot';
      slot: number;
      parentSlot: number | null;
      /** Its block time; null where the provider did not tell. */
      timeMs: number | null;
      /** In the order of the chain. */
      transactions: ReceivedTransaction[];
      /** False for what came without its slot's end: its facts are true, but there may be more. */
      isWhole: boolean;
      gap: Gap | null;
    }
  /** `timeMs`: its block time; null where it was not told. */
  | { kind: 'rolledBack'; slot: number; timeMs: number | null }
  /** How many transactions came for a slot that is dead or was rolled back. */
  | { kind: 'passedBy'; slot: number; transactions: number }
  /** What came for a slot that is none, that nothing ever confirmed, or too late; `transactions` may be empty. */
  | { kind: 'refused'; slot: number; reason: string; transactions: ReceivedTransaction[] };

/** Where an earlier run ended: its newest slot, and the slots it is known to have published, with their block times. */
export type PublishedBefore = {
  last: { slot: number; timeMs: number } | null;
  slots: ReadonlyMap<number, number>;
};

type Pending = {
  transactions: ReceivedTransaction[];
  meta: { parentSlot: number | null; timeMs: number | null } | null;
  isConfirmed: boolean;
};

// SlotStatus of geyser.proto.
const CONFIRMED = 1;
const FINALIZED = 2;
const DEAD = 6;

/**
 * So far behind the newest slot, by number, what was published is remembered: here, and in the ids of each partition.
 * Forks are shorter than this by far, and what comes later is given out no more.
 */
export const REMEMBERED_SLOTS = 512;
/** A stream that leaves so many slots without an end is not one of confirmed slots. */
const MAX_PENDING_SLOTS = 1_024;

/** How fast slots follow each other, with room on both sides of Solana's 400 ms; and how far block times stray. */
const SLOT_MS = { shortest: 100, longest: 2_000 };
const TIME_LEEWAY_MS = 60_000;

type Stamp = { slot: number; timeMs: number | null };

/**
 * Whether two slots of one chain can stand in this distance: their times lie as far apart as their numbers say. A
 * number or a time that was damaged fails this; so does the first slot after the chain stood still.
 */
function areInStep(a: Stamp, b: Stamp): boolean {
  const slots = b.slot - a.slot;
  if (a.timeMs === null || b.timeMs === null) return Math.abs(slots) <= REMEMBERED_SLOTS;
  const ms = b.timeMs - a.timeMs;
  const [low, high] = slots < 0 ? [SLOT_MS.longest, SLOT_MS.shortest] : [SLOT_MS.shortest, SLOT_MS.longest];
  return ms >= slots * low - TIME_LEEWAY_MS && ms <= slots * high + TIME_LEEWAY_MS;
}

const partOf = (slot: number, timeMs: number | null, transactions: ReceivedTransaction[]): Assembled => ({
  kind: 'slot',
  slot,
  parentSlot: null,
  timeMs,
  transactions,
  isWhole: false,
  gap: null,
});

const isRemembered = (slot: number, newestSlot: number): boolean => slot > newestSlot - REMEMBERED_SLOTS;

function trim(memory: Map<number, unknown>, newestSlot: number): void {
  for (const slot of memory.keys()) if (!isRemembered(slot, newestSlot)) memory.delete(slot);
}

/** The stream does not bring what makes a slot whole. */
export class UnfinishedSlots extends Error {
  override readonly name = 'UnfinishedSlots';
}

/**
 * Puts a stream of confirmed updates together into whole slots. A slot is given out once, when its block meta and its
 * confirmation are there, after its ancestors. Skipped slot numbers are normal; a parent that was never seen is a gap,
 * and a published slot that a confirmed one does not descend from was rolled back: for good, for in the journal a slot
 * is confirmed once.
 *
 * One damaged number or time must not move the stream's place: a slot out of step with the one before it waits until a
 * descendant is in step with it. Then all comes that waited and is in step, forks too. Where the descendant is in step
 * with the older one instead, the time is taken as not told; and where other slots go on without it, it is refused.
 */
export class SlotAssembler {
  readonly #pending = new Map<number, Pending>();
  /** Slots published in this or an earlier run, oldest first, with their block times. */
  readonly #published: Map<number, number | null>;
  /** Block times of slots published since the stream last began: what comes for these is late. */
  readonly #done = new Map<number, number | null>();
  /** Slots told dead and not confirmed since, and slots rolled back in this stream: nothing of them is given out. */
  readonly #dead = new Set<number>();
  /** The newest gap; slots in it may be parents. */
  #gap: { afterSlot: number; beforeSlot: number } | null = null;
  #last: { slot: number; timeMs: number | null } | null;

  constructor(before: PublishedBefore) {
    this.#last = before.last;
    this.#published = new Map([...before.slots].sort(([a], [b]) => a - b));
    if (before.last) this.#published.set(before.last.slot, before.last.timeMs);
  }

  /** The newest slot given out, also by an earlier run. */
  get lastSlot(): number | null {
    return this.#last?.slot ?? null;
  }

  /** A new stream begins, perhaps some slots back: what was unfinished comes again or is lost. */
  restart(): void {
    this.#pending.clear();
    this.#done.clear();
  }

  accept(update: Update, receivedAtMs: number): Assembled[] {
    switch (update.kind) {
      case 'transaction':
        return this.#acceptTransaction({ receivedAtMs, ...update });
      case 'blockMeta': {
        if (this.#done.has(update.slot)) return [];
        const { parentSlot, blockTimeMs: timeMs } = update;
        this.#pendingOf(update.slot).meta = { parentSlot, timeMs };
        return this.#finish(update.slot);
      }
      case 'slot':
        return this.#acceptStatus(update.slot, update.status);
      case 'ping':
      case 'other':
        return [];
    }
  }

  #acceptTransaction({ slot, index, body, receivedAtMs }: ReceivedTransaction): Assembled[] {
    const transaction = { slot, index, body, receivedAtMs };
    const timeMs = this.#done.get(slot);
    if (timeMs === undefined || this.#dead.has(slot)) {
      this.#pendingOf(slot).transactions.push(transaction);
      return [];
    }
    return [partOf(slot, timeMs, [transaction])];
  }

  #acceptStatus(slot: number, status: number): Assembled[] {
    if (status === DEAD) return this.#acceptDeath(slot);
    // Finality of slots from before the stream began is no news.
    const isNews = this.#pending.has(slot) || slot > (this.lastSlot ?? 0);
    if ((status !== CONFIRMED && status !== FINALIZED) || !isNews || this.#done.has(slot)) return [];
    this.#dead.delete(slot);
    this.#pendingOf(slot).isConfirmed = true;
    return this.#finish(slot);
  }

  /** One node takes a slot for dead; what the chain confirmed is not, whatever a node or a damaged number says. */
  #acceptDeath(slot: number): Assembled[] {
    const isConfirmed =
      this.#published.has(slot) || this.#done.has(slot) || this.#pending.get(slot)?.isConfirmed;
    if (isConfirmed)
      return [
        { kind: 'refused', slot, reason: `slot ${slot} is confirmed and cannot be dead`, transactions: [] },
      ];
    this.#bury(slot);
    return [];
  }

  #bury(slot: number): void {
    this.#dead.add(slot);
    // By their count: the number of a slot told dead may be damaged.
    for (const oldest of this.#dead) {
      if (this.#dead.size <= REMEMBERED_SLOTS) return;
      this.#dead.delete(oldest);
    }
  }

  #pendingOf(slot: number): Pending {
    let pending = this.#pending.get(slot);
    if (!pending) {
      if (this.#pending.size >= MAX_PENDING_SLOTS)
        throw new UnfinishedSlots(`${MAX_PENDING_SLOTS} slots have neither block meta nor confirmation`);
      pending = { transactions: [], meta: null, isConfirmed: false };
      this.#pending.set(slot, pending);
    }
    return pending;
  }

  /** Gives out `slot` if it is whole, its unfinished ancestors first: they are confirmed by their descendant. */
  #finish(slot: number): Assembled[] {
    const pending = this.#pending.get(slot);
    if (!pending?.isConfirmed || !pending.meta) return [];
    const lineage: number[] = [];
    for (let at: number | null = slot; at !== null && this.#pending.has(at) && !this.#dead.has(at); ) {
      lineage.unshift(at);
      at = this.#parentOf(at);
    }
    const corrected = this.#follow(lineage, { slot, timeMs: pending.meta.timeMs });
    if (corrected === null) return [];
    const newest = { slot, timeMs: pending.meta.timeMs };
    const due = [...new Set([...lineage, ...this.#waitingBefore(newest)])].sort((a, b) => a - b);
    const assembled = due.flatMap((each) => this.#publish(each));
    return [...corrected, ...assembled, ...this.#forgetAround(newest)];
  }

  /** Confirmed slots that waited for one in step with them. Those that it does not descend from are rolled back by it. */
  #waitingBefore(newest: Stamp): number[] {
    return [...this.#pending].flatMap(([slot, { meta, isConfirmed }]) => {
      const isWaiting = meta !== null && isConfirmed && slot < newest.slot;
      return isWaiting && areInStep({ slot, timeMs: meta.timeMs }, newest) ? [slot] : [];
    });
  }

  /** The parent that a pending slot names; where none is told, the slot before it that waits for one in step with it. */
  #parentOf(slot: number): number | null {
    const meta = this.#pending.get(slot)?.meta;
    if (!meta) return null;
    const { parentSlot, timeMs } = meta;
    // No ancestor is later: such a number is damage, and that slot is not over.
    if (parentSlot !== null) return parentSlot < slot ? parentSlot : null;
    let parent: number | null = null;
    for (const [each, { meta: its, isConfirmed }] of this.#pending) {
      const isWaiting = its !== null && isConfirmed && each < slot && each > (parent ?? -1);
      if (isWaiting && areInStep({ slot: each, timeMs: its.timeMs }, { slot, timeMs })) parent = each;
    }
    return parent;
  }

  /**
   * Null while `tip`, the last of its lineage, must wait for a descendant. Otherwise its ancestors' times are right or
   * taken away, and what was taken away is told.
   */
  #follow(lineage: readonly number[], tip: Stamp): Assembled[] | null {
    const last = this.#last;
    if (last === null) return [];
    const ancestors = lineage.slice(0, -1).flatMap((slot) => {
      const { meta } = this.#pending.get(slot)!;
      return meta ? [{ slot, meta }] : [];
    });
    if (!areInStep(last, tip)) {
      if (!ancestors.some(({ slot, meta }) => areInStep({ slot, timeMs: meta.timeMs }, tip))) return null;
      // Two that agree weigh more than one before them, also where the stream's place was too far ahead.
      if (tip.slot < last.slot) this.#last = null;
      return [];
    }
    return ancestors
      .filter(({ slot, meta: { timeMs } }) => {
        // One that was published with this time comes again, and the chain stood still after it.
        const isKnown = timeMs === null || this.#published.get(slot) === timeMs;
        return !isKnown && !areInStep({ slot, timeMs }, tip);
      })
      .map(({ slot, meta }) => {
        const reason = `block time ${meta.timeMs} ms of slot ${slot} is out of step with slots around it`;
        meta.timeMs = null;
        return { kind: 'refused', slot, reason, transactions: [] };
      });
  }

  #publish(slot: number): Assembled[] {
    const { transactions, meta } = this.#pending.get(slot)!;
    this.#pending.delete(slot);
    this.#done.set(slot, meta?.timeMs ?? null);
    transactions.sort((a, b) => a.index - b.index);
    const timeMs = meta?.timeMs ?? null;
    // A slot without its meta may lack transactions too. It does not count as seen, so that a gap is reported.
    if (!meta) {
      if (transactions.length === 0) return [];
      return [partOf(slot, timeMs, transactions)];
    }
    const { rolledBack, gap } = this.#compareWithLast(slot, meta.parentSlot, timeMs);
    this.#published.set(slot, timeMs);
    if (this.#last === null || slot > this.#last.slot)
      this.#last = { slot, timeMs: timeMs ?? this.#last?.timeMs ?? null };
    return [
      ...rolledBack.map(([each, itsTimeMs]) => ({
        kind: 'rolledBack' as const,
        slot: each,
        timeMs: itsTimeMs,
      })),
      { kind: 'slot', slot, parentSlot: meta.parentSlot, timeMs, transactions, isWhole: true, gap },
    ];
  }

  #compareWithLast(
    slot: number,
    parentSlot: number | null,
    timeMs: number | null,
  ): { rolledBack: [slot: number, timeMs: number | null][]; gap: Gap | null } {
    const last = this.#last;
    if (last === null || parentSlot === null || parentSlot === last.slot)
      return { rolledBack: [], gap: null };
    const rolledBack = this.#isKnown(parentSlot, last.slot)
      ? [...this.#published].filter(([each]) => each > parentSlot && each < slot)
      : [];
    for (const [each] of rolledBack) {
      this.#published.delete(each);
      this.#bury(each);
    }
    let gap: Gap | null = null;
    if (rolledBack.length > 0) gap = { afterSlot: parentSlot, durationMs: null, cause: 'rolled back' };
    // A stream that goes back leaves none: what is before its first slot was given out by an earlier one.
    else if (slot > last.slot) {
      const durationMs = timeMs !== null && last.timeMs !== null ? Math.max(0, timeMs - last.timeMs) : null;
      gap = { afterSlot: last.slot, durationMs, cause: 'missing' };
    }
    if (gap) this.#gap = { afterSlot: gap.afterSlot, beforeSlot: slot };
    return { rolledBack, gap };
  }

  /** Whether a slot was published, or is one that the newest gap hides. Any other number may be damaged. */
  #isKnown(slot: number, newestSlot: number): boolean {
    if (this.#published.has(slot)) return true;
    const gap = this.#gap;
    return gap !== null && slot > gap.afterSlot && slot < gap.beforeSlot && isRemembered(slot, newestSlot);
  }

  /**
   * Confirmed content comes before its descendants': what is still unfinished further back is on no confirmed fork, and
   * what is far ahead or out of step is no slot at all. Only of a slot that was published before this stream began, and
   * is not sent again, something may still come late.
   */
  #forgetAround(newest: Stamp): Assembled[] {
    const rest: Assembled[] = [];
    for (const [slot, { transactions, meta, isConfirmed }] of this.#pending) {
      const isWaiting = meta !== null && isConfirmed;
      const isOutOfStep = isWaiting && !areInStep(newest, { slot, timeMs: meta.timeMs });
      if (slot > newest.slot && slot <= newest.slot + REMEMBERED_SLOTS && !isOutOfStep) continue;
      this.#pending.delete(slot);
      if (this.#dead.has(slot)) {
        if (transactions.length > 0) rest.push({ kind: 'passedBy', slot, transactions: transactions.length });
        continue;
      }
      const publishedAtMs = this.#published.get(slot);
      if (meta === null && publishedAtMs !== undefined) {
        if (transactions.length > 0) rest.push(partOf(slot, publishedAtMs, transactions));
        continue;
      }
      const reason = isOutOfStep
        ? `slot ${slot} with block time ${meta.timeMs} ms is out of step with slot ${newest.slot}`
        : isRemembered(slot, newest.slot)
          ? `slot ${slot} was never confirmed`
          : `slot ${slot} is further back than is remembered`;
      if (isOutOfStep || transactions.length > 0) rest.push({ kind: 'refused', slot, reason, transactions });
    }
    trim(this.#published, newest.slot);
    trim(this.#done, newest.slot);
    return rest;
  }
}
