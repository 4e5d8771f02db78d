/**
 * The scores of a measurement with their parts, as its own values make them: dollars are those of its own time, or the
 * parts would not add up to the scores that stand in it.
 */
import type { GrowthBasis } from '@cryptonite/contracts/api';
import { DERIVED, gateInputsOf, type Measurement, scoreInputsOf } from '@cryptonite/contracts/measures';
import {
  dailyOf,
  type Gated,
  gatedOf,
  hypeOf,
  LAYER_NAMES,
  LAYERS,
  type Merit,
  meanOf,
  type ProfileName,
  type Risk,
  RULES_VERSION,
  type ScoreInputs,
  securityOf,
  socialOf,
  type Total,
  totalOf,
  ULTIMATE,
  ultimateOf,
  verdictIn,
} from '@cryptonite/contracts/rules';
import type { AssessedLayers } from './found.js';

export type RowScores = {
  inputs: ScoreInputs;
  social: Merit;
  security: Merit;
  /** The best of its first hour: the parts stand in the measurement that matched it. */
  pattern: Total;
  hype: Merit;
  daily: Record<ProfileName, Merit>;
  ultimate: Merit;
  /** What its growth of volume compares; null where that is unknown. */
  growthBasis: GrowthBasis | null;
};

/** Null of a measurement without scores. @param assessed what its layers were found to be */
export function rowScoresOf(measurement: Measurement, assessed: AssessedLayers): RowScores | null {
  const { patternScore, patternCoverage, socialScore, socialCoverage, securityScore, securityCoverage } =
    measurement;
  if (socialCoverage === null) return null;
  const inputs = scoreInputsOf(measurement);
  const social = socialOf(inputs);
  const security = {
    parts: securityOf(layersOf(measurement, assessed)).parts,
    ...totalIn(securityScore, securityCoverage ?? 0),
  };
  const pattern = totalIn(patternScore, patternCoverage ?? 0);
  const of = { pattern, social: totalIn(socialScore, socialCoverage), security };
  return {
    inputs,
    pattern,
    social,
    security,
    hype: hypeOf(of),
    daily: { live: dailyOf('live', of), whitepaper: dailyOf('whitepaper', of) },
    ultimate: ultimateOf(inputs, of),
    growthBasis: growthBasisOf(measurement),
  };
}

/** What its growth of volume compares; null where that is unknown. */
export function growthBasisOf({ isGrowthOfLife }: Measurement): GrowthBasis | null {
  if (isGrowthOfLife === null) return null;
  return isGrowthOfLife ? 'life' : 'day';
}

/** Its risk without the findings, which no row carries: what the unknown of them may add is as they were told last. */
export const layersOf = (measurement: Measurement, assessed: AssessedLayers): Risk => ({
  layers: LAYER_NAMES.map((name) => ({
    name,
    weight: LAYERS[name].weight,
    points: measurement[`${name}Risk`],
    most: Math.min(100, (measurement[`${name}Risk`] ?? 0) + (assessed[name]?.unknown ?? 100)),
    findings: [],
  })),
  ...meanOf((name) => measurement[`${name}Risk`]),
});

/** A score as a row has it: where nothing was observed it earned nothing. */
const totalIn = (score: number | null, coverage: number): Total => totalOf(score ?? 0, 100 * (1 - coverage));

/** What complete data could still give; null where nothing was computed. */
export const bestOf = (score: number | null, coverage: number | null): number | null =>
  coverage === null ? null : totalIn(score, coverage).best;

export const hypeBestOf = (measurement: Measurement): number | null =>
  bestOf(measurement.score, DERIVED.scoreCoverage.of(measurement));

/** Null of other rules, whose verdicts stand in the order of another table, and where it has none. */
const gateCodesIn = (measurement: Measurement, profile: ProfileName): number | null =>
  measurement.rulesVersion === RULES_VERSION ? measurement[`${profile}Gates`] : null;

export type GatedRow = Gated & { basis?: GrowthBasis | null };

/** The gates of Ultimate, and its score as the last. Verdicts are the measurement's own where it has them of these rules. */
export function gatesOf(measurement: Measurement, profile: ProfileName): GatedRow[] {
  const codes = gateCodesIn(measurement, profile);
  const basis = growthBasisOf(measurement);
  const gates = gatedOf(ULTIMATE[profile], gateInputsOf(measurement)).map((gate) =>
    gate.name === 'volumeGrowth' ? { basis, ...gate } : gate,
  );
  return codes === null ? gates : gates.map((gate, place) => ({ ...gate, verdict: verdictIn(codes, place) }));
}

/** The first of {@link gatesOf} that it does not pass, without its value: less work than all of them. */
export function missedGateOf(
  measurement: Measurement,
  profile: ProfileName,
): Pick<Gated, 'name' | 'verdict'> | undefined {
  const codes = gateCodesIn(measurement, profile);
  const gates =
    codes === null
      ? gatesOf(measurement, profile)
      : ULTIMATE[profile].map(({ name }, place) => ({ name, verdict: verdictIn(codes, place) }));
  return gates.find(({ verdict }) => verdict !== 'pass');
}
