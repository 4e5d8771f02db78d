import { PROGRESS } from '@cryptonite/contracts/rules';

/** What a value that was not observed reads as. */
export const UNKNOWN = 'Unknown';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MINUS = '−';

const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** `time` and `now` in ms of the same clock. A time ahead of `now` (clocks differ by a slot) is "Just now". */
export function formatTimeAgo(time: number | null, now: number): string {
  if (!time) return UNKNOWN;
  const age = now - time;
  if (age < MINUTE_MS) return 'Just now';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m ago`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h ago`;
  return `${Math.floor(age / DAY_MS)}d ago`;
}

/** An age as short as a column: "22m". Times as those of {@link formatTimeAgo}. */
export function formatAge(time: number | null, now: number): string {
  if (!time) return UNKNOWN;
  const age = now - time;
  if (age < MINUTE_MS) return '<1m';
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m`;
  if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)}h`;
  return `${Math.floor(age / DAY_MS)}d`;
}

/** The dollar helper of the specification: zero reads as not known. */
export function formatDollars(usd: number | null): string {
  if (!usd) return UNKNOWN;
  if (usd >= 1_000_000) return `$${(usd / 1_000_000).toFixed(1)}M`;
  if (usd >= 1_000) return `$${(usd / 1_000).toFixed(0)}K`;
  return `$${usd.toFixed(0)}`;
}

/** Market cap, volume and liquidity: M above a million, otherwise K, one decimal. */
export function formatCompactDollars(usd: number | null): string {
  if (usd === null) return UNKNOWN;
  return usd > 1_000_000 ? `$${(usd / 1_000_000).toFixed(1)}M` : `$${(usd / 1_000).toFixed(1)}K`;
}

/** A token's price in USD; the smaller it is, the more decimals. */
export function formatPrice(usd: string | number | null): string {
  if (usd === null) return UNKNOWN;
  const price = Number(usd);
  if (price === 0) return '$0.00';
  const decimals = price < 1e-6 ? 9 : price < 0.001 ? 6 : price < 1 ? 4 : 2;
  return `$${price.toFixed(decimals)}`;
}

/** A change in percent: signed, one decimal; above 9,999.9% only that it is above. */
export function formatChange(percent: number | null): string {
  if (percent === null) return UNKNOWN;
  if (percent > 9_999.9) return '>9,999%';
  const size = Math.abs(percent).toFixed(1);
  if (Number(size) === 0) return '0.0%';
  const [whole = '', fraction] = size.split('.');
  return `${percent < 0 ? MINUS : '+'}${grouped.format(Number(whole))}.${fraction}%`;
}

/** A share in percent, one decimal. */
export function formatPercent(percent: number | null): string {
  return percent === null ? UNKNOWN : `${percent.toFixed(1)}%`;
}

/** A share of 0–1 as a whole percent. */
export function formatShare(share: number | null): string {
  return share === null ? UNKNOWN : `${(share * 100).toFixed(0)}%`;
}

/** A multiple such as buys over sells: two decimals and x. */
export function formatRatio(ratio: number | null): string {
  return ratio === null ? UNKNOWN : `${ratio.toFixed(2)}x`;
}

export function formatCount(count: number | null): string {
  return count === null ? UNKNOWN : grouped.format(count);
}

/** Without what a float's sum adds to a number. */
export const tidy = (value: number): number => Number(value.toPrecision(12));

/** Points without their fraction, as a score is shown: down, so that none reads as a limit that it is under. */
export const wholeOf = Math.floor;

/** Points in tenths, down as well: of them {@link wholeOf} is the whole. */
export const tenthsOf = (points: number): number =>
  Math.min(Math.floor(tidy(points * 10)), wholeOf(points) * 10 + 9);

/** Points of a hundred as a whole number. */
export function formatScore(score: number | null): string {
  return score === null ? UNKNOWN : `${wholeOf(score)}`;
}

/** Points that parts of a score brought: one decimal where there is one. */
export function formatPoints(points: number): string {
  return fine.format(points);
}

/** A value in the unit of its rule: "$4,812", "12.6%", "1.25x", "34 min"; what is true or false in a word. */
export function formatMeasured(value: number | boolean | null, unit: string): string {
  if (value === null) return UNKNOWN;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const sign = value < 0 ? MINUS : '';
  const size = Math.abs(value);
  if (unit === '$') return `${sign}$${grouped.format(size)}`;
  if (unit === 'x') return `${sign}${size.toFixed(2)}x`;
  const text = `${sign}${fine.format(size)}`;
  return unit === '%' ? `${text}%` : `${text} ${unit}`.trimEnd();
}

/** Raised and needed, in whole units of the quote: "34.5 of 85.0 SOL". */
export function formatRaised(raised: number | null, needed: number | null, unit: string): string {
  if (raised === null) return UNKNOWN;
  return `${raised.toFixed(1)} of ${needed === null ? UNKNOWN : needed.toFixed(1)} ${unit}`;
}

/** The text beside the progress bar. `progress` is percent of the curve's tokens sold. */
export function formatMigration(progress: number | null): string {
  if (progress === null) return UNKNOWN;
  if (progress >= PROGRESS.migratingFrom) return 'Migrating';
  return `${(PROGRESS.migratingFrom - progress).toFixed(1)}% to migration`;
}

/** Most mints end alike, so the longer part is the end's eight. */
export function shortenMint(mint: string): string {
  return mint.length <= 14 ? mint : `${mint.slice(0, 6)}…${mint.slice(-8)}`;
}

/** "14:22:07 UTC" */
export function formatUtcTime(time: number | null): string {
  return time === null ? UNKNOWN : `${new Date(time).toISOString().slice(11, 19)} UTC`;
}

/** "14:22 UTC"; of another day than `now` with its date. */
export function formatUtcMinute(time: number | null, now: number): string {
  if (time === null) return UNKNOWN;
  const minute = formatUtcTime(time).replace(/:\d\d UTC$/, ' UTC');
  const date = formatUtcDate(time);
  return date === formatUtcDate(now) ? minute : `${date} ${minute}`;
}

/** Most mints end alike, so what tells two apart on a line is how they begin. */
export function startOfMint(mint: string): string {
  return mint.slice(0, 6);
}

/** "2026-10-03" */
export function formatUtcDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** "42 s", "4 min 12 s", "3 h 5 min" */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A lag: tenths of a second below ten seconds, as a duration above. */
export function formatLag(ms: number): string {
  return ms < 10_000 ? `${(Math.max(0, ms) / 1_000).toFixed(1)} s` : formatDuration(ms);
}

/** A lag where there is room for one unit: "0.8 s", "42 s", "7 min", "1.7 h". */
export function formatShortLag(ms: number): string {
  if (ms < MINUTE_MS - 500) return formatLag(ms);
  const minutes = Math.round(ms / MINUTE_MS);
  return minutes < 60 ? `${minutes} min` : `${(ms / HOUR_MS).toFixed(1)} h`;
}

/** A social handle without its leading @. */
export function stripAt(handle: string): string {
  return handle.replace(/^@/, '');
}
