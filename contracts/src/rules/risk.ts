/** Rug risk: six layers of findings, 0–100, more is worse. Only what was observed counts. */
import { type EarnedPart, type Merit, sumOf, type Total, totalOf } from './merit.js';
import { earnedShare, type Observed, observedOf } from './points.js';

export const LAYERS = {
  liquidity: { label: 'Liquidity lock', weight: 20 },
  holders: { label: 'Holder concentration', weight: 25 },
  contract: { label: 'Contract security', weight: 20 },
  market: { label: 'Market behaviour', weight: 20 },
  social: { label: 'Social verification', weight: 10 },
  community: { label: 'Community reports', weight: 5 },
} as const;
export type LayerName = keyof typeof LAYERS;
export const LAYER_NAMES = Object.keys(LAYERS) as [LayerName, ...LayerName[]];

/** Points of one finding from which it is a danger, and from which a warning; below it is a note. */
export const LEVEL_POINTS = { danger: 30, warning: 10 } as const;
export const FINDING_LEVELS = ['unknown', 'note', 'warning', 'danger'] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** Above it a token is on no list. */
export const HIDDEN_ABOVE_RISK = 80;
/** Too risky for every list, however little of the risk was observed. */
export const isHidden = (rugRisk: number | null): boolean => rugRisk !== null && rugRisk > HIDDEN_ABOVE_RISK;

/** Below this share of the layers' weight, 0–1, a gate on the risk is unknown. */
export const RISK_COVERAGE_MIN = 0.6;

/** One of a finding's limits and what a value beyond it is worth. */
export type Step = { limit: number; points: number };

/**
 * What a value is worth. `above`, `under` and `atLeast`: the steps stand worst first, and the first that the value is beyond
 * counts. `linear`: nothing at `from`, all points at `to`, flat outside. `flag`: all where it is so.
 */
export type Grading =
  | { kind: 'above' | 'under' | 'atLeast'; steps: readonly Step[] }
  | { kind: 'linear'; from: number; to: number; points: number }
  | { kind: 'flag'; points: number };

export type FindingRule<Inputs> = {
  layer: LayerName;
  name: string;
  /** As people read it. */
  label: string;
  /** `''` for counts and what is true or false. */
  unit: string;
  grading: Grading;
  /** Nobody can know its input of any token yet. */
  isLater?: true;
  /** Null where it is not known; undefined where the rule says nothing of such a token. */
  value: (inputs: Inputs) => Observed | undefined;
};

export type Finding = {
  layer: LayerName;
  name: string;
  level: FindingLevel;
  points: number;
  value: Observed;
  /** Of the step that the value is beyond, else of the mildest; null for what is true or false. */
  limit: number | null;
};

export type Layer = {
  name: LayerName;
  weight: number;
  /** 0–100; null where none of its inputs was seen. */
  points: number | null;
  /** What they may be at most, as of its unknown findings each that can be known may add all of its points. */
  most: number;
  findings: readonly Finding[];
};

export type Risk = {
  /** 0–100; null where no layer was observed. */
  score: number | null;
  /** The observed share of the layers' weight, 0–1. */
  coverage: number;
  layers: readonly Layer[];
};

const IS_BEYOND = {
  above: (value: number, limit: number) => value > limit,
  under: (value: number, limit: number) => value < limit,
  atLeast: (value: number, limit: number) => value >= limit,
};

/** What a value is worth. */
function pointsFor(grading: Grading, value: number | boolean): number {
  switch (grading.kind) {
    case 'flag':
      return value ? grading.points : 0;
    case 'linear':
      return grading.points * earnedShare(grading, value);
    default:
      return stepOf(grading, Number(value))?.points ?? 0;
  }
}

/** The limit that a value is measured by: the mildest where it is beyond none. */
function limitFor(grading: Grading, value: number | boolean): number | null {
  if (grading.kind === 'flag') return null;
  if (grading.kind === 'linear') return grading.from;
  return stepOf(grading, Number(value))?.limit ?? mildestOf(grading);
}

function mildestOf(grading: Grading): number | null {
  if (grading.kind === 'flag') return null;
  return grading.kind === 'linear' ? grading.from : (grading.steps.at(-1)?.limit ?? null);
}

/** The most that a finding is worth. */
const mostFor = (grading: Grading): number =>
  'steps' in grading ? (grading.steps[0]?.points ?? 0) : grading.points;

/** The first step that the value is beyond. */
function stepOf({ kind, steps }: Extract<Grading, { steps: unknown }>, value: number): Step | undefined {
  for (const step of steps) if (IS_BEYOND[kind](value, step.limit)) return step;
  return undefined;
}

function levelOf(points: number): FindingLevel {
  if (points >= LEVEL_POINTS.danger) return 'danger';
  return points >= LEVEL_POINTS.warning ? 'warning' : 'note';
}

/** Null where the rule says nothing of the token. What is unknown is a finding without points. */
function findingOf<Inputs>(rule: FindingRule<Inputs>, inputs: Inputs): Finding | null {
  const { layer, name, grading, value: read } = rule;
  const said = read(inputs);
  if (said === undefined) return null;
  const value = observedOf(said);
  if (value === null) return { layer, name, level: 'unknown', points: 0, value, limit: mildestOf(grading) };
  const points = pointsFor(grading, value);
  return { layer, name, level: levelOf(points), points, value, limit: limitFor(grading, value) };
}

