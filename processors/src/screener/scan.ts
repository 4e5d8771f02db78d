/** The account of the fold itself, about once per second of stream time. */
import { SCAN_EVERY_MS } from '@cryptonite/contracts/rules';
import { dailyCountsOf, ultimateCountsOf } from './lists/counts.js';
import { looksOfLate } from './measures/looks.js';
import { emit, type Partition } from './partition.js';

/** Answers are given as of what was last heard here. */
const CLOCK_EVERY_MS = 5_000;

export function advanceScan(partition: Partition, now: number): void {
  const { clock } = partition;
  const second = Math.floor(now / SCAN_EVERY_MS);
  if (clock.scanAt !== null && Math.floor(clock.scanAt / SCAN_EVERY_MS) === second) return;
  const before = clock.scanAt;
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
    ultimate: {
      live: ultimateCountsOf(partition.counts, 'live'),
      whitepaper: ultimateCountsOf(partition.counts, 'whitepaper'),
    },
    daily: dailyCountsOf(partition.counts),
    looked: looksOfLate(clock, now),
  });
  clock.scannedSince = 0;
  if (before === null || Math.floor(before / CLOCK_EVERY_MS) !== Math.floor(now / CLOCK_EVERY_MS))
    partition.asks.push({ what: 'clock', v: 1, time: now, slot: clock.slot, source: clock.source });
}
