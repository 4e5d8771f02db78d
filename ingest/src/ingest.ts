import { partitionOf } from '@cryptonite/contracts/chain';
import type { Fact, LayoutDrift, Source } from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { readTransaction } from './decode/transaction.js';
import { FollowedAccounts } from './follow/followed-accounts.js';
import { type Normalised, normaliseTransaction } from './normalise/normalise-transaction.js';
import { DriftTally } from './publish/drift-tally.js';
import type { JournalTail } from './publish/journal-tail.js';
import type { Publisher } from './publish/publisher.js';
import { QuotePrices } from './publish/quote-prices.js';
import {
  gapDetected,
  isConfirmedInJournal,
  isPriceDue,
  type SolPrice,
  slotConfirmed,
  slotRolledBack,
  solPriceObserved,
  streamRecord,
} from './publish/slot-facts.js';
import { ChainStream, type ChainStreamOptions } from './yellowstone/chain-stream.js';
import type { ReceivedTransaction } from './yellowstone/pending-slot.js';
import { type Assembled, SlotAssembler } from './yellowstone/slot-assembler.js';
import { isSameChain } from './yellowstone/source-label.js';

type AssembledSlot = Extract<Assembled, { kind: 'slot' }>;

const metrics = metricsOf('ingest');

/** Records waiting for the broker above which the provider has to wait. */
const MAX_BACKLOG = 5_000;

const NOTHING: Normalised = { records: [], failures: [], unknownLayouts: [] };

/** What ingest needs of the journal. */
export type JournalWriter = Pick<
  Publisher,
  'partitions' | 'backlog' | 'publish' | 'publishDeadLetter' | 'publishDrift' | 'publishSourceState' | 'flush'
>;

export type IngestOptions = Pick<ChainStreamOptions, 'transport' | 'host' | 'log' | 'firstPauseMs'> & {
  /** Whose transfers are told beside what happens at the launchpads; nobody's unless told otherwise. */
  followed?: FollowedAccounts;
  publisher: JournalWriter;
  /** Where an earlier run ended. */
  tail: JournalTail;
  /** What an earlier run had counted; nothing unless told otherwise. */
  drifts?: readonly LayoutDrift[];
  /** The newest price of SOL; null without one. */
  solPrice: () => SolPrice | null;
};

/** From the provider's stream to the journal. */
export class Ingest {
  readonly #publisher: JournalWriter;
  #assembler: SlotAssembler;
  readonly #stream: ChainStream;
  readonly #solPrice: () => SolPrice | null;
  #quotePrices: QuotePrices;
  #source: Source;
  /** Why slots may be missing before the next whole one; told with the gap they leave. */
  #gapReason: string | null = null;
  /** The newest slot when this stream began. */
  #beganAfter: number | null = null;
  /** Block time of the slot published last. */
  #previousTimeMs: number | null;
  #isWaiting = false;
  readonly #log: (line: string) => void;
  readonly #drifts: DriftTally;
  readonly #followed: FollowedAccounts;

