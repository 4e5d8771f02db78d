/** The findings of the rug analysis as they stand now. */
import type { LayerAssessed } from '@cryptonite/contracts/events';
import { DERIVED, type Measurement } from '@cryptonite/contracts/measures';
import {
  type Finding,
  type FindingRule,
  type LayerName,
  RUG_FINDINGS,
  type RugInputs,
  riskOf,
  shareObserved,
} from '@cryptonite/contracts/rules';
import type { Found } from '../words/finding-words.js';

/** What a layer was found to be when the points of one of its findings came to be others. */
export type AssessedLayer = {
  time: number;
  position: string;
  found: readonly Found[];
  /** The observed share of the layer, 0–1. */
  share: number;
};
export type AssessedLayers = Partial<Record<LayerName, AssessedLayer>>;

/** Of an event, what a screen says of it: findings with points or a floor, and how much of the layer was observed. */
export const assessedOf = ({ time, position, layer, findings }: LayerAssessed): AssessedLayer => ({
  time,
  position,
  found: findings.flatMap(({ name, level, points, value, limit, floor = null }) =>
    points > 0 || floor !== null ? [{ layer, name, level, points, value, limit, floor }] : [],
  ),
  share: shareObserved(
    RUG_FINDINGS,
    findings.map((finding) => ({ layer, ...finding })),
  ),
});

type OfRow = Pick<
  RugInputs,
  | 'isGraduated'
  | 'liquidityUsd'
  | 'liquidityOfMarketCapPercent'
  | 'bondingProgressPercent'
  | 'holders'
  | 'top1HolderPercent'
  | 'top10HolderPercent'
  | 'trades5m'
  | 'buySharePercent'
>;

/** Findings whose values every measurement has: told of it they are never behind what else is shown of the token. */
const NAMES_OF_ROW = new Set([
  'liquidity.liquidity',
  'liquidity.thinLiquidity',
  'holders.top10',
  'holders.top1',
  'holders.fewHolders',
  'market.oneSided',
]);
const keyOf = ({ layer, name }: { layer: string; name: string }): string => `${layer}.${name}`;
const isOfRow = (finding: { layer: string; name: string }): boolean => NAMES_OF_ROW.has(keyOf(finding));
const RULES_OF_ROW = RUG_FINDINGS.filter(isOfRow) as readonly unknown[] as readonly FindingRule<OfRow>[];

function ofRow(measurement: Measurement): OfRow {
  const { lifecycle, isWhole5m, buys5m, sells5m, liquidityQuote, marketCapQuote } = measurement;
  const buyShare = DERIVED.buyShare5m.of(measurement);
  return {
    isGraduated: lifecycle === 'graduated',
    liquidityUsd: DERIVED.liquidityUsd.of(measurement),
    liquidityOfMarketCapPercent:
      liquidityQuote === null || marketCapQuote === null || marketCapQuote === 0
        ? null
        : (liquidityQuote / marketCapQuote) * 100,
    bondingProgressPercent: measurement.bondingProgressPercent,
    holders: measurement.holders,
    top1HolderPercent: measurement.top1HolderPercent,
    top10HolderPercent: measurement.top10HolderPercent,
    trades5m: isWhole5m ? buys5m + sells5m : null,
    buySharePercent: buyShare === null ? null : buyShare * 100,
  };
}

/** Those findings of a measurement that an analysis was made of; none of another. */
export const findingsOfRow = (measurement: Measurement): Finding[] =>
  DERIVED.rugRisk.of(measurement) === null
    ? []
    : riskOf(RULES_OF_ROW, ofRow(measurement)).layers.flatMap(({ findings }) => findings);

/** Findings with points or a floor; none of a measurement that no analysis was made of. */
export function foundOf(measurement: Measurement, layers: AssessedLayers): Found[] {
  if (DERIVED.rugRisk.of(measurement) === null) return [];
  const told = Object.values(layers).flatMap(({ found }) => found.filter((finding) => !isOfRow(finding)));
  const seen = findingsOfRow(measurement).flatMap(({ value, limit: _, ...finding }) =>
    finding.points > 0 || finding.floor !== null
      ? [{ value: value === null ? null : Number(value), limit: null, ...finding }]
      : [],
  );
  return [...told, ...seen];
}

/** The rug risk of a measurement, 0–100, and the share that was observed, 0–1; null of one that no analysis was made of. */
export const riskSeenOf = (measurement: Measurement) => ({
  risk: DERIVED.rugRisk.of(measurement),
  coverage: DERIVED.rugCoverage.of(measurement),
});
