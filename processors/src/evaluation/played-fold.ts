/** The screener's fold over the journal of a played market, whose asks are answered with the records that come next. */
import { type Ask, decodeAsk } from '@cryptonite/contracts/asks';
import { positionOf, SLOT_END } from '@cryptonite/contracts/chain';
import type { PlayedToken } from '@cryptonite/contracts/evaluation';
import {
  decodeScreeningEvent,
  encodeJournalRecord,
  type JournalRecord,
  type Source,
} from '@cryptonite/contracts/events';
import { decodeFrame, isFrame, measurementsOf } from '@cryptonite/contracts/frames';
import { TOPICS } from '@cryptonite/contracts/topics';
import { answerRecord, type Clock } from '../enrichers/answer-record.js';
import { Likeness } from '../enrichers/likeness/likeness.js';
import { Places } from '../enrichers/places/places.js';
import { openScreenerFold } from '../screener/screener-fold.js';
import { answerTo, askSolPrice, providersAt, type Request } from './answers.js';
import { Notes } from './notes.js';
import { PlayedDay } from './played-day.js';

/** The price of SOL is told so often, in stream time. */
const PRICE_EVERY_MS = 60_000;

type Standing = Clock & { source: Source };
/** What was answered, as a record as of where the stream stands by then. */
type Answered = (now: Standing) => JournalRecord;

export class PlayedFold {
  readonly #notes = new Notes();
  readonly #day = new PlayedDay();
  readonly #likeness = new Likeness(
    async (_, before) => this.#day.rows(before),
    () => this.#standing?.time ?? 0,
  );
  readonly #places = new Places(
    async (_, before) => this.#day.volumes(before),
    () => this.#standing?.time ?? 0,
  );
  #answered: Answered[] = [];
  #offset = 0;
  #standing: Standing | null = null;
  #priceToldAt = Number.NEGATIVE_INFINITY;

  private constructor(
    private readonly fold: Awaited<ReturnType<typeof openScreenerFold>>,
    private readonly request: Request,
  ) {}

  static async open(request: Request): Promise<PlayedFold> {
    return new PlayedFold(await openScreenerFold(0, new Map()), request);
  }

  /** @returns the slot that the record confirms, if it confirms one */
  apply(value: Buffer): number | null {
    const read = this.fold.read({ offset: this.#offset++, value });
    const { record } = read;
    if (typeof record === 'string') throw new Error(`a record cannot be read: ${record}`);
    this.fold.apply(read);
    let confirmed: number | null = null;
    for (const fact of record.facts) {
      this.#notes.fact(fact);
      this.#day.fact(fact);
      if (fact.kind !== 'SlotConfirmed') continue;
      confirmed = fact.slot;
      this.#standing = { slot: fact.slot, time: fact.time, source: record.source };
    }
    return confirmed;
  }

  /** Puts in what was answered since it was last called, and has answered what was asked since. */
  async exchange(): Promise<void> {
    const now = this.#standing;
    if (now === null) return;
    for (const answer of this.#answered) this.apply(Buffer.from(encodeJournalRecord(answer(now))));
    const asks = this.#take().filter(({ mint }) => !this.#notes.isJudged(mint, now.time));
    this.#answered = [...(await this.#answersTo(asks, now.time)), ...(await this.#price(now.time))];
  }

  /** All tokens, as of the last record. */
  played(): Iterable<PlayedToken> {
    this.#take();
    return this.#notes.played(this.#standing?.time ?? 0);
  }

  /** What the records so far had the fold say: measurements are noted, asks are handed on. */
  #take(): Ask[] {
    const asks: Ask[] = [];
    for (const { topic, value } of this.fold.take()) {
      if (value === null) continue;
      if (topic === TOPICS.screening.name) {
        if (typeof value === 'string' || !isFrame(value)) this.#day.said(decodeScreeningEvent(String(value)));
        else
          for (const measurement of measurementsOf(decodeFrame(value))) {
            this.#notes.measured(measurement);
            this.#day.measured(measurement);
          }
      }
      if (topic !== TOPICS.asks.name) continue;
      const ask = decodeAsk(String(value));
      if (ask.what !== 'clock') asks.push(ask);
    }
    return asks;
  }

  async #answersTo(asks: readonly Ask[], now: number): Promise<Answered[]> {
    const providers = { ...providersAt(this.request, now), likeness: this.#likeness, place: this.#places };
    const said = await Promise.all(asks.map((ask) => answerTo(providers, ask)));
    return asks.flatMap((ask, index) => {
      const answer = said[index];
      return answer ? [(then: Standing) => answerRecord(ask, answer, then)] : [];
    });
  }

  async #price(now: number): Promise<Answered[]> {
    if (now - this.#priceToldAt < PRICE_EVERY_MS) return [];
    this.#priceToldAt = now;
    const priceUsd = await askSolPrice(this.request);
    return [(then) => priceRecord(priceUsd, then)];
  }
}

function priceRecord(priceUsd: string, { slot, time, source }: Standing): JournalRecord {
  const position = positionOf({ slot, ...SLOT_END, inner: 2 });
  const fact = { id: `sol-price:${slot}`, position, time, priceUsd, from: source.name };
  return {
    ...{ v: 1, mint: null, slot, time, signature: null, feePayer: null, source },
    facts: [{ kind: 'SolPriceObserved', ...fact }],
  };
}
