/** What values are made of, as evidence names it. */
import type { Check, DetailedRisk, DetailedScore, EvidenceInput, Gate } from '@cryptonite/contracts/api';
import { DERIVED, type DerivedName, MEASURES, type Measurement } from '@cryptonite/contracts/measures';
import {
  checkRuleOf,
  type FindingRule,
  type PatternName,
  type ProfileName,
  RUG_FINDINGS,
  ULTIMATE,
} from '@cryptonite/contracts/rules';
import { type Found, wordsOfFinding } from '../../screening/words/finding-words.js';
import { factOf, PART_TABLES, type PartTable, wordsOf } from '../../screening/words/part-words.js';
import { type Strength, strongestOf } from '../../screening/words/why.js';
import { type Lead, leadOfCheck, leadOfFact, leadOfFinding, leadOfGate } from './input-leads.js';

/** The transactions and the span that a lead comes to. */
export type Follow = (lead: Lead) => Pick<EvidenceInput, 'window' | 'signatures' | 'told'>;

const UNITS = new Map<string, string>(MEASURES.map(({ name, unit }) => [name, unit]));
const NO_SCALE = { from: null, to: null };
/** Of a score. */
const FULL_SCALE = { from: 0, to: 100 };
const BARE = {
  ...{ limit: null, ...NO_SCALE, weight: null, earned: null },
  ...{ window: null, told: [], evidence: [], signatures: [] },
};

const isDerived = (name: string): name is DerivedName => name in DERIVED;

/** A measure, or what follows from the measurement. */
export function measuredInput(
  measurement: Measurement,
  solPriceUsd: number | null,
  name: keyof Measurement | DerivedName,
): EvidenceInput {
  if (isDerived(name)) {
    const { of, unit } = DERIVED[name];
    return { ...BARE, name, value: of(measurement, solPriceUsd), unit };
  }
  const value = name === 'solPriceUsd' ? solPriceUsd : measurement[name];
  return { ...BARE, name, value, unit: UNITS.get(name) ?? '' };
}

/** What stands in a place on a list itself. */
export const placeInput = (name: string, value: number | null, unit: string): EvidenceInput => ({
  ...BARE,
  name,
  value,
  unit,
});

export const checkInput = (follow: Follow, { name, value, limit }: Check): EvidenceInput => ({
  ...BARE,
  name,
  value,
  unit: checkRuleOf(name).unit,
  limit,
  ...follow(leadOfCheck(name)),
});

const basedOn = ({ basis }: Pick<Gate, 'basis'>) => basis !== undefined && { basis };

export function gateInput(follow: Follow, profile: ProfileName, stood: Gate): EvidenceInput {
  const { name, value, limit } = stood;
  const gate = ULTIMATE[profile].find((one) => one.name === name);
  const unit = gate?.any.find((condition) => condition.limit === limit)?.unit ?? '';
  return { ...BARE, name, value, unit, limit, ...basedOn(stood), ...follow(leadOfGate(name)) };
}

/** The table of the parts of a part that is a score. Layers and scores themselves stand in none. */
function tableOf(score: string, pattern: PatternName | null): PartTable | null {
  if (score === 'pattern') return pattern;
  return score in PART_TABLES ? (score as PartTable) : null;
}

/** @param score of which it is a part, by its name */
function partInput(
  follow: Follow,
  pattern: PatternName | null,
  score: string,
  name: string,
  part: Omit<DetailedScore['parts'][number], 'parts'>,
): EvidenceInput {
  const { value, unit, weight, earned } = part;
  const table = tableOf(score, pattern);
  const scale = table && PART_TABLES[table].find((one) => one.name === part.name)?.scale;
  return {
    ...BARE,
    name,
    value,
    unit,
    ...(table === null
      ? FULL_SCALE
      : scale && 'from' in scale
        ? { from: scale.from, to: scale.to }
        : NO_SCALE),
    weight,
    earned,
    ...basedOn(part),
    ...follow(leadOfFact(table === null ? undefined : factOf(table, part.name), score === 'pattern')),
  };
}

/**
 * Its parts, and behind each that is a score what that is made of.
 *
 * @param score its name
 * @param pattern which of them counts
 */
export const scoreInputs = (
  follow: Follow,
  { parts }: Pick<DetailedScore, 'parts'>,
  score: string,
  pattern: PatternName | null,
): EvidenceInput[] =>
  parts.flatMap(({ parts: within, ...part }) => [
    partInput(follow, pattern, score, part.name, part),
    ...within.map((inner) => partInput(follow, pattern, part.name, `${part.name}.${inner.name}`, inner)),
  ]);

/** Of a finding whose points grow with its value. */
function scaleOf(layer: string, name: string): Pick<EvidenceInput, 'from' | 'to'> {
  const rule = (RUG_FINDINGS as readonly Pick<FindingRule<never>, 'layer' | 'name' | 'grading'>[]).find(
    (one) => one.layer === layer && one.name === name,
  );
  return rule?.grading.kind === 'linear' ? { from: rule.grading.from, to: rule.grading.to } : NO_SCALE;
}

/** Layers by their points, and behind each its findings: these bring points of risk. */
export const riskInputs = (follow: Follow, { layers }: DetailedRisk): EvidenceInput[] =>
  layers.flatMap(({ name: layer, points: value, weight, findings }) => [
    { ...BARE, name: layer, value, unit: '', ...FULL_SCALE, weight },
    ...findings.map(({ name, value: found, unit, limit, points, evidence }) => ({
      ...BARE,
      name: `${layer}.${name}`,
      value: found,
      unit,
      limit,
      ...scaleOf(layer, name),
      earned: points,
      evidence,
      ...follow(leadOfFinding(layer, name)),
    })),
  ]);

/** What sentences say: the strongest parts and the findings with points, of which `risk` has the evidence. */
export const saidInputs = (
  follow: Follow,
  strengths: readonly Strength[],
  found: readonly Found[],
  { layers }: DetailedRisk,
): EvidenceInput[] => [
  ...strongestOf(strengths).map(({ fact, value, points }) => ({
    ...BARE,
    name: wordsOf(fact, value),
    value,
    unit: '',
    earned: points,
    ...follow(leadOfFact(fact, false)),
  })),
  ...found.map((finding) => {
    const told = layers
      .find(({ name }) => name === finding.layer)
      ?.findings.find(({ name }) => name === finding.name);
    return {
      ...BARE,
      name: wordsOfFinding(finding),
      value: finding.value,
      unit: told?.unit ?? '',
      limit: told?.limit ?? null,
      earned: finding.points,
      evidence: told?.evidence ?? [],
      ...follow(leadOfFinding(finding.layer, finding.name)),
    };
  }),
];