/** The most that findings of a layer may add, those that nobody can know yet apart. */
export const mostOf = <Inputs>(
  rules: readonly FindingRule<Inputs>[],
  of: LayerName,
  isOne: (name: string) => boolean,
): number =>
  rules.reduce(
    (points, { layer, name, isLater, grading }) =>
      points + (layer === of && !isLater && isOne(name) ? mostFor(grading) : 0),
    0,
  );

/** Every layer, and the weighted mean of those observed. */
export function riskOf<Inputs>(rules: readonly FindingRule<Inputs>[], inputs: Inputs): Risk {
  const found = rules.flatMap((rule) => findingOf(rule, inputs) ?? []);
  const layers = LAYER_NAMES.map((name): Layer => {
    const findings = found.filter(({ layer }) => layer === name);
    const isObserved = findings.some(({ level }) => level !== 'unknown');
    const sum = findings.reduce((points, finding) => points + finding.points, 0);
    const unknown = mostOf(rules, name, (rule) =>
      findings.some((finding) => finding.name === rule && finding.level === 'unknown'),
    );
    return {
      name,
      weight: LAYERS[name].weight,
      points: isObserved ? Math.min(100, sum) : null,
      most: Math.min(100, sum + unknown),
      findings,
    };
  });
  return { layers, ...meanOf((name) => layers[LAYER_NAMES.indexOf(name)]!.points) };
}

/** {@link riskOf} without its findings. */
export type Assessed = {
  /** Null where none of its inputs was seen. */
  points: Record<LayerName, number | null>;
  /** As {@link Layer.most}. */
  most: Record<LayerName, number>;
  /**
   * What its findings are worth, as one number that is another when the points of one of them are: each in its place, 0 where
   * it is unknown or the rule says nothing, then from 1 on by its points.
   */
  codes: Record<LayerName, number>;
};

export function assess<Inputs>(rules: readonly FindingRule<Inputs>[], inputs: Inputs): Assessed {
  const points: Assessed['points'] = { ...NO_POINTS };
  const most: Assessed['most'] = { ...NOTHING };
  const codes: Assessed['codes'] = { ...NOTHING };
  let before: LayerName | null = null;
  let unit = 1;
  let nextUnit = 1;
  for (const { layer, grading, isLater, value: read } of rules) {
    unit = layer === before ? nextUnit : 1;
    nextUnit = unit * codesFor(grading);
    before = layer;
    const said = read(inputs);
    if (said === undefined) continue;
    const value = observedOf(said);
    if (value === null) {
      if (!isLater) most[layer] = Math.min(100, most[layer] + mostFor(grading));
      continue;
    }
    const found = pointsFor(grading, value);
    points[layer] = Math.min(100, (points[layer] ?? 0) + found);
    most[layer] = Math.min(100, most[layer] + found);
    codes[layer] += codeFor(grading, found) * unit;
  }
  return { points, most, codes };
}

/** Of the points of a finding, from 1 on; of what grows steadily, by whole points. */
function codeFor(grading: Grading, found: number): number {
  if (grading.kind === 'flag') return found > 0 ? 2 : 1;
  if (grading.kind === 'linear') return 1 + Math.ceil(found);
  let code = 1;
  for (const { points } of grading.steps) if (found >= points) code += 1;
  return code;
}

/** How many codes there are, 0 included. */
const codesFor = (grading: Grading): number => codeFor(grading, mostFor(grading)) + 1;

const byLayer = <Value>(value: Value) =>
  Object.fromEntries(LAYER_NAMES.map((name) => [name, value])) as Record<LayerName, Value>;
const NO_POINTS = byLayer(null);
const NOTHING = byLayer(0);

/** The risk, and the share of the weight that was observed, of the points of each layer. */
export function meanOf(pointsOf: (name: LayerName) => number | null): Pick<Risk, 'score' | 'coverage'> {
  let weight = 0;
  let weighted = 0;
  for (const name of LAYER_NAMES) {
    const points = pointsOf(name);
    if (points === null) continue;
    weight += LAYERS[name].weight;
    weighted += LAYERS[name].weight * points;
  }
  return { score: weight === 0 ? null : weighted / weight, coverage: weight / 100 };
}

/** Of a layer what it certainly leaves of 100 is earned, and its points are lost. One that was not observed earns nothing. */
function partOfLayer(name: LayerName, weight: number, points: number | null, most: number): EarnedPart {
  if (points === null) return { name, weight, value: null, earned: 0, lost: 0, unobserved: weight };
  return {
    name,
    weight,
    value: 100 - most,
    earned: (weight * (100 - most)) / 100,
    lost: (weight * points) / 100,
    unobserved: (weight * (most - points)) / 100,
  };
}

export const securityOf = ({ layers }: Risk): Merit =>
  sumOf(layers.map(({ name, weight, points, most }) => partOfLayer(name, weight, points, most)));

/** Without its parts. */
export function securityTotalOf({ points, most }: Assessed): Total {
  let earned = 0;
  let unobserved = 0;
  for (const name of LAYER_NAMES) {
    const { weight } = LAYERS[name];
    const found = points[name];
    if (found === null) unobserved += weight;
    else {
      earned += (weight * (100 - most[name])) / 100;
      unobserved += (weight * (most[name] - found)) / 100;
    }
  }
  return totalOf(earned, unobserved);
}
