/** Says of a token what it has in common with others, of what is stored of the last day. */
import type { AskOf, Provider, Said } from '../provider.js';
import { Day, type DayRows } from './day.js';

/** The stored rows of what became of tokens in the day before a stream time, of one kind of source. */
export type ReadDay = (
  sourceKind: AskOf<'likeness'>['source']['kind'],
  before: number,
) => Promise<DayRows | null>;

/** A day that was read is read again after so long. */
const READ_AGAIN_AFTER_MS = 60_000;
/** Rows that end so long before an ask do not tell what came since: the ask stays without an answer. */
const BEHIND_MOST_MS = 2 * 60_000;

type Kept = { day: Promise<Day | null>; before: number; readAt: number };

export class Likeness implements Provider<'likeness'> {
  readonly #days = new Map<string, Kept>();

  constructor(
    private readonly read: ReadDay,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async answer(ask: AskOf<'likeness'>): Promise<Said | null> {
    const day = await this.#dayOf(ask);
    if (day === null || day.untilAt < ask.time - BEHIND_MOST_MS) return null;
    const { pictureSha256, twitterHandle } = ask;
    return {
      kind: 'LikenessObserved',
      from: 'tokens of the last 24 h',
      pictureSha256,
      twitterHandle,
      sinceAt: day.sinceAt,
      untilAt: day.untilAt,
      ...day.likenessesOf(ask),
    };
  }

  /** Asks that come meanwhile wait for the same rows. */
  #dayOf({ source: { kind }, time }: AskOf<'likeness'>): Promise<Day | null> {
    const kept = this.#days.get(kind);
    // Stream time may run ahead of the clock on the wall, as where a past is played.
    const isFresh =
      kept && this.now() - kept.readAt < READ_AGAIN_AFTER_MS && time - kept.before < BEHIND_MOST_MS;
    if (isFresh) return kept.day;
    const day = this.read(kind, time).then((rows) => rows && new Day(rows));
    const next = { day, before: time, readAt: this.now() };
    this.#days.set(kind, next);
    // What failed is not kept.
    day.catch(() => {
      if (this.#days.get(kind) === next) this.#days.delete(kind);
    });
    return day;
  }
}
