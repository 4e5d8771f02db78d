/** Rug risk: six layers of findings, 0–100, more is worse. Only what was observed counts. */
import { type EarnedPart, type Merit, sumOf } from './merit.js';
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
export const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];

/** Points of one finding from which it is a danger, and from which a warning; below it is a note. */
export const LEVEL_POINTS = { danger: 30, warning: 10 } as const;
export type FindingLevel = 'danger' | 'warning' | 'note' | 'unknown';

/** Above it a token is on no list. */
export const HIDDEN_ABOVE_RISK = 80;
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

/** The points of a value and the limit that it is measured by: the mildest where it is beyond none. */
function grade(grading: Grading, value: number | boolean): { points: number; limit: number | null } {
  switch (grading.kind) {
    case 'flag':
      return { points: value ? grading.points : 0, limit: null };
    case 'linear': {
      const { from, to, points } = grading;
      return { points: points * earnedShare({ kind: 'linear', from, to }, value), limit: from };
    }
    default: {
      const { kind, steps } = grading;
      const step = steps.find(({ limit }) => IS_BEYOND[kind](Number(value), limit));
      return { points: step?.points ?? 0, limit: (step ?? steps.at(-1))?.limit ?? null };
    }
  }
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
  if (value === null)
    return { layer, name, level: 'unknown', points: 0, value, limit: grade(grading, 0).limit };
  const { points, limit } = grade(grading, value);
  return { layer, name, level: levelOf(points), points, value, limit };
}

/** Every layer, and the weighted mean of those observed. */
export function riskOf<Inputs>(rules: readonly FindingRule<Inputs>[], inputs: Inputs): Risk {
  const found = rules.flatMap((rule) => findingOf(rule, inputs) ?? []);
  const layers = LAYER_NAMES.map((name): Layer => {
    const findings = found.filter(({ layer }) => layer === name);
    const isObserved = findings.some(({ level }) => level !== 'unknown');
    const points = Math.min(
      100,
      findings.reduce((sum, finding) => sum + finding.points, 0),
    );
    return { name, weight: LAYERS[name].weight, points: isObserved ? points : null, findings };
  });
  let weight = 0;
  let weighted = 0;
  for (const layer of layers) {
    if (layer.points === null) continue;
    weight += layer.weight;
    weighted += layer.weight * layer.points;
  }
  return { score: weight === 0 ? null : weighted / weight, coverage: weight / 100, layers };
}

/** Security: of each layer's weight what it leaves of 100. A layer that was not observed earns nothing. */
export const securityOf = ({ layers }: Risk): Merit =>
  sumOf(
    layers.map(({ name, weight, points }): EarnedPart => {
      if (points === null) return { name, weight, value: null, earned: 0, lost: 0, unobserved: weight };
      const lost = (weight * points) / 100;
      return { name, weight, value: 100 - points, earned: weight - lost, lost, unobserved: 0 };
    }),
  );
