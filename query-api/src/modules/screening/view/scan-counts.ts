import type { MonitoringCount, ProfileName, ScanProgress, UltimateStats } from '@cryptonite/contracts/api';
import type { ScanAdvanced } from '@cryptonite/contracts/events';
import { ULTIMATE } from '@cryptonite/contracts/rules';

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
 * When the newest pass of a partition ended, and by the time between the last two (`everyMs`) the next one will; `startedAt`
 * is that of the oldest fold.
 */
function passOf(scans: readonly ScanAdvanced[], everyMs: number | null) {
  const newest = newestOf(scans);
  const completedAt = newest?.time ?? null;
  return {
    startedAt: scans.length === 0 ? null : Math.min(...scans.map(({ startedAt }) => startedAt)),
    completedAt,
    nextAt: completedAt === null || everyMs === null ? null : completedAt + everyMs,
    origin: newest?.source ?? null,
    asOf: completedAt,
  };
}

/** Over all partitions. */
export const sumScans = (scans: readonly ScanAdvanced[], everyMs: number | null): ScanProgress => ({
  scanned: sum(scans, (scan) => scan.scanned),
  total: sum(scans, (scan) => scan.total),
  matched: sum(scans, (scan) => scan.matched),
  ...passOf(scans, everyMs),
});

/** Over all partitions. */
export const sumDaily = (scans: readonly ScanAdvanced[], everyMs: number | null): ScanProgress => ({
  scanned: sum(scans, (scan) => scan.daily?.scanned ?? 0),
  total: sum(scans, (scan) => scan.total),
  matched: sum(scans, (scan) => scan.daily?.matched ?? 0),
  ...passOf(scans, everyMs),
});

/** Over the partitions that tell of Ultimate; null and empty where none does. */
export function sumUltimate(
  scans: readonly ScanAdvanced[],
  profile: ProfileName,
  everyMs: number | null,
): UltimateStats {
  const told = scans.flatMap(({ ultimate }) => (ultimate ? [ultimate[profile]] : []));
  const { completedAt, nextAt, asOf } = passOf(scans, everyMs);
  const pass = { lastScanAt: completedAt, nextScanAt: nextAt, asOf };
  if (told.length === 0) return { scanned: null, shown: null, filtered: [], byAction: null, ...pass };
  const total = (of: (counts: (typeof told)[number]) => number) =>
    told.reduce((count, counts) => count + of(counts), 0);
  const at = (counts: (typeof told)[number], gate: string) =>
    counts.filtered.find((counted) => counted.gate === gate);
  return {
    scanned: total(({ scanned }) => scanned),
    shown: total(({ shown }) => shown),
    filtered: ULTIMATE[profile].map(({ name: gate }) => ({
      gate,
      failed: total((counts) => at(counts, gate)?.failed ?? 0),
      unknown: total((counts) => at(counts, gate)?.unknown ?? 0),
    })),
    byAction: {
      alert: total(({ byAction }) => byAction.alert),
      watch: total(({ byAction }) => byAction.watch),
      ignore: total(({ byAction }) => byAction.ignore),
    },
    ...pass,
  };
}
