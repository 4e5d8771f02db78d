import type { Update } from '../decode/update.js';
import { PendingSlot, type ReceivedTransaction } from './pending-slot.js';
import { SLOT_MS, SlotRate } from './slot-rate.js';

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
  /** How many transactions came for a slot that is dead or was rolled back, or for a bank of it that was not confirmed. */
  | { kind: 'passedBy'; slot: number; transactions: number; isDead: boolean }
  /** What came for a slot that is none, that nothing ever confirmed, or too late; `transactions` may be empty. */
  | { kind: 'refused'; slot: number; reason: string; transactions: ReceivedTransaction[] };

/** Where an earlier run ended: its newest slot, and the slots it is known to have published, with their block times. */
export type PublishedBefore = {
  last: { slot: number; timeMs: number } | null;
  slots: ReadonlyMap<number, number>;
};

// SlotStatus of geyser.proto.
const CONFIRMED = 1;
const FINALIZED = 2;
const DEAD = 6;

/**
 * So far behind the newest slot what was published is remembered: here, and in the ids of each partition. Forks are
 * shorter than this by far, and what comes later is given out no more.
 */
export const REMEMBERED_MS = 200_000;
/** A stream that leaves the slots of so long a time without an end is not one of confirmed slots. */
const MAX_PENDING_MS = 400_000;

/** How far block times stray. */
const TIME_LEEWAY_MS = 60_000;

type Stamp = { slot: number; timeMs: number | null };

const partOf = (slot: number, timeMs: number | null, transactions: ReceivedTransaction[]): Assembled => ({
  kind: 'slot',
  slot,
  parentSlot: null,
  timeMs,
  transactions,
  isWhole: false,
  gap: null,
});

