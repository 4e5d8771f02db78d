/** What is said of a finding of the rug analysis: its label and value, or a form of its own. */
import { type FindingLevel, type LayerName, RUG_FINDINGS } from '@cryptonite/contracts/rules';
import { counted, figureOf } from './figures.js';

/** A finding with points. True is 1. */
export type Found = {
  layer: LayerName;
  name: string;
  level: FindingLevel;
  points: number;
  value: number | null;
};

const percent = (value: number): string => figureOf(value, '%');

const FORMS: Readonly<Record<string, (value: number) => string>> = {
  'liquidity.unlockedLiquidity': (value) => `${percent(value)} of the liquidity can be pulled`,
  'liquidity.liquidity': (value) => `liquidity of ${figureOf(value, '$')}`,
  'liquidity.thinLiquidity': (value) => `liquidity ${percent(value)} of the market cap`,
  'holders.fewHolders': (value) => `${counted(value, 'holder')} at progress above 40%`,
  'market.liquidityPulled': (value) => `${percent(value)} of the liquidity was pulled`,
  'market.fallFromHigh': (value) => `${percent(value)} under the hour's high`,
  'market.insiderSold': (value) => `insiders sold ${percent(value)} of the supply in 5 min`,
  'market.creatorSold': (value) => `its creator sold ${percent(value)} of what it held`,
  'market.wash': (value) => `${percent(value)} wash trades`,
  'market.oneSided': (value) => `${percent(value)} buys in 5 min`,
  'social.youngAccount': (value) => `an account ${counted(value, 'day')} old`,
  'social.sharedAccount': (value) => `an account that ${counted(value, 'launch', 'launches')} name`,
};

const RULE_OF = new Map(RUG_FINDINGS.map((rule) => [`${rule.layer}.${rule.name}`, rule]));

/** As the middle of a sentence has it. */
export function wordsOfFinding({ layer, name, value }: Found): string {
  const key = `${layer}.${name}`;
  const rule = RULE_OF.get(key);
  const form = FORMS[key];
  if (form && value !== null) return form(value);
  const label = rule ? rule.label.charAt(0).toLowerCase() + rule.label.slice(1) : name;
  return !rule || rule.grading.kind === 'flag' || value === null
    ? label
    : `${label} ${figureOf(value, rule.unit)}`;
}
