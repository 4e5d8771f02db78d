import { changePercent } from '@cryptonite/contracts/api';
import { formatCompactDollars, formatUtcDate, formatUtcTime, shortenMint } from '../../../lib/format';
import type { Alert, KnownTokens } from './alerts';

/** An alert as a row of the bell says it. */
export type AlertRow = {
  /** The mint too: many are called the same. */
  when: string;
  /** Percent since then; null where one end is not known. */
  change: number | null;
  /** What the change is measured to, or why there is none. */
  basis: string;
};

/** `asOf` is the stream time now: what is not of its day says its date. */
export function describeAlert(alert: Alert, known: KnownTokens, asOf: number): AlertRow {
  const { mint, marketCap } = alert;
  const [{ at }] = alert.announced;
  const time = formatUtcTime(at);
  const when = formatUtcDate(at) === formatUtcDate(asOf) ? time : `${formatUtcDate(at)} ${time}`;
  return {
    when: `${shortenMint(mint)}, ${when} at ${formatCompactDollars(marketCap)}`,
    change: changePercent(marketCap, alert.last.marketCap),
    basis: basisOf(alert, known),
  };
}

/** A token that no list of the page holds is followed no further. */
function basisOf({ mint, marketCap, last }: Alert, known: KnownTokens): string {
  if (marketCap === null) return 'unknown then';
  if (last.marketCap === null) return 'unknown now';
  return known.has(mint)
    ? `now ${formatCompactDollars(last.marketCap)}`
    : `until ${formatUtcTime(last.at).slice(0, 8)}`;
}
