import type { ProfileName, UltimateStats } from '@cryptonite/contracts/api';
import type { Measurement } from '@cryptonite/contracts/measures';
import { isOn, ULTIMATE } from '@cryptonite/contracts/rules';
import { missedGateOf } from '../scores/row-scores.js';

const NEAR = { live: 'liveNear', whitepaper: 'whitepaperNear' } as const;

/** Of all tokens that are near Ultimate, how many miss each gate. */
export function countNear(measurements: Iterable<Measurement>, profile: ProfileName): UltimateStats['near'] {
  const counts = new Map(ULTIMATE[profile].map(({ name }) => [name, { gate: name, failed: 0, unknown: 0 }]));
  for (const measurement of measurements) {
    if (!isOn(measurement.lists, NEAR[profile])) continue;
    const { name = '', verdict } = missedGateOf(measurement, profile) ?? {};
    const count = counts.get(name);
    if (!count) continue;
    if (verdict === 'fail') count.failed += 1;
    else count.unknown += 1;
  }
  return [...counts.values()];
}