  constructor(options: IngestOptions) {
    const {
      publisher,
      tail,
      drifts = [],
      solPrice,
      followed = new FollowedAccounts(0),
      ...streamOptions
    } = options;
    const { log, host } = streamOptions;
    this.#publisher = publisher;
    this.#log = log;
    this.#solPrice = solPrice;
    this.#drifts = new DriftTally(drifts);
    this.#followed = followed;
    this.#source = tail.source ?? { kind: 'provider', name: host };
    this.#previousTimeMs = tail.last?.timeMs ?? null;
    this.#quotePrices = new QuotePrices(tail.quotedIn);
    this.#assembler = new SlotAssembler({ last: tail.last, slots: tail.confirmedSlots });
    this.#stream = new ChainStream({
      ...streamOptions,
      lastSlot: (source) => this.#lastSlotOf(source),
      slotsIn: (ms) => this.#assembler.slotsIn(ms),
      followed: () => followed.accounts(Date.now()),
      listener: {
        onBegin: (source, gapReason) => {
          this.#source = source;
          this.#gapReason = gapReason;
          this.#assembler.restart();
          this.#beganAfter = this.#assembler.lastSlot;
          log(`reading ${source.name} (${source.kind}) after slot ${this.#assembler.lastSlot ?? 'none'}`);
        },
        onUpdate: (update, receivedAtMs) => {
          for (const assembled of this.#assembler.accept(update, receivedAtMs))
            this.#publish(assembled, receivedAtMs);
          this.#waitForBroker();
        },
        onMalformed: (bytes, reason) => {
          const origin = `stream after slot ${this.#assembler.lastSlot ?? 'none'}`;
          publisher.publishDeadLetter(reason, origin, bytes);
          this.#waitForBroker();
        },
        onTooLarge: (afterSlot, reason) =>
          publisher.publishDeadLetter(reason, `stream after slot ${afterSlot}`, new Uint8Array()),
        onLeftOut: (slot, reason) => {
          this.#gapReason ??= `slot ${slot} is left out: ${reason}`;
        },
        onAway: (awaySince, reason) =>
          publisher.publishSourceState({
            v: 1,
            host,
            at: Date.now(),
            awaySince,
            reason: reason.slice(0, 600),
          }),
        onBack: () =>
          publisher.publishSourceState({ v: 1, host, at: Date.now(), awaySince: null, reason: null }),
        onFailure: (error) => log(`update could not be handled: ${String(error)}`),
      },
    });
  }

  /** Follows the chain until `stopped`. */
  follow(stopped: AbortSignal): Promise<void> {
    return this.#stream.follow(stopped);
  }

  /** Slots of another chain than the journal's newest say nothing about where to resume: it begins anew. */
  #lastSlotOf(source: Source): number | null {
    if (!isSameChain(source, this.#source)) {
      this.#assembler = new SlotAssembler({ last: null, slots: new Map() });
      this.#quotePrices = new QuotePrices();
      this.#previousTimeMs = null;
      this.#drifts.beginAnotherChain();
    }
    return this.#assembler.lastSlot;
  }

  #publish(assembled: Assembled, receivedAtMs: number): void {
    if (assembled.kind === 'slot') this.#publishSlot(assembled, receivedAtMs);
    else if (assembled.kind === 'rolledBack') this.#rollBack(assembled, receivedAtMs);
    else if (assembled.kind === 'refused') this.#refuse(assembled);
    else {
      const { slot, transactions, isDead } = assembled;
      const what = isDead ? 'is dead' : 'has another bank that was not confirmed';
      this.#log(`slot ${slot} ${what}: ${transactions} transactions passed by`);
    }
  }

  #rollBack({ slot, timeMs }: Extract<Assembled, { kind: 'rolledBack' }>, receivedAtMs: number): void {
    const time = timeMs ?? this.#previousTimeMs;
    // Where no time was ever known, nothing of the slot was published.
    if (time !== null) this.#publishEverywhere(slot, time, receivedAtMs, [slotRolledBack(slot, time)]);
  }

  #refuse({ slot, reason, transactions }: Extract<Assembled, { kind: 'refused' }>): void {
    if (transactions.length === 0) this.#publisher.publishDeadLetter(reason, `${slot}`, new Uint8Array());
    for (const { index, body } of transactions) {
      const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
      this.#publisher.publishDeadLetter(reason, `${slot}/${index}`, bytes);
    }
  }

  #publishSlot(assembled: AssembledSlot, receivedAtMs: number): void {
    const { slot, parentSlot, timeMs, transactions, isWhole, gap } = assembled;
    const normalised = transactions.map((each) => {
      const { records, failures, unknownLayouts } = this.#normalise(each, timeMs);
      return { records, failures, unknownLayouts, ...each };
    });
    const newestRecord = normalised.flatMap(({ records }) => records).at(-1);
    const time = timeMs ?? newestRecord?.time ?? this.#previousTimeMs;
    if (gap && time !== null) {
      const rolledBack = gap.cause === 'rolled back' ? 'slots were rolled back' : null;
      const reason = rolledBack ?? this.#gapReason ?? 'the provider did not send these slots';
      this.#publishEverywhere(slot, time, receivedAtMs, [gapDetected(slot, time, gap, reason)]);
      metrics.ingest_gaps_total.inc();
    }
    if (isWhole && slot > (this.#beganAfter ?? -1)) this.#gapReason = null;
    for (const each of normalised) {
      for (const record of each.records) {
        const partition = partitionOf(record.mint!, this.#publisher.partitions.length);
        this.#publisher.publish(partition, record, each.receivedAtMs);
        for (const { kind } of record.facts) metrics.ingest_facts_total.inc({ kind });
      }
      // Without any time nothing says when; the stream's first blocks may have none.
      if (each.unknownLayouts.length > 0 && time !== null) this.#tell(each, time);
    }
    if (!isWhole || time === null) return;
    for (const { seen } of this.#publisher.partitions) seen.forgetBefore(this.#assembler.rememberedFrom);
    const isConfirmed = isConfirmedInJournal(newestRecord !== undefined, time, this.#previousTimeMs);
    const quotePrices = this.#quotePrices.observe(
      slot,
      time,
      normalised.flatMap(({ records }) => records),
    );
    this.#previousTimeMs = time;
    metrics.ingest_slots_total.inc();
    metrics.ingest_slot_time_seconds.set(time / 1_000);
    this.#publishEverywhere(
      slot,
      time,
      receivedAtMs,
      isConfirmed ? [slotConfirmed(slot, parentSlot, time), ...quotePrices] : [],
      this.#solPrice(),
    );
  }

  /** Layouts that this version does not know: counted, and of an unknown discriminator one letter an hour. */
  #tell({ slot, index, body, unknownLayouts }: ReceivedTransaction & Normalised, time: number): void {
    const { drifts, firsts } = this.#drifts.add({ slot, index, time }, unknownLayouts);
    for (const drift of drifts) this.#publisher.publishDrift(drift);
    for (const { program, discriminator, payload } of firsts) {
      const reason = `${program} event with unknown discriminator ${discriminator}, ${payload.length} bytes`;
      const origin = `${slot}/${index}/${readTransaction(body)?.signature ?? ''}`;
      this.#publisher.publishDeadLetter(reason, origin, payload);
    }
  }

  /** Whatever a transaction holds, the stream goes on: what cannot be read becomes a dead letter. */
  #normalise({ slot, index, body }: ReceivedTransaction, timeMs: number | null): Normalised {
    const bytes = new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
    let origin = `${slot}/${index}`;
    try {
      const transaction = readTransaction(body);
      if (transaction === null) return NOTHING;
      origin += `/${transaction.signature}`;
      const normalised = normaliseTransaction(transaction, timeMs, this.#source, this.#followed);
      if (normalised.failures.length > 0)
        this.#publisher.publishDeadLetter(normalised.failures.join('; '), origin, bytes);
      return normalised;
    } catch (error) {
      this.#publisher.publishDeadLetter(String(error), origin, bytes);
      return NOTHING;
    }
  }

  /**
   * Facts about no token stand in every partition: all of them, or none where the first is known, as what came late for a
   * slot may have it say more when it is read again. The price of SOL in those that were not told it of late.
   */
  #publishEverywhere(
    slot: number,
    time: number,
    receivedAtMs: number,
    facts: readonly Fact[],
    price: SolPrice | null = null,
  ): void {
    this.#publisher.partitions.forEach((state, partition) => {
      const isKnown = facts[0] !== undefined && state.seen.has(slot, facts[0].id);
      const own = isKnown ? [] : [...facts];
      if (price !== null && isPriceDue(price, time, state.toldPrice)) {
        state.toldPrice = { priceUsd: price.priceUsd, timeMs: time };
        own.push(solPriceObserved(slot, time, price));
      }
      if (own.length > 0)
        this.#publisher.publish(partition, streamRecord(slot, time, this.#source, own), receivedAtMs);
    });
  }

  #waitForBroker(): void {
    if (this.#isWaiting || this.#publisher.backlog < MAX_BACKLOG) return;
    this.#isWaiting = true;
    this.#stream.pause();
    void this.#publisher.flush().then(() => {
      this.#isWaiting = false;
      this.#stream.resume();
    });
  }
}
