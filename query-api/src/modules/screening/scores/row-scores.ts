/**
 * The scores of a measurement with their parts, as its own values make them: dollars are those of its own time, or the
 * parts would not add up to the scores that stand in it.
 */
import type { GateBasis, GrowthBasis } from '@cryptonite/contracts/api';
import {
  DERIVED,
  gateInputsOf,
  type Measurement,
  scoreInputsOf,
  standingIn,
} from '@cryptonite/contracts/measures';
import {
  dailyOf,
  type Gated,
  gatedOf,
  hypeOf,
  LAYER_NAMES,
  LAYERS,
  type Merit,
  type ProfileName,
  type Risk,
  RULES_VERSION,
  type ScoreInputs,
  securityOf,
  socialOf,
  standingPattern,
  type Total,
  totalOf,
  ULTIMATE,
  ultimateOf,
  verdictIn,
  WINDOW_MS,
} from '@cryptonite/contracts/rules';
import type { AssessedLayers } from './found.js';

export type RowScores = {
  inputs: ScoreInputs;
  social: Merit;
  security: Merit;
  /** The best of its first hour: the parts stand in the measurement that matched it. */
  pattern: Total;
  /** What still stands of its day, 0–1, times which the pattern counts in hype and Daily; null where that is not known. */
  standing: number | null;
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
  const standing = standingIn(measurement);
  const of = {
    pattern: standingPattern(pattern, standing),
    social: totalIn(socialScore, socialCoverage),
    security,
  };
  return {
    inputs,
    pattern,
    standing,
    social,
    security,
    hype: hypeOf(of),
    daily: { live: dailyOf('live', of), whitepaper: dailyOf('whitepaper', of) },
    ultimate: ultimateOf(inputs, of),
    growthBasis: growthBasisOf(measurement),
  };
}

/** What its growth of volume compares as a part of a score; null where that is unknown. */
export function growthBasisOf({ isGrowthOfLife, volumeGrowth24hPercent }: Measurement): GrowthBasis | null {
  if (volumeGrowth24hPercent === null) return null;
  if (isGrowthOfLife === null) return null;
  return isGrowthOfLife ? 'life' : 'day';
}

/** Its layers without the findings, which no row carries: how much was observed is as they were told last. */
export const layersOf = (measurement: Measurement, assessed: AssessedLayers): Pick<Risk, 'layers'> => ({
  layers: LAYER_NAMES.map((name) => ({
    name,
    weight: LAYERS[name].weight,
    points: measurement[`${name}Risk`],
    share: assessed[name]?.share ?? 0,
    findings: [],
  })),
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

export type GatedRow = Gated & { basis?: GateBasis | null };

/** What a gate's value compares where that depends on the token; undefined of the others. */
function gateBasis(name: string, measurement: Measurement): GateBasis | null | undefined {
  if (name === 'price') return isYoungerThan(measurement, WINDOW_MS.h1) ? 'launch' : null;
  if (name !== 'volumeGrowth') return undefined;
  return measurement.isGrowthOfLife === true ? 'new' : growthBasisOf(measurement);
}

const isYoungerThan = ({ time, createdAt }: Measurement, windowMs: number): boolean =>
  createdAt !== null && time - createdAt < windowMs;

/** The gates of Ultimate, and its score as the last. Verdicts are the measurement's own where it has them of these rules. */
export function gatesOf(measurement: Measurement, profile: ProfileName): GatedRow[] {
  const codes = gateCodesIn(measurement, profile);
  const gates = gatedOf(ULTIMATE[profile], gateInputsOf(measurement)).map((gate) => {
    const basis = gateBasis(gate.name, measurement);
    return basis === undefined ? gate : { basis, ...gate };
  });
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
