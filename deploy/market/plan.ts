import type { Random } from './random.js';

/** How a launch fares; most die, one in a hundred graduates. */
export type Fate = 'dead' | 'fizzle' | 'early' | 'weak' | 'runner' | 'graduate';

/**
 * The course a launch takes. Amounts are in SOL raised by the curve (85.005 completes it): it rises to `peak`, drifts
 * to `driftTo`, then fades. Whales are buyers of five SOL and more.
 */
export interface Plan {
  fate: Fate;
  peak: number;
  riseMs: number;
  driftTo: number;
  driftMs: number;
  fadeMs: number;
  lifeMs: number;
  tradesPerS: number;
  /** Share of buys while the curve is behind its course. */
  buyShare: number;
  whales: number;
}

/** Shares of launches per thousand. Graduates: 0.6 to 2.6% were measured on chain between 2024 and 2026. */
const FATES: readonly (readonly [Fate, number])[] = [
  ['dead', 832],
  ['fizzle', 80],
  ['early', 30],
  ['weak', 22],
  ['runner', 24],
  ['graduate', 12],
];

export function drawFate(random: Random): Fate {
  let draw = random.below(1_000);
  for (const [fate, share] of FATES) {
    if (draw < share) return fate;
    draw -= share;
  }
  return 'dead';
}

const minutes = (count: number): number => count * 60_000;

/** How long the crowd takes to leave, in units of the fade: after it a curve has lost nine tenths. */
const FADES = 3;

export function drawPlan(fate: Fate, random: Random): Plan {
  const course = drawCourse(fate, random);
  return { fate, ...course, lifeMs: course.riseMs + course.driftMs + FADES * course.fadeMs };
}

function drawCourse(fate: Fate, random: Random): Omit<Plan, 'fate' | 'lifeMs'> {
  switch (fate) {
    case 'dead': {
      // Half of all launches see five buys or fewer.
      const trades = Math.min(1 + random.lognormal(3.5, 0.9), 60);
      const riseMs = random.between(15_000, 90_000);
      return {
        peak: Math.min(random.lognormal(0.6, 0.9), 6),
        riseMs,
        driftTo: 0,
        driftMs: 0,
        fadeMs: random.between(20_000, 60_000),
        tradesPerS: (trades / riseMs) * 1_000,
        buyShare: 0.75,
        whales: 0,
      };
    }
    case 'fizzle':
      return {
        peak: random.between(3, 9),
        riseMs: minutes(random.between(1, 3)),
        driftTo: random.between(1, 5),
        driftMs: minutes(random.between(1, 4)),
        fadeMs: minutes(1),
        tradesPerS: 0.45,
        buyShare: 0.68,
        whales: 0,
      };
    case 'early':
      return {
        peak: random.between(9.5, 12.5),
        riseMs: minutes(random.between(1.5, 4)),
        driftTo: random.between(12, 17),
        driftMs: minutes(random.between(4, 10)),
        fadeMs: minutes(3),
        tradesPerS: 0.6,
        buyShare: 0.65,
        whales: random.below(2),
      };
    case 'weak':
      return {
        peak: random.between(16, 26),
        riseMs: minutes(random.between(2, 4)),
        driftTo: random.between(13, 20),
        driftMs: minutes(random.between(3, 8)),
        fadeMs: minutes(2),
        tradesPerS: 1,
        buyShare: 0.55,
        whales: random.below(3),
      };
    case 'runner':
      return {
        peak: random.between(20, 28),
        riseMs: minutes(random.between(2, 4)),
        driftTo: random.between(38, 48),
        driftMs: minutes(random.between(7, 13)),
        fadeMs: minutes(3),
        tradesPerS: 1.3,
        buyShare: 0.7,
        whales: 4 + random.below(4),
      };
    case 'graduate':
      return {
        peak: 95,
        riseMs: minutes(Math.min(Math.max(random.lognormal(3.2, 0.4), 1.8), 7)),
        driftTo: 95,
        driftMs: minutes(random.between(20, 40)),
        fadeMs: minutes(5),
        tradesPerS: 2,
        buyShare: 0.72,
        whales: 5 + random.below(5),
      };
  }
}

/** SOL the curve should have raised at an age. */
export function targetOf(plan: Plan, ageMs: number): number {
  if (ageMs < plan.riseMs) return (plan.peak * ageMs) / plan.riseMs;
  const drifted = ageMs - plan.riseMs;
  if (drifted < plan.driftMs) return plan.peak + ((plan.driftTo - plan.peak) * drifted) / plan.driftMs;
  return plan.driftTo * Math.exp(-(drifted - plan.driftMs) / plan.fadeMs);
}

/** Trades per second at an age: some trade on while the crowd leaves. */
export function activityOf(plan: Plan, ageMs: number): number {
  const overMs = ageMs - plan.riseMs - plan.driftMs;
  return overMs <= 0 ? plan.tradesPerS : plan.tradesPerS * Math.max(0.3, Math.exp(-overMs / plan.fadeMs));
}
