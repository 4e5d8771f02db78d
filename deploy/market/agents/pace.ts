import { LAUNCHES_BY_HOUR } from '../calibration/launch-data.js';

/** How many launches a day have, and how the day's hours share them. */

/** 3 October 2026, counted on chain over 24 hours (research/market.md §4). */
export const LAUNCHES_PER_DAY = 49_706;

/** Share of launches that graduate, by period: autumn 2025, January 2024 to January 2026, October 2026 (§4). */
export const REGIMES = { low: 0.006, middle: 0.0102, high: 0.026 } as const;
export type Regime = keyof typeof REGIMES;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/**
 * Launches of each hour (UTC) against the mean: those of the activity table of September 2024 from 7 to 23 o'clock.
 * Its collector slept at night, so the hours from 0 to 6 are an assumption between their neighbours.
 */
const NIGHT = [3_000, 2_500, 2_000, 1_700, 1_500, 1_300, 1_200];
const HOUR_WEIGHTS = normalised([...NIGHT, ...LAUNCHES_BY_HOUR.slice(NIGHT.length)]);

function normalised(counts: readonly number[]): readonly number[] {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.map((count) => count / mean);
}

/** Launches of a moment's hour against the day's mean. */
export const hourWeight = (timeMs: number): number => HOUR_WEIGHTS[Math.floor((timeMs % DAY_MS) / HOUR_MS)]!;

/** Launches per millisecond at a moment. */
export const launchRate = (timeMs: number): number => (LAUNCHES_PER_DAY / DAY_MS) * hourWeight(timeMs);
