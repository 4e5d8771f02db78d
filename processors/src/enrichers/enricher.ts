/** Asks in, answers out: who answers, in which order, and as of when. Knows no Kafka. */
import { ASKED, type Ask, type Asked, type AskRecord } from '@cryptonite/contracts/asks';
import type { JournalRecord } from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { messageOf } from '../runtime/service.js';
import { answerRecord, type Clock } from './answer-record.js';
import type { Waiting } from './ask-queue.js';
import { FetchFailed, WayIsAway } from './fetch/guard.js';
import { Lane } from './lane.js';
import { answerOf, type Providers } from './provider.js';

const metrics = metricsOf('enrichers');

/** Of stream time: what was asked so long ago has been asked again, or nobody wants to know it. */
const STALE_AFTER_MS = 10 * 60_000;

/** Hosts are left alone for a minute at most: an ask that met nobody waits as long as some of these. */
const AGAIN_AFTER_MS = 10_000;

/**
 * Asks in hand at once. A document may take its server ten seconds, so many are read side by side; where limits are
 * tight few wait beyond the queue, which knows the nearest. Mints are read a hundred to a request.
 */
const AT_ONCE: Record<Asked, number> = {
  metadata: 32,
  boosts: 8,
  social: 2,
  mint: 100,
  holders: 8,
  likeness: 32,
  website: 32,
  place: 32,
};

export type EnricherOptions = {
  providers: Providers;
  /** Resolves once the record stands in the journal, or never will. Until then its ask is in hand: so memory is bounded. */
  write: (partition: number, record: JournalRecord) => Promise<void>;
  log: (line: string) => void;
};

export class Enricher {
  readonly #clocks = new Map<number, Clock>();
  readonly #lanes = new Map<Asked, Lane>();
  /** Of what is ours: a full disk, a fault. */
  readonly #trouble: Outage;
  #isClosed = false;

  constructor(private readonly options: EnricherOptions) {
    this.#trouble = new Outage('what answers asks', options.log);
    for (const what of ASKED)
      if (options.providers[what]) this.#lanes.set(what, new Lane(AT_ONCE[what], (next) => this.#work(next)));
  }

  /** Records of a partition come in the stream's order: the newest says where it stands. */
  take(partition: number, record: AskRecord): void {
    const { slot, time } = record;
    this.#clocks.set(partition, { slot, time });
    if (record.what === 'clock') return;
    metrics.enrichers_asks_total.inc({ what: record.what });
    this.#lanes.get(record.what)?.add({ ask: record, partition });
  }

  /** Begins nothing any more; resolves once nothing is in hand. What fails from now on fails because of that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
  }

  async #work(waiting: Waiting): Promise<void> {
    const { ask, partition } = waiting;
    if (this.#now(ask, partition).time - ask.time > STALE_AFTER_MS) return;
    const { what } = ask;
    const ended = metrics.enrichers_answer_seconds.startTimer({ what });
    try {
      const said = await answerOf(this.options.providers, ask);
      if (said) {
        await this.options.write(partition, answerRecord(ask, said, this.#now(ask, partition)));
        metrics.enrichers_answers_total.inc({ what });
      }
      this.#trouble.ended(Date.now(), what);
    } catch (error) {
      metrics.enrichers_failures_total.inc({ what });
      // The screener asks again too, of a token far from every list ten minutes later: most are quiet by then.
      if (error instanceof WayIsAway)
        setTimeout(() => this.#lanes.get(what)?.add(waiting), AGAIN_AFTER_MS).unref();
      // Who was asked in vain is told of by whoever asked.
      if (!(error instanceof FetchFailed) && !this.#isClosed)
        this.#trouble.began(Date.now(), `${what} of ${ask.mint}: ${messageOf(error)}`, what);
    } finally {
      ended();
    }
  }

  #now(ask: Ask, partition: number): Clock {
    return this.#clocks.get(partition) ?? ask;
  }
}
