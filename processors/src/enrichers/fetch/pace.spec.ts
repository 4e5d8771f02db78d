import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pace } from './pace.js';

/** When turns are taken by one who takes each as soon as there is one, after having waited for some times. */
function turnsOf(limit: { requests: number; perMs: number }, rests: readonly number[]): number[] {
  const pace = new Pace({ ...limit, atOnce: 1 });
  const turns: number[] = [];
  let now = 0;
  for (const rest of rests) {
    now += rest;
    now += pace.waitMs(now);
    pace.take(now);
    turns.push(now);
  }
  return turns;
}

it('lets no window have more turns than the host allows, wherever it begins', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 900_000 }),
      fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })), {
        minLength: 400,
        maxLength: 1_000,
        size: 'max',
      }),
      (requests, perMs, rests) => {
        const turns = turnsOf({ requests, perMs }, rests);
        // Of floating point.
        const slackMs = 1e-6 * perMs;
        for (let i = requests; i < turns.length; i++)
          expect(turns[i]! - turns[i - requests]!).toBeGreaterThanOrEqual(perMs - slackMs);
      },
    ),
    { seed: 17, numRuns: 200 },
  );
});

it('uses nine tenths of what is allowed, a tenth of it at once', () => {
  const turns = turnsOf({ requests: 60, perMs: 60_000 }, new Array<number>(600).fill(0));
  expect(turns.filter((at) => at === 0)).toHaveLength(6);
  expect(turns.at(-1)).toBeLessThan(600_000 / 0.9);
});

it('has the next who is urgent wait for a turn, not for a window', () => {
  const pace = new Pace({ requests: 60, perMs: 60_000, atOnce: 1 });
  let now = 0;
  for (let i = 0; i < 1_000; i++) {
    now += pace.waitMs(now);
    pace.take(now);
    expect(pace.waitMs(now)).toBeLessThan(1_200);
  }
});
