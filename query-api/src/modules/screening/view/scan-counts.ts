import type { MonitoringCount, ScanProgress } from '@cryptonite/contracts/api';
import type { ScanAdvanced } from '@cryptonite/contracts/events';
import { SCAN_EVERY_MS } from '@cryptonite/contracts/rules';

const sum = (scans: readonly ScanAdvanced[], of: (scan: ScanAdvanced) => number) =>
  scans.reduce((total, scan) => total + of(scan), 0);

const newest = (scans: readonly ScanAdvanced[]) =>
  scans.length === 0 ? null : Math.max(...scans.map(({ time }) => time));

/** Over all partitions. */
export function countMonitored(scans: readonly ScanAdvanced[]): MonitoringCount {
  const pumpfun = sum(scans, (scan) => scan.monitoredPumpfun);
  const bonded = sum(scans, (scan) => scan.monitoredBonded);
  return { count: pumpfun + bonded, pumpfun, bonded, asOf: newest(scans) };
}

/** Over all partitions; `startedAt` is that of the oldest fold. */
export function sumScans(scans: readonly ScanAdvanced[]): ScanProgress {
  const completedAt = newest(scans);
  return {
    scanned: sum(scans, (scan) => scan.scanned),
    total: sum(scans, (scan) => scan.total),
    matched: sum(scans, (scan) => scan.matched),
    startedAt: scans.length === 0 ? null : Math.min(...scans.map(({ startedAt }) => startedAt)),
    completedAt,
    nextAt: completedAt === null ? null : completedAt + SCAN_EVERY_MS,
    asOf: completedAt,
  };
}
