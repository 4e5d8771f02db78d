/** What the checks look at, from a measurement: readers so tell the values and reasons that no row carries. */
import {
  CHECK_VERDICTS,
  type CheckInputs,
  judge,
  type ProfileName,
  type ProfileVerdict,
} from '../rules/index.js';
import { DERIVED } from './derived.js';
import type { Measurement } from './measurement.js';

/** The verdict of the place, the first of every profile: the same in all of them. */
export function isBondedOf({ liveChecks }: Measurement): boolean | null {
  const place = CHECK_VERDICTS[liveChecks & 3];
  return place === 'unknown' ? null : place === 'pass';
}

export const checkInputsOf = (measurement: Measurement): CheckInputs => ({
  progress: measurement.bondingProgressPercent,
  isBonded: isBondedOf(measurement),
  isBonding: measurement.lifecycle === 'bonding',
  priceChangePercent: measurement.priceChange5mPercent,
  buySellRatio: DERIVED.buySellRatio5m.of(measurement),
  buyShare: DERIVED.buyShare5m.of(measurement),
  volumeGrowth: measurement.volumeGrowth,
  whales: {
    h1: measurement.whaleBuyersSeen,
    m10: measurement.whaleBuyers10mSeen,
    isH1Complete: measurement.isWhaleHourWhole,
    isM10Complete: measurement.isWhale10mWhole,
  },
  score: measurement.score,
});

/** What a profile says of the token: its checks with their values, its verdict and the reason. */
export const judgeMeasurement = (profile: ProfileName, measurement: Measurement): ProfileVerdict =>
  judge(profile, checkInputsOf(measurement));
