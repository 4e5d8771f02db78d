/** The readings of the pre-migration rules: which checks count, their limits, and how many must pass. */
import type { CheckName } from './checks.js';

export type LimitedCheck = { name: CheckName; limit: number };

export type Profile = {
  /**
   * Beside the check of the place, which is the first of every profile. A new one goes to the end: stored verdicts are
   * codes in this order.
   */
  checks: readonly LimitedCheck[];
  /** Asked for on their own, and not counted. */
  separate: readonly LimitedCheck[];
  /** So many pass, the place among them. */
  qualifyFrom: number;
};

export const PROFILES = {
  live: {
    checks: [
      { name: 'momentum', limit: 15 },
      { name: 'buyRatio', limit: 1.2 },
      { name: 'whaleBuyers', limit: 3 },
      { name: 'score', limit: 40 },
    ],
    separate: [],
    qualifyFrom: 4,
  },
  whitepaper: {
    checks: [
      { name: 'whale', limit: 1 },
      { name: 'whales', limit: 2 },
      { name: 'momentum', limit: 25 },
      { name: 'buyShare', limit: 0.6 },
      { name: 'volumeGrowth', limit: 1.5 },
    ],
    separate: [{ name: 'score', limit: 60 }],
    qualifyFrom: 4,
  },
} as const satisfies Record<string, Profile>;

export type ProfileName = keyof typeof PROFILES;
export const PROFILE_NAMES = Object.keys(PROFILES) as [ProfileName, ...ProfileName[]];

export const profileOf = (name: ProfileName): Profile => PROFILES[name];

export const totalChecksOf = (name: ProfileName): number => 1 + profileOf(name).checks.length;

/** The limit of a profile's check. */
export function limitOf(profile: ProfileName, name: CheckName): number {
  const { checks, separate } = profileOf(profile);
  const found = [...checks, ...separate].find((check) => check.name === name);
  if (!found) throw new Error(`profile ${profile} has no check ${name}`);
  return found.limit;
}
