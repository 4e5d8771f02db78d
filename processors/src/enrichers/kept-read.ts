import type { Ask } from '@cryptonite/contracts/asks';
import type { Source } from '@cryptonite/contracts/events';

/** What was read is read again after so long, also where a past is played in which hours pass meanwhile: the sink needs the store then. */
const READ_AGAIN_AFTER_MS = 60_000;
const FAILED_AGAIN_AFTER_MS = 10_000;
/** Rows that end so long before an ask do not tell what came since: the ask stays without an answer. */
export const BEHIND_MOST_MS = 2 * 60_000;

type Kind = Source['kind'];
type Kept<Rows> = { rows: Promise<Rows | null>; readAt: number };

/** One read of the tables for all asks of a minute, by kind of source. */
export class KeptRead<Rows extends { untilAt: number }> {
  readonly #kept = new Map<Kind, Kept<Rows>>();

  /** @param read the rows before a stream time; null where there are none yet */
  constructor(
    private readonly read: (kind: Kind, before: number) => Promise<Rows | null>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Null where they do not reach as far as the ask. Asks that come meanwhile wait for the same rows. */
  async of({ source: { kind }, time }: Pick<Ask, 'source' | 'time'>): Promise<Rows | null> {
    const rows = await this.#rowsOf(kind, time);
    return rows === null || rows.untilAt < time - BEHIND_MOST_MS ? null : rows;
  }

  #rowsOf(kind: Kind, time: number): Promise<Rows | null> {
    const kept = this.#kept.get(kind);
    if (kept && this.now() - kept.readAt < READ_AGAIN_AFTER_MS) return kept.rows;
    const rows = this.read(kind, time);
    const next = { rows, readAt: this.now() };
    this.#kept.set(kind, next);
    // A store that fails is let be for a while, however many wait for it.
    rows.catch(() => {
      next.readAt = this.now() + FAILED_AGAIN_AFTER_MS - READ_AGAIN_AFTER_MS;
    });
    return rows;
  }
}
