import { expect, it } from 'vitest';
import { planFaults, SERVICES } from './fault-plan.js';

it('is the same for the same seed and another for another', () => {
  expect(planFaults(3, 50)).toEqual(planFaults(3, 50));
  expect(planFaults(3, 50)).not.toEqual(planFaults(4, 50));
});

it.each([1, 2, 6, 50, 173])(
  'spreads %i faults over the run, in order, with something before and after',
  (count) => {
    const { faults, seconds } = planFaults(7, count);
    const shares = faults.map(({ atShare }) => atShare);
    expect(seconds).toBeGreaterThan(count * 3);
    expect(shares).toHaveLength(count);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares[0]).toBeGreaterThan(0.02);
    expect(shares.at(-1)).toBeLessThan(0.93);
  },
);

it.each([1, 2, 3, 4, 5])('meets every service and every kind among 50 faults of seed %i', (seed) => {
  const { faults } = planFaults(seed, 50);
  const kills = faults.filter((fault) => fault.kind === 'kill');
  const alone = kills.filter(({ services }) => services.length === 1).flatMap(({ services }) => services);
  expect(new Set(alone)).toEqual(new Set(SERVICES));
  expect(kills.some(({ services }) => services.length > 1)).toBe(true);
  expect(kills.some(({ againAfterMs }) => againAfterMs !== null)).toBe(true);
  for (const { services } of kills) expect(new Set(services).size).toBe(services.length);
  const copied = faults.filter((fault) => fault.kind === 'second').map(({ service }) => service);
  expect(new Set(copied)).toEqual(new Set(['ingest', 'screener', 'sink']));
  const frozen = faults.filter((fault) => fault.kind === 'freeze');
  expect(new Set(frozen.map(({ service }) => service))).toEqual(new Set(['screener', 'sink']));
  // The session of a consumer group.
  for (const { forMs } of frozen) expect(forMs).toBeGreaterThan(6_000);
  expect(faults.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['disconnect', 'gap']));
});
