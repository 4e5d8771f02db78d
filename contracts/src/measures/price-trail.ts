/** A price trail as readers keep it: from a PriceTrailed on, by the token's measurements. */
import type { PriceTrailed } from '../events/index.js';
import { TRAIL } from '../rules/index.js';
import type { Measurement } from './measurement.js';

export type PriceTrail = {
  time: number;
  position: string;
  /** Whole quote units per whole token at the close of each step, oldest first; null where there was none yet. */
  closes: readonly (number | null)[];
};

/** The step of a trail that a stream time lies in. */
export const trailStepOf = (time: number): number => Math.floor(time / TRAIL.stepMs);

/** The trail at stream time `time`: a step without a trade closes as the one before it. */
export function trailAt(trail: PriceTrail, time: number): PriceTrail {
  const passed = Math.min(trailStepOf(time) - trailStepOf(trail.time), TRAIL.steps);
  if (passed <= 0) return trail;
  const last = trail.closes.at(-1) ?? null;
  const closes = [...trail.closes, ...Array<number | null>(passed).fill(last)].slice(-TRAIL.steps);
  return { ...trail, time, closes };
}

/** The trail after a measurement: a listed token is measured in every slot that trades it, so the last of a step tells its close. */
export function trailAfter(
  trail: PriceTrail,
  { time, position, priceQuote }: Pick<Measurement, 'time' | 'position' | 'priceQuote'>,
): PriceTrail {
  if (time < trail.time || (time === trail.time && position <= trail.position)) return trail;
  const { closes } = trailAt(trail, time);
  return { time, position, closes: priceQuote === null ? closes : [...closes.slice(0, -1), priceQuote] };
}

export const trailOf = ({ time, position, closes }: PriceTrailed): PriceTrail => ({ time, position, closes });
