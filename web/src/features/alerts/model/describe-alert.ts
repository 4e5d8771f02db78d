import { formatCompactDollars, formatUtcDate, formatUtcTime, shortenMint } from '../../../lib/format';
import { nameBurst } from '../../../ui/toast-queue';
import type { Alert, AlertedToken, KnownTokens } from './alerts';

/** An alert as a row of the bell says it. */
export type AlertRow = {
  /** In bold, then what happened. */
  subject: string;
  what: string;
  /** Of one token its mint too: many are called the same. */
  when: string;
  /** Percent since then; null where one end is not known. */
  change: number | null;
  /** What the change is measured to, or why there is none. */
  basis: string;
};

/** `asOf` is the stream time now: what is not of its day says its date. */
export function describeAlert({ at, tokens }: Alert, known: KnownTokens, asOf: number): AlertRow {
  const time = formatUtcTime(at);
  const when = formatUtcDate(at) === formatUtcDate(asOf) ? time : `${formatUtcDate(at)} ${time}`;
  const [first] = tokens;
  if (first && tokens.length === 1) {
    const change = changeOf(first);
    const place = `${shortenMint(first.mint)}, ${when} at ${formatCompactDollars(first.marketCap)}`;
    return { subject: first.name, what: first.what, when: place, change, basis: basisOf(first, known) };
  }
  const [subject = '', names = ''] = nameBurst(tokens.map(({ name }) => name)).split(/(?=: )/);
  const changes = tokens.map(changeOf).filter((change) => change !== null);
  const change = medianOf(changes);
  const basis = change === null ? 'none is known' : `median of ${changes.length}`;
  return { subject, what: names, when: `${when}, one burst`, change, basis };
}

function changeOf({ marketCap, last }: AlertedToken): number | null {
  if (marketCap === null || marketCap === 0 || last.marketCap === null) return null;
  return (last.marketCap / marketCap - 1) * 100;
}

/** A token that no list of the page holds is followed no further. */
function basisOf({ mint, marketCap, last }: AlertedToken, known: KnownTokens): string {
  if (marketCap === null) return 'unknown then';
  if (last.marketCap === null) return 'unknown now';
  return known.has(mint)
    ? `now ${formatCompactDollars(last.marketCap)}`
    : `until ${formatUtcTime(last.at).slice(0, 8)}`;
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
