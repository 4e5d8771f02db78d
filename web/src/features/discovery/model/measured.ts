/** What was measured of what the texts claim; null where nothing was. */
import type { ScanProgress } from '@cryptonite/contracts/api';
import { formatCompactDollars, formatCount, formatLag, formatPercent } from '../../../lib/format';
import { filteredShare } from './gates';
import type { HeldToken } from './held-lists';

/** The time between two looks at a token, as tokens saw it: "every 1.2 s, p95 48 s". */
export function cadenceOf(counts: Pick<ScanProgress, 'cadence'> | undefined): string | null {
  if (!counts?.cadence) return null;
  const { medianMs, p95Ms } = counts.cadence;
  return `every ${formatLag(medianMs)}, p95 ${formatLag(p95Ms)}`;
}

export const scannedOf = (counts: Pick<ScanProgress, 'scanned'> | undefined): string | null =>
  counts?.scanned == null ? null : `${formatCount(counts.scanned)} in the last 10 minutes`;

/** Over all curated lists. */
export const shownOf = (progress: Pick<ScanProgress, 'shown'> | undefined): string | null =>
  progress?.shown == null ? null : `${formatCount(progress.shown)} shown`;

/** One less what any curated list shows, of all that is followed. */
export function filteredOf(progress: Pick<ScanProgress, 'shown' | 'total'> | undefined): string | null {
  const share = progress ? filteredShare(progress) : null;
  return share === null ? null : formatPercent(share);
}

/** {@link capRangeOf} of all tokens that the page holds. */
export const heldCapsOf = (held: ReadonlyMap<string, HeldToken>): string | null =>
  capRangeOf(held.values(), `of the ${formatCount(held.size)} tokens on this page`);

/** The market caps of tokens, from the least to the greatest. `of` says which tokens. */
export function capRangeOf(tokens: Iterable<Pick<HeldToken, 'marketCap'>>, of: string): string | null {
  const range = rangeWords([...tokens].map(({ marketCap }) => marketCap));
  return range === null ? null : `${range}, ${of}`;
}

/** What a curve's completion is worth at one price of SOL. */
export const TARGET_TEXT = 'Target about $69K';

/** What completion of a curve is worth now, by the tokens that are still on theirs. */
export const targetWords = (
  tokens: Iterable<Pick<HeldToken, 'lifecycle' | 'completionMarketCap'>>,
): string | null =>
  rangeWords(
    [...tokens].map(({ lifecycle, completionMarketCap }) =>
      lifecycle === 'bonding' ? completionMarketCap : null,
    ),
  );

function rangeWords(amounts: readonly (number | null | undefined)[]): string | null {
  const known = amounts.flatMap((amount) => amount ?? []);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)].map(formatCompactDollars);
  return least === most ? `${least}` : `${least}–${most}`;
}
