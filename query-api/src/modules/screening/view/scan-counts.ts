import type { MonitoringCount, ProfileName, ScanProgress, UltimateStats } from '@cryptonite/contracts/api';
import type { ScanAdvanced, UltimateCounts } from '@cryptonite/contracts/events';
import { intervalQuantile, LOOK_INTERVALS, ULTIMATE } from '@cryptonite/contracts/rules';

const sum = (scans: readonly ScanAdvanced[], of: (scan: ScanAdvanced) => number) =>
  scans.reduce((total, scan) => total + of(scan), 0);

const newestOf = (scans: readonly ScanAdvanced[]) =>
  scans.reduce<ScanAdvanced | null>((best, scan) => (best && best.time >= scan.time ? best : scan), null);

/** Over all partitions. */
export function countMonitored(scans: readonly ScanAdvanced[]): MonitoringCount {
  const pumpfun = sum(scans, (scan) => scan.monitoredPumpfun);
  const bonded = sum(scans, (scan) => scan.monitoredBonded);
  const newest = newestOf(scans);
  return {
    count: pumpfun + bonded,
    pumpfun,
    bonded,
    origin: newest?.source ?? null,
    asOf: newest?.time ?? null,
  };
}

/**
 * When the newest pass ended of the partition that is furthest behind, and by the time between the last two of one (`everyMs`)
 * the next will; `startedAt` is that of the oldest fold.
 */
function passOf(scans: readonly ScanAdvanced[], everyMs: number | null) {
  const newest = newestOf(scans);
  const leastOf = (of: (scan: ScanAdvanced) => number) =>
    scans.length === 0 ? null : Math.min(...scans.map(of));
  const completedAt = leastOf(({ time }) => time);
  return {
    startedAt: leastOf(({ startedAt }) => startedAt),
    completedAt,
    nextAt: completedAt === null || everyMs === null ? null : completedAt + everyMs,
    origin: newest?.source ?? null,
    asOf: newest?.time ?? null,
  };
}

/** Over the partitions that tell the count; null where none does. */
function sumTold(
  scans: readonly ScanAdvanced[],
  of: (scan: ScanAdvanced) => number | undefined,
): number | null {
  const told = scans.flatMap((scan) => of(scan) ?? []);
  return told.length === 0 ? null : told.reduce((total, count) => total + count, 0);
}

/** What was looked at in the last ten minutes, and how often; null before that is known of every partition. */
function looksIn(scans: readonly ScanAdvanced[]): Pick<ScanProgress, 'scanned' | 'cadence'> {
  const looked = scans.flatMap((scan) => scan.looked ?? []);
  if (looked.length === 0 || looked.length < scans.length) return { scanned: null, cadence: null };
  const counts = Array.from({ length: LOOK_INTERVALS.places }, (_, place) =>
    looked.reduce((total, { intervals }) => total + (intervals[place] ?? 0), 0),
  );
  const [medianMs, p95Ms] = [intervalQuantile(counts, 0.5), intervalQuantile(counts, 0.95)];
  return {
    scanned: looked.reduce((total, { tokens }) => total + tokens, 0),
    cadence: medianMs === null || p95Ms === null ? null : { medianMs, p95Ms },
  };
}

/** Over all partitions. `shown` is how many tokens curated lists show. */
export const sumScans = (
  scans: readonly ScanAdvanced[],
  shown: number,
  everyMs: number | null,
): ScanProgress => ({
  ...looksIn(scans),
  total: sumTold(scans, ({ total }) => total),
  matched: sumTold(scans, ({ matched }) => matched),
  shown: scans.length === 0 ? null : shown,
  ...passOf(scans, everyMs),
});

const MATCHED_DAILY = { live: 'matched', whitepaper: 'whitepaperMatched' } as const;

/** Over all partitions. */
export const sumDaily = (
  scans: readonly ScanAdvanced[],
  profile: ProfileName,
  shown: number,
  everyMs: number | null,
): ScanProgress => ({
  ...looksIn(scans),
  total: sumTold(scans, ({ daily }) => daily?.scanned),
  matched: sumTold(scans, ({ daily }) => daily?.[MATCHED_DAILY[profile]]),
  shown: scans.length === 0 ? null : shown,
  ...passOf(scans, everyMs),
});

/** Those who do not tell it count them among the scanned alone. */
const hiddenIn = ({ scanned, shown, filtered, hidden }: UltimateCounts): number =>
  hidden ?? scanned - filtered.reduce((rest, { failed, unknown }) => rest + failed + unknown, shown);

/** Over the partitions that tell of Ultimate; null and empty where none does. What is near the lists themselves tell. */
export function sumUltimate(
  scans: readonly ScanAdvanced[],
  profile: ProfileName,
  everyMs: number | null,
): Omit<UltimateStats, 'near'> {
  const told = scans.flatMap(({ ultimate }) => (ultimate ? [ultimate[profile]] : []));
  const { completedAt, nextAt, asOf } = passOf(scans, everyMs);
  const pass = { lastScanAt: completedAt, nextScanAt: nextAt, asOf };
  const looks = looksIn(scans);
  if (told.length === 0)
    return { ...looks, total: null, shown: null, filtered: [], hidden: null, byAction: null, ...pass };
  const total = (of: (counts: (typeof told)[number]) => number) =>
    told.reduce((count, counts) => count + of(counts), 0);
  const at = (counts: (typeof told)[number], gate: string) =>
    counts.filtered.find((counted) => counted.gate === gate);
  return {
    ...looks,
    total: total(({ scanned }) => scanned),
    shown: total(({ shown }) => shown),
    filtered: ULTIMATE[profile].map(({ name: gate }) => ({
      gate,
      failed: total((counts) => at(counts, gate)?.failed ?? 0),
      unknown: total((counts) => at(counts, gate)?.unknown ?? 0),
    })),
    hidden: total(hiddenIn),
    byAction: {
      alert: total(({ byAction }) => byAction.alert),
      watch: total(({ byAction }) => byAction.watch),
      ignore: total(({ byAction }) => byAction.ignore),
    },
    ...pass,
  };
}
