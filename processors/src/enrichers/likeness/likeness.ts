/** Says of a token what it has in common with others, of what is stored of the last day. */
import { KeptRead } from '../kept-read.js';
import type { AskOf, Provider, Said } from '../provider.js';
import { Day, type DayRows } from './day.js';

/** The stored rows of what became of tokens in the day before a stream time, of one kind of source. */
export type ReadDay = (
  sourceKind: AskOf<'likeness'>['source']['kind'],
  before: number,
) => Promise<DayRows | null>;

export class Likeness implements Provider<'likeness'> {
  readonly #days: KeptRead<Day>;

  constructor(read: ReadDay, now?: () => number) {
    this.#days = new KeptRead(async (kind, before) => {
      const rows = await read(kind, before);
      return rows && new Day(rows);
    }, now);
  }

  async answer(ask: AskOf<'likeness'>): Promise<Said | null> {
    const day = await this.#days.of(ask);
    if (day === null) return null;
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
}
