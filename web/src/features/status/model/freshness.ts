import { CLOCK_SLOW_FROM_MS, type HealthSummary } from '@cryptonite/contracts/api';
import { LATE_MS, STALE_AFTER_MS } from '../../../lib/live/stale';

/** Behind by more than this, the values are no longer current. */
const STALE_MS = 120_000;
/** The stream brings health once per second; up to here a silence is nothing, and polls come as seldom. */
const QUIET_MS = 6_000;

export type Freshness = {
  state: 'current' | 'late' | 'stale';
  /**
   * How far the newest event lies behind; null where it cannot be said: a tape's time is past, nothing came yet, or the
   * server's clock is slow.
   */
  behindMs: number | null;
  /** By how much the server's clock is slow at least; 0 where nothing shows that it is. */
  slowMs: number;
};

/**
 * `receivedAt` and `now` are the viewer's wall clock: an answer ages while none follows it, and after 15 s its values are
 * of the past, however little it was behind.
 */
export function judgeFreshness(health: HealthSummary, receivedAt: number, now: number): Freshness {
  const silence = now - receivedAt;
  const ageMs = silence > QUIET_MS ? silence : 0;
  const lagMs = health.lagMs ?? 0;
  const slowMs = lagMs < -CLOCK_SLOW_FROM_MS ? -lagMs : 0;
  const behindMs = health.lagMs === null || slowMs > 0 ? ageMs || null : Math.max(0, lagMs) + ageMs;
  const isOld = silence >= STALE_AFTER_MS || (behindMs ?? 0) > STALE_MS;
  const state = isOld ? 'stale' : (behindMs ?? 0) > LATE_MS ? 'late' : 'current';
  return { state, behindMs, slowMs };
}

/** Gaps of the last 24 h in words: how many, and how long where every length is known. */
export function describeGaps(gaps: HealthSummary['gaps']): { count: number; lengthMs: number | null } {
  const lengthMs = gaps.reduce<number | null>(
    (sum, { durationMs }) => (sum === null || durationMs === null ? null : sum + durationMs),
    0,
  );
  return { count: gaps.length, lengthMs };
}
