import type { Health } from '@cryptonite/contracts/api';

type Kind = NonNullable<Health['deadLetters']>['kinds'][number];

const KINDS_SHOWN = 30;
/** What is held: who sends garbage must not choose how much. The kinds met longest ago become `other`. */
const KINDS_MOST = 500;
const REASON_SHOWN = 160;

/** What differs from letter to letter of one kind: quoted text, numbers, addresses, signatures, hex. */
const PARTICULAR = /"[^"]*"|'[^']*'|`[^`]*`|0x[0-9a-f]+|[1-9A-HJ-NP-Za-km-z]{32,}|-?\d[\d.,_/]*/gi;

export const kindOf = (reason: string): string =>
  reason.slice(0, 2_000).replace(PARTICULAR, '…').replace(/\s+/g, ' ').trim().slice(0, REASON_SHOWN);

/** Counts dead letters by who could not read them and why. */
export class LetterKinds {
  readonly #kinds = new Map<string, Kind>();
  #total = 0;
  #other: Kind | null = null;

  add(service: string, reason: string, timeMs: number): void {
    const kind = kindOf(reason);
    const key = `${service} ${kind}`;
    const before = this.#kinds.get(key);
    this.#kinds.delete(key);
    // Set anew, it stands last: the first is the one that was met longest ago.
    this.#kinds.set(key, {
      service,
      reason: kind,
      count: (before?.count ?? 0) + 1,
      newestAt: Math.max(before?.newestAt ?? 0, timeMs),
    });
    this.#total++;
    if (this.#kinds.size <= KINDS_MOST) return;
    const [oldest, gone] = this.#kinds.entries().next().value!;
    this.#kinds.delete(oldest);
    this.#other = joined(this.#other, gone);
  }

  get summary(): NonNullable<Health['deadLetters']> {
    const newestFirst = [...this.#kinds.values()].sort((a, b) => b.newestAt - a.newestAt);
    const rest = newestFirst.slice(KINDS_SHOWN - 1);
    const isAllShown = this.#other === null && rest.length <= 1;
    const other = isAllShown ? null : rest.reduce(joined, this.#other);
    return {
      total: this.#total,
      kinds: other === null ? newestFirst : [...newestFirst.slice(0, KINDS_SHOWN - 1), other],
    };
  }
}

const joined = (other: Kind | null, kind: Kind): Kind => ({
  service: 'other',
  reason: 'all other kinds',
  count: (other?.count ?? 0) + kind.count,
  newestAt: Math.max(other?.newestAt ?? 0, kind.newestAt),
});
