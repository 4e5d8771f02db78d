/**
 * What is said of a finding of the rug analysis: its label and amount, or a form of its own. The amount is its value, of what
 * was told earlier the limit that the value is beyond still.
 */
import { type FindingLevel, type Grading, type LayerName, RUG_FINDINGS } from '@cryptonite/contracts/rules';
import { counted, figureOf } from './figures.js';

/** A finding with points. True is 1. */
export type Found = {
  layer: LayerName;
  name: string;
  level: FindingLevel;
  points: number;
  value: number | null;
  /** Of what was told before the newest measurement, whose value may be another by now; null of what that measurement has. */
  limit: number | null;
  /** The risk is not under it by this finding; null where it sets none. */
  floor: number | null;
};

const FORMS: Readonly<Record<string, (amount: string, value: number) => string>> = {
  'liquidity.unlockedLiquidity': (amount) => `${amount} of the liquidity can be pulled`,
  'liquidity.liquidity': (amount) => `liquidity of ${amount}`,
  'liquidity.thinLiquidity': (amount) => `liquidity ${amount} of the market cap`,
  'holders.fewHolders': (_, value) => `${counted(value, 'holder')} at progress above 40%`,
  'market.liquidityPulled': (amount) => `${amount} of the liquidity was pulled`,
  'market.fallFromHigh': (amount) => `${amount} under the hour's high`,
  'market.insiderSold': (amount) => `insiders sold ${amount} of the supply in 5 min`,
  'market.creatorSold': (amount) => `its creator sold ${amount} of what it held`,
  'holders.top10OfSold': (amount) => `top 10 hold ${amount} of what is sold`,
  'market.creatorDumped': () => 'its creator dumped its bag within the hour',
  'market.wash': (amount) => `${amount} wash trades`,
  'market.oneSided': (amount) => `${amount} buys in 5 min`,
  'social.youngAccount': (amount) => `an account ${amount} old`,
  'social.sharedAccount': (amount) => `an account that ${amount} launches name`,
};

const BEYOND: Record<Exclude<Grading['kind'], 'flag'>, string> = {
  above: 'over',
  under: 'under',
  atLeast: 'at least',
  linear: 'over',
};

const RULE_OF = new Map(RUG_FINDINGS.map((rule) => [`${rule.layer}.${rule.name}`, rule]));

/** As the middle of a sentence has it. */
export function wordsOfFinding({ layer, name, value, limit }: Found): string {
  const key = `${layer}.${name}`;
  const rule = RULE_OF.get(key);
  const label = rule ? rule.label.charAt(0).toLowerCase() + rule.label.slice(1) : name;
  if (!rule || rule.grading.kind === 'flag' || value === null) return label;
  const amount =
    limit === null
      ? figureOf(value, rule.unit)
      : `${BEYOND[rule.grading.kind]} ${figureOf(limit, rule.unit)}`;
  return FORMS[key]?.(amount, value) ?? `${label} ${amount}`;
}
