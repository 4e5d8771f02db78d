/** What was measured of what the texts claim; null where nothing was. */
import type { ScanProgress, UltimateStats } from '@cryptonite/contracts/api';
import { formatCompactDollars, formatCount, formatLag, formatPercent } from '../../../lib/format';
import { filteredShare } from './gates';
import type { HeldToken } from './held-lists';

/** The scan is continuous; its passes end this far apart. */
export function cadenceOf(
  lastAt: number | null | undefined,
  nextAt: number | null | undefined,
): string | null {
  if (lastAt == null || nextAt == null) return null;
  return `continuous, ${formatLag(nextAt - lastAt)}`;
}

export const scanCadenceOf = (progress: ScanProgress | undefined): string | null =>
  cadenceOf(progress?.completedAt, progress?.nextAt);

export const shownOf = (stats: UltimateStats | undefined): string | null =>
  stats?.shown == null ? null : `${formatCount(stats.shown)} now, in Ultimate`;

export function filteredOf(stats: UltimateStats | undefined): string | null {
  const share = stats ? filteredShare(stats) : null;
  return share === null ? null : `${formatPercent(share)}, by Ultimate`;
}

export const scannedOf = (stats: UltimateStats | undefined): string | null =>
  stats?.scanned == null ? null : `${formatCount(stats.scanned)} tokens a pass`;

/** {@link capRangeOf} of all tokens that the page holds. */
export const heldCapsOf = (held: ReadonlyMap<string, HeldToken>): string | null =>
  capRangeOf(held.values(), `of the ${formatCount(held.size)} tokens on this page`);

/** The market caps of tokens, from the least to the greatest. `of` says which tokens. */
export function capRangeOf(tokens: Iterable<Pick<HeldToken, 'marketCap'>>, of: string): string | null {
  const caps = [...tokens].flatMap(({ marketCap }) => marketCap ?? []);
  if (caps.length === 0) return null;
  return `${formatCompactDollars(Math.min(...caps))}–${formatCompactDollars(Math.max(...caps))}, ${of}`;
}
