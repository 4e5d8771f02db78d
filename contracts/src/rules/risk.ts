/** Rug risk: six layers of findings, 0–100, more is worse, and the floors of those that take a holder's money. */
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
  floor?: Floor<Inputs>;
};

/** What a finding does that takes a holder's money: the risk is not under it while that is so. */
export type Floor<Inputs> = {
  risk: number;
  /** As people read it: "above 10%". */
  when: string;
  isSo: (inputs: Inputs) => boolean;
};

export type Finding = {
  layer: LayerName;
  name: string;
  level: FindingLevel;
  points: number;
  value: Observed;
  /** Of the step that the value is beyond, else of the mildest; null for what is true or false. */
  limit: number | null;
  /** The risk is not under it by this finding; null where it sets none. */
  floor: number | null;
};

export type Layer = {
  name: LayerName;
  weight: number;
  /** 0–100; null where none of its inputs was seen. */
  points: number | null;
  /**
   * The observed share of the layer, 0–1: the points of the findings that apply and whose input is known, over those of all
   * that apply, each at its highest step.
   */
  share: number;
  findings: readonly Finding[];
};

export type Risk = {
  /** 0–100: the mean of the layers that were observed, or the highest floor; null where there is neither. */
  score: number | null;
  /** The observed share of the layers' weight, 0–1: each layer's weight times its share. */
  coverage: number;
  /** The highest floor of its findings; null without one. */
  floor: number | null;
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

function levelOf(points: number, floor: number | null): FindingLevel {
  if (points >= LEVEL_POINTS.danger || floor !== null) return 'danger';
  return points >= LEVEL_POINTS.warning ? 'warning' : 'note';
}

const floorSet = <Inputs>(floor: Floor<Inputs> | undefined, inputs: Inputs): number | null =>
  floor?.isSo(inputs) ? floor.risk : null;

/** Null where the rule says nothing of the token. What is unknown is a finding without points. */
function findingOf<Inputs>(rule: FindingRule<Inputs>, inputs: Inputs): Finding | null {
  const { layer, name, grading, value: read } = rule;
  const said = read(inputs);
  if (said === undefined) return null;
  const value = observedOf(said);
  if (value === null)
    return { layer, name, level: 'unknown', points: 0, value, limit: mildestOf(grading), floor: null };
  const points = pointsFor(grading, value);
  const floor = floorSet(rule.floor, inputs);
  return {
    layer,
    name,
    level: levelOf(points, floor),
    points,
    value,
    limit: limitFor(grading, value),
    floor,
  };
}

/**
 * The observed share of a layer, 0–1, by the findings that apply to a token. Where those have no points it is 1 as soon as one
 * of them is known.
 */
export function shareObserved<Inputs>(
  rules: readonly FindingRule<Inputs>[],
  findings: readonly Pick<Finding, 'layer' | 'name' | 'level'>[],
): number {
  let known = 0;
  let all = 0;
  let isAnyKnown = false;
  for (const { layer, name, level } of findings) {
    const rule = rules.find((one) => one.layer === layer && one.name === name);
    if (rule === undefined) continue;
    const most = mostFor(rule.grading);
    all += most;
    if (level === 'unknown') continue;
    known += most;
    isAnyKnown = true;
  }
  return shareOf(known, all, isAnyKnown);
}

const shareOf = (known: number, all: number, isAnyKnown: boolean): number =>
  all === 0 ? Number(isAnyKnown) : known / all;

/** Every layer, and the weighted mean of those observed. */
export function riskOf<Inputs>(rules: readonly FindingRule<Inputs>[], inputs: Inputs): Risk {
  const found = rules.flatMap((rule) => findingOf(rule, inputs) ?? []);
  const layers = LAYER_NAMES.map((name): Layer => {
    const findings = found.filter(({ layer }) => layer === name);
    const isObserved = findings.some(({ level }) => level !== 'unknown');
    const sum = findings.reduce((points, finding) => points + finding.points, 0);
    return {
      name,
      weight: LAYERS[name].weight,
      points: isObserved ? Math.min(100, sum) : null,
      share: shareObserved(rules, findings),
      findings,
    };
  });
  const floors = found.flatMap(({ floor }) => floor ?? []);
  const floor = floors.length === 0 ? null : Math.max(...floors);
  const of = (name: LayerName) => layers[LAYER_NAMES.indexOf(name)]!;
  const mean = meanRisk((name) => of(name).points);
  return {
    layers,
    floor,
    score: riskWithFloor(mean, floor),
    coverage: riskCoverage((name) => of(name).share),
  };
}

/** {@link riskOf} without its findings. */
export type Assessed = {
  /** Null where none of its inputs was seen. */
  points: Record<LayerName, number | null>;
  /** As {@link Layer.share}. */
  share: Record<LayerName, number>;
  /** As {@link Risk.floor}. */
  floor: number | null;
  /**
   * What its findings are worth, as one number that is another when the points or the floor of one of them are: each in its
   * place, 0 where it is unknown or the rule says nothing, then from 1 on by its points, and from there on by whether it sets a
   * floor.
   */
  codes: Record<LayerName, number>;
};

export function assess<Inputs>(rules: readonly FindingRule<Inputs>[], inputs: Inputs): Assessed {
  const points: Assessed['points'] = { ...NO_POINTS };
  const share: Assessed['share'] = { ...NOTHING };
  const applying: Assessed['share'] = { ...NOTHING };
  const codes: Assessed['codes'] = { ...NOTHING };
  let floor: number | null = null;
  let before: LayerName | null = null;
  let unit = 1;
  let nextUnit = 1;
  for (const { layer, grading, value: read, floor: of } of rules) {
    unit = layer === before ? nextUnit : 1;
    nextUnit = unit * codesFor(grading) * (of === undefined ? 1 : 2);
    before = layer;
    const said = read(inputs);
    if (said === undefined) continue;
    const most = mostFor(grading);
    applying[layer] += most;
    const value = observedOf(said);
    if (value === null) continue;
    share[layer] += most;
    const found = pointsFor(grading, value);
    points[layer] = Math.min(100, (points[layer] ?? 0) + found);
    const lowest = floorSet(of, inputs);
    if (lowest !== null && (floor === null || lowest > floor)) floor = lowest;
    codes[layer] += (codeFor(grading, value) + (lowest === null ? 0 : codesFor(grading))) * unit;
  }
  for (const name of LAYER_NAMES) share[name] = shareOf(share[name], applying[name], points[name] !== null);
  return { points, share, floor, codes };
}

/** By what a finding is worth, from 1 on; of what grows steadily, by whole points. */
function codeFor(grading: Grading, value: number | boolean): number {
  if (grading.kind === 'flag') return value ? 2 : 1;
  if (grading.kind === 'linear') return 1 + Math.ceil(pointsFor(grading, value));
  const step = stepOf(grading, Number(value));
  return step === undefined ? 1 : 1 + grading.steps.length - grading.steps.indexOf(step);
}

/** How many codes there are, 0 included. */
function codesFor(grading: Grading): number {
  if (grading.kind === 'flag') return 3;
  return 2 + (grading.kind === 'linear' ? Math.ceil(grading.points) : grading.steps.length);
}

const byLayer = <Value>(value: Value) =>
  Object.fromEntries(LAYER_NAMES.map((name) => [name, value])) as Record<LayerName, Value>;
const NO_POINTS = byLayer(null);
const NOTHING = byLayer(0);

/** The mean of the layers that were observed, by weight; null where none was. */
export function meanRisk(pointsOf: (name: LayerName) => number | null): number | null {
  let weight = 0;
  let weighted = 0;
  for (const name of LAYER_NAMES) {
    const points = pointsOf(name);
    if (points === null) continue;
    weight += LAYERS[name].weight;
    weighted += LAYERS[name].weight * points;
  }
  return weight === 0 ? null : weighted / weight;
}

/** What takes a holder's money is not averaged away. */
export const riskWithFloor = (mean: number | null, floor: number | null): number | null =>
  floor === null ? mean : Math.max(mean ?? 0, floor);

/** The observed share of the layers' weight, 0–1. */
export const riskCoverage = (shareIn: (name: LayerName) => number): number =>
  LAYER_NAMES.reduce((sum, name) => sum + LAYERS[name].weight * shareIn(name), 0) / 100;

/** Of a layer its share counts: what its points leave of 100 is earned, and they are lost. The rest earns nothing. */
function partOfLayer({ name, weight, points, share }: Omit<Layer, 'findings'>): EarnedPart {
  if (points === null) return { name, weight, value: null, earned: 0, lost: 0, unobserved: weight };
  return {
    name,
    weight,
    value: 100 - points,
    earned: (weight * share * (100 - points)) / 100,
    lost: (weight * share * points) / 100,
    unobserved: weight * (1 - share),
  };
}

export const securityOf = ({ layers }: Pick<Risk, 'layers'>): Merit => sumOf(layers.map(partOfLayer));

/** Without its parts. */
export function securityTotalOf({ points, share }: Assessed): Total {
  let earned = 0;
  let unobserved = 0;
  for (const name of LAYER_NAMES) {
    const { weight } = LAYERS[name];
    const found = points[name];
    if (found === null) unobserved += weight;
    else {
      earned += (weight * share[name] * (100 - found)) / 100;
      unobserved += weight * (1 - share[name]);
    }
  }
  return totalOf(earned, unobserved);
}