const severalBanks = (slot: number, { transactions }: PendingSlot): Assembled => ({
  kind: 'refused',
  slot,
  reason: `slot ${slot} has several banks, and no confirmation names one`,
  transactions,
});

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
  readonly #pending = new Map<number, PendingSlot>();
  /** Slots published in this or an earlier run, oldest first, with their block times. */
  readonly #published: Map<number, number | null>;
  /** Slots published since the stream last began, with the bank that was given out: what comes for it is late. */
  readonly #done = new Map<number, { timeMs: number | null; bankId: number | null }>();
  /** Slots told dead and not confirmed since, and slots rolled back in this stream: nothing of them is given out. */
  readonly #dead = new Set<number>();
  /** Of slots several banks of which are told apart, those told dead and not confirmed since. */
  readonly #deadBanks = new Map<number, Set<number>>();
  /** How many transactions came for another bank of a slot that was given out, and are not told yet. */
  readonly #passedBy = new Map<number, number>();
  /** The newest gap; slots in it may be parents. */
  #gap: { afterSlot: number; beforeSlot: number } | null = null;
  #last: Stamp | null;
  /** The parent of the first slot that was ever given out: one that descends from it rolls back what came since. */
  #root: number | null = null;
  #rate = new SlotRate();
  #rememberedFrom = 0;

  constructor(before: PublishedBefore) {
    this.#last = before.last;
    this.#published = new Map([...before.slots].sort(([a], [b]) => a - b));
    if (before.last) this.#published.set(before.last.slot, before.last.timeMs);
    for (const [slot, timeMs] of this.#published) if (timeMs !== null) this.#rate.note(slot, timeMs);
  }

  /** The newest slot given out, also by an earlier run. */
  get lastSlot(): number | null {
    return this.#last?.slot ?? null;
  }

  /** Nothing of slots before this one is given out any more. */
  get rememberedFrom(): number {
    return this.#rememberedFrom;
  }

  /** How many slots the chain makes in a time, as measured; as many as could be while that is not known. */
  slotsIn(ms: number): number {
    return this.#rate.slotsIn(ms);
  }

  /** A new stream begins, perhaps some slots back: what was unfinished comes again or is lost. */
  restart(): void {
    this.#pending.clear();
    this.#done.clear();
    this.#passedBy.clear();
  }

  accept(update: Update, receivedAtMs: number): Assembled[] {
    switch (update.kind) {
      case 'transaction':
        return this.#acceptTransaction({ receivedAtMs, ...update });
      case 'blockMeta': {
        if (this.#done.has(update.slot)) return [];
        const { parentSlot, blockTimeMs: timeMs } = update;
        this.#pendingOf(update.slot).end(update.bankId, { parentSlot, timeMs });
        return this.#finish(update.slot);
      }
      case 'slot':
        return this.#acceptStatus(update);
      case 'ping':
      case 'other':
        return [];
    }
  }

  #acceptTransaction({ slot, bankId, index, body, receivedAtMs }: ReceivedTransaction): Assembled[] {
    const transaction = { slot, bankId, index, body, receivedAtMs };
    const done = this.#done.get(slot);
    if (done === undefined || this.#dead.has(slot)) {
      this.#pendingOf(slot).add(transaction);
      return [];
    }
    const isOther = bankId !== null && done.bankId !== null && bankId !== done.bankId;
    if (!isOther) return [partOf(slot, done.timeMs, [transaction])];
    this.#passedBy.set(slot, (this.#passedBy.get(slot) ?? 0) + 1);
    return [];
  }

  #acceptStatus({ slot, bankId, status }: Extract<Update, { kind: 'slot' }>): Assembled[] {
    if (status === DEAD) return this.#acceptDeath(slot, bankId);
    // Finality of slots from before the stream began is no news.
    const isNews = this.#pending.has(slot) || slot > (this.lastSlot ?? 0);
    if ((status !== CONFIRMED && status !== FINALIZED) || !isNews || this.#done.has(slot)) return [];
    this.#dead.delete(slot);
    if (bankId !== null) this.#deadBanks.get(slot)?.delete(bankId);
    this.#pendingOf(slot).confirm(bankId);
    return this.#finish(slot);
  }

  /** One node takes a slot for dead; what the chain confirmed is not, whatever a node or a damaged number says. */
  #acceptDeath(slot: number, bankId: number | null): Assembled[] {
    const pending = this.#pending.get(slot);
    const done = this.#done.get(slot);
    const confirmed = pending?.isConfirmed ? pending.bankId : done?.bankId;
    const isConfirmed =
      bankId === null
        ? this.#published.has(slot) || done !== undefined || pending?.isConfirmed
        : // Beside the bank that is confirmed others may be dead.
          confirmed === bankId || confirmed === null;
    if (isConfirmed)
      return [
        { kind: 'refused', slot, reason: `slot ${slot} is confirmed and cannot be dead`, transactions: [] },
      ];
    if (bankId === null) {
      this.#bury(slot);
      return [];
    }
    this.#buryBank(slot, bankId);
    return this.#finish(slot);
  }

  #bury(slot: number): void {
    this.#dead.add(slot);
    this.#trimByCount(this.#dead);
  }

  #buryBank(slot: number, bankId: number): void {
    const banks = this.#deadBanks.get(slot) ?? new Set();
    this.#deadBanks.set(slot, banks.add(bankId));
    this.#pending.get(slot)?.bury(bankId);
    this.#trimByCount(this.#deadBanks);
  }

  /** By their count: the number of a slot told dead may be damaged. */
  #trimByCount(memory: Set<number> | Map<number, unknown>): void {
    for (const oldest of memory.keys()) {
      if (memory.size <= this.slotsIn(REMEMBERED_MS)) return;
      memory.delete(oldest);
    }
  }

  #isDead(slot: number): boolean {
    return this.#dead.has(slot) || this.#pending.get(slot)?.isDead === true;
  }

  #pendingOf(slot: number): PendingSlot {
    let pending = this.#pending.get(slot);
    if (!pending) {
      const most = this.slotsIn(MAX_PENDING_MS);
      if (this.#pending.size >= most)
        throw new UnfinishedSlots(`${most} slots have neither block meta nor confirmation`);
      pending = new PendingSlot(this.#deadBanks.get(slot));
      this.#pending.set(slot, pending);
    }
    return pending;
  }

  /**
   * Whether two slots of one chain can stand in this distance: their times lie as far apart as their numbers say. A
   * number or a time that was damaged fails this; so does the first slot after the chain stood still.
   */
  #areInStep(a: Stamp, b: Stamp): boolean {
    const slots = b.slot - a.slot;
    if (a.timeMs === null || b.timeMs === null) return Math.abs(slots) <= this.slotsIn(REMEMBERED_MS);
    const ms = b.timeMs - a.timeMs;
    const [low, high] = slots < 0 ? [SLOT_MS.longest, SLOT_MS.shortest] : [SLOT_MS.shortest, SLOT_MS.longest];
    return ms >= slots * low - TIME_LEEWAY_MS && ms <= slots * high + TIME_LEEWAY_MS;
  }

  #trim(memory: Map<number, unknown>): void {
    for (const slot of memory.keys()) if (slot < this.#rememberedFrom) memory.delete(slot);
  }

  /** Gives out `slot` if it is whole, its unfinished ancestors first: they are confirmed by their descendant. */
  #finish(slot: number): Assembled[] {
    const pending = this.#pending.get(slot);
    if (!pending?.isConfirmed || !pending.meta) return [];
    const { meta } = pending;
    const lineage: number[] = [];
    for (let at: number | null = slot; at !== null && this.#pending.has(at) && !this.#isDead(at); ) {
      lineage.unshift(at);
      at = this.#parentOf(at);
    }
    const corrected = this.#follow(lineage, { slot, timeMs: meta.timeMs });
    if (corrected === null) return [];
    const newest = { slot, timeMs: meta.timeMs };
    const due = [...new Set([...lineage, ...this.#waitingBefore(newest)])].sort((a, b) => a - b);
    const assembled = due.flatMap((each) => this.#publish(each));
    return [...corrected, ...assembled, ...this.#forgetAround(newest)];
  }

  /** Confirmed slots that waited for one in step with them. Those that it does not descend from are rolled back by it. */
  #waitingBefore(newest: Stamp): number[] {
    return [...this.#pending].flatMap(([slot, { meta, isConfirmed }]) => {
      const isWaiting = meta !== null && isConfirmed && slot < newest.slot;
      return isWaiting && this.#areInStep({ slot, timeMs: meta.timeMs }, newest) ? [slot] : [];
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
      if (isWaiting && this.#areInStep({ slot: each, timeMs: its.timeMs }, { slot, timeMs })) parent = each;
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
    if (!this.#areInStep(last, tip)) {
      if (!ancestors.some(({ slot, meta }) => this.#areInStep({ slot, timeMs: meta.timeMs }, tip)))
        return null;
      // Two that agree weigh more than one before them, also where the stream's place was too far ahead.
      if (tip.slot < last.slot) {
        this.#last = null;
        this.#rememberedFrom = 0;
        this.#rate = new SlotRate();
      }
      return [];
    }
    return ancestors
      .filter(({ slot, meta: { timeMs } }) => {
        // One that was published with this time comes again, and the chain stood still after it.
        const isKnown = timeMs === null || this.#published.get(slot) === timeMs;
        return !isKnown && !this.#areInStep({ slot, timeMs }, tip);
      })
      .map(({ slot, meta }) => {
        const reason = `block time ${meta.timeMs} ms of slot ${slot} is out of step with slots around it`;
        meta.timeMs = null;
        return { kind: 'refused', slot, reason, transactions: [] };
      });
  }

  #publish(slot: number): Assembled[] {
    const pending = this.#pending.get(slot)!;
    const { meta, passedBy, bankId } = pending;
    this.#pending.delete(slot);
    if (bankId === undefined) return [severalBanks(slot, pending)];
    const timeMs = meta?.timeMs ?? null;
    this.#done.set(slot, { timeMs, bankId });
    const transactions = pending.transactions.sort((a, b) => a.index - b.index);
    // A slot without its meta may lack transactions too. It does not count as seen, so that a gap is reported.
    if (!meta) {
      if (transactions.length === 0) return [];
      return [partOf(slot, timeMs, transactions)];
    }
    const { rolledBack, gap } = this.#compareWithLast(slot, meta.parentSlot, timeMs);
    if (this.#published.size === 0) this.#root = meta.parentSlot;
    this.#published.set(slot, timeMs);
    if (timeMs !== null) this.#rate.note(slot, timeMs);
    if (this.#last === null || slot > this.#last.slot)
      this.#last = { slot, timeMs: timeMs ?? this.#last?.timeMs ?? null };
    const others: Assembled[] =
      passedBy > 0 ? [{ kind: 'passedBy', slot, transactions: passedBy, isDead: false }] : [];
    return [
      ...others,
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
    const rolledBack = this.#isKnown(parentSlot)
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
  #isKnown(slot: number): boolean {
    if (this.#published.has(slot)) return true;
    const gap = this.#gap;
    const isInGap = gap !== null && slot > gap.afterSlot && slot < gap.beforeSlot;
    return (isInGap || slot === this.#root) && slot >= this.#rememberedFrom;
  }

  /**
   * Confirmed content comes before its descendants': what is still unfinished further back is on no confirmed fork, and
   * what is far ahead or out of step is no slot at all. Only of a slot that was published before this stream began, and
   * is not sent again, something may still come late.
   */
  #forgetAround(newest: Stamp): Assembled[] {
    const rest: Assembled[] = [...this.#passedBy].map(([slot, transactions]) => ({
      kind: 'passedBy',
      slot,
      transactions,
      isDead: false,
    }));
    this.#passedBy.clear();
    const rememberedFrom = newest.slot - this.slotsIn(REMEMBERED_MS) + 1;
    this.#rememberedFrom = Math.max(this.#rememberedFrom, rememberedFrom);
    for (const [slot, pending] of this.#pending) {
      const { meta } = pending;
      const isWaiting = meta !== null && pending.isConfirmed;
      const isOutOfStep = isWaiting && !this.#areInStep(newest, { slot, timeMs: meta.timeMs });
      if (slot > newest.slot && slot <= newest.slot + this.slotsIn(REMEMBERED_MS) && !isOutOfStep) continue;
      const { transactions } = pending;
      const isDead = this.#isDead(slot);
      this.#pending.delete(slot);
      if (isDead) {
        if (transactions.length > 0)
          rest.push({ kind: 'passedBy', slot, transactions: transactions.length, isDead: true });
        continue;
      }
      if (pending.bankId === undefined && pending.isConfirmed) {
        rest.push(severalBanks(slot, pending));
        continue;
      }
      const publishedAtMs = this.#published.get(slot);
      if (meta === null && publishedAtMs !== undefined) {
        if (transactions.length > 0) rest.push(partOf(slot, publishedAtMs, transactions));
        continue;
      }
      const reason = isOutOfStep
        ? `slot ${slot} with block time ${meta.timeMs} ms is out of step with slot ${newest.slot}`
        : slot >= this.#rememberedFrom
          ? `slot ${slot} was never confirmed`
          : `slot ${slot} is further back than is remembered`;
      if (isOutOfStep || transactions.length > 0) rest.push({ kind: 'refused', slot, reason, transactions });
    }
    this.#trim(this.#published);
    this.#trim(this.#done);
    return rest;
  }
}
