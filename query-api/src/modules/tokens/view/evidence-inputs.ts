/** What values are made of, as evidence names it. */
import type { Check, DetailedRisk, DetailedScore, EvidenceInput, Gate } from '@cryptonite/contracts/api';
import { DERIVED, type DerivedName, MEASURES, type Measurement } from '@cryptonite/contracts/measures';
import { checkRuleOf, type ProfileName, ULTIMATE } from '@cryptonite/contracts/rules';
import { type Found, wordsOfFinding } from '../../screening/words/finding-words.js';
import { wordsOf } from '../../screening/words/part-words.js';
import { type Strength, strongestOf } from '../../screening/words/why.js';

const UNITS = new Map<string, string>(MEASURES.map(({ name, unit }) => [name, unit]));

const isDerived = (name: string): name is DerivedName => name in DERIVED;

/** A measure, or what follows from the measurement. */
export function measuredInput(
  measurement: Measurement,
  solPriceUsd: number | null,
  name: keyof Measurement | DerivedName,
): EvidenceInput {
  const none = { limit: null, weight: null, earned: null };
  if (isDerived(name))
    return { name, value: DERIVED[name].of(measurement, solPriceUsd), unit: DERIVED[name].unit, ...none };
  const value = name === 'solPriceUsd' ? solPriceUsd : measurement[name];
  return { name, value, unit: UNITS.get(name) ?? '', ...none };
}

export const checkInput = ({ name, value, limit }: Check): EvidenceInput => ({
  name,
  value,
  unit: checkRuleOf(name).unit,
  limit,
  weight: null,
  earned: null,
});

export const gateInput = (profile: ProfileName, { name, value, limit }: Gate): EvidenceInput => {
  const gate = ULTIMATE[profile].find((one) => one.name === name);
  const unit = gate?.any.find((condition) => condition.limit === limit)?.unit ?? '';
  return { name, value, unit, limit, weight: null, earned: null };
};

/** Its parts, and behind each that is a score what that is made of. */
export const scoreInputs = ({ parts }: Pick<DetailedScore, 'parts'>): EvidenceInput[] =>
  parts.flatMap(({ parts: within, ...part }) => [
    partInput(part.name, part),
    ...within.map((inner) => partInput(`${part.name}.${inner.name}`, inner)),
  ]);

const partInput = (
  name: string,
  { value, unit, weight, earned }: Omit<DetailedScore['parts'][number], 'parts'>,
): EvidenceInput => ({ name, value, unit, limit: null, weight, earned });

/** Layers by their points, and behind each its findings: these bring points of risk. */
export const riskInputs = ({ layers }: DetailedRisk): EvidenceInput[] =>
  layers.flatMap(({ name: layer, points: value, weight, findings }) => [
    { name: layer, value, unit: '', limit: null, weight, earned: null },
    ...findings.map(({ name, value: found, unit, limit, points }) => ({
      name: `${layer}.${name}`,
      value: found,
      unit,
      limit,
      weight: null,
      earned: points,
    })),
  ]);

/** What sentences say: the strongest parts and the findings with points. */
export const saidInputs = (strengths: readonly Strength[], found: readonly Found[]): EvidenceInput[] => [
  ...strongestOf(strengths).map(({ fact, value, points }) => ({
    name: wordsOf(fact, value),
    value,
    unit: '',
    limit: null,
    weight: null,
    earned: points,
  })),
  ...found.map((finding) => ({
    name: wordsOfFinding(finding),
    value: finding.value,
    unit: '',
    limit: null,
    weight: null,
    earned: finding.points,
  })),
];
