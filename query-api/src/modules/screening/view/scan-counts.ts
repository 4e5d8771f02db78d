import type { MonitoringCount, ScanProgress } from '@cryptonite/contracts/api';
import type { ScanAdvanced } from '@cryptonite/contracts/events';
import { SCAN_EVERY_MS } from '@cryptonite/contracts/rules';

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

/** Over all partitions; `startedAt` is that of the oldest fold. */
export function sumScans(scans: readonly ScanAdvanced[]): ScanProgress {
  const newest = newestOf(scans);
  const completedAt = newest?.time ?? null;
  return {
    scanned: sum(scans, (scan) => scan.scanned),
    total: sum(scans, (scan) => scan.total),
    matched: sum(scans, (scan) => scan.matched),
    startedAt: scans.length === 0 ? null : Math.min(...scans.map(({ startedAt }) => startedAt)),
    completedAt,
    nextAt: completedAt === null ? null : completedAt + SCAN_EVERY_MS,
    origin: newest?.source ?? null,
    asOf: completedAt,
  };
}
