/** The account of the fold itself, about once per second of stream time. */
import { SCAN_EVERY_MS } from '@cryptonite/contracts/rules';
import { emit, type Partition } from './partition.js';

export function advanceScan(partition: Partition, now: number): void {
  const { clock } = partition;
  const second = Math.floor(now / SCAN_EVERY_MS);
  if (clock.scanAt !== null && Math.floor(clock.scanAt / SCAN_EVERY_MS) === second) return;
  if (clock.source === null || clock.position === null || clock.slot === null) return;
  clock.scanAt = now;
  emit(partition, {
    kind: 'ScanAdvanced',
    id: `${clock.partition}:${now}:ScanAdvanced`,
    partition: clock.partition,
    position: clock.position,
    time: now,
    source: clock.source,
    slot: clock.slot,
    solPriceUsd: clock.solPrice?.usd ?? null,
    solPriceFrom: clock.solPrice?.from ?? null,
    solPriceAt: clock.solPrice?.at ?? null,
    scanned: clock.scannedSince,
    total: partition.tokens.size,
    monitoredPumpfun: partition.monitoredPumpfun,
    monitoredBonded: partition.monitoredBonded,
    matched: partition.matched,
    recordsRead: clock.recordsRead,
    startedAt: clock.startedAt ?? now,
    gaps: clock.gaps,
  });
  clock.scannedSince = 0;
}
