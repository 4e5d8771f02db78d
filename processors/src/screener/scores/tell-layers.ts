/** Says what the layers of the rug analysis found, when the points or the floor of a finding are others. */
import type { LayerAssessed } from '@cryptonite/contracts/events';
import type { Measurement } from '@cryptonite/contracts/measures';
import {
  type Assessed,
  type Finding,
  LAYER_NAMES,
  type Layer,
  RUG_FINDINGS,
  RULES_VERSION,
  type RugInputs,
  riskOf,
} from '@cryptonite/contracts/rules';
import { emit, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { evidenceOfLikeness } from '../world/likeness.js';

/** As many as one finding names at most. */
const EVIDENCE_MOST = 10;

/** What it found before is of the state: points alone, as values are others with nearly every trade. */
export function tellLayers(
  partition: Partition,
  token: Token,
  { time, position }: Measurement,
  known: RugInputs,
  { codes }: Assessed,
): void {
  const { state } = token;
  const before = state.assessed ?? null;
  if (LAYER_NAMES.every((name, place) => codes[name] === (before === null ? 0 : before[place]))) return;
  const { layers } = riskOf(RUG_FINDINGS, known);
  for (const [place, layer] of layers.entries()) {
    if (codes[layer.name] === (before === null ? 0 : before[place])) continue;
    emit(partition, {
      kind: 'LayerAssessed',
      id: `${state.mint}:${time}:${position}:LayerAssessed:${layer.name}`,
      mint: state.mint,
      position,
      time,
      rulesVersion: RULES_VERSION,
      origin: state.source,
      layer: layer.name,
      points: layer.points,
      findings: findingsOf(token, layer),
    });
  }
  state.assessed = LAYER_NAMES.map((name) => codes[name]);
}

const findingsOf = (token: Token, { findings }: Layer): LayerAssessed['findings'] =>
  findings.map((finding) => {
    const { name, level, points, value, limit, floor } = finding;
    return {
      name,
      level,
      points,
      value: value === null ? null : Number(value),
      limit,
      floor,
      evidence: level === 'unknown' ? [] : evidenceOf(token, finding).slice(0, EVIDENCE_MOST),
    };
  });

/** The accounts that show it. */
function evidenceOf({ state, accounts, traders }: Token, { layer, name }: Finding): string[] {
  const venue = state.pool ?? state.bondingCurve;
  switch (name) {
    case 'creator':
    case 'creatorSold':
    case 'creatorDumped':
    case 'insiderSold':
      return state.creator === null ? [] : [state.creator];
    case 'snipers':
      return traders.holdingSnipers();
    case 'top1':
      return accounts.largestOwners().slice(0, 1);
    case 'top10':
    case 'top10OfSold':
      return accounts.largestOwners();
    case 'sameName':
    case 'samePicture':
    case 'sharedAccount':
      return evidenceOfLikeness(state.world?.likeness, name);
  }
  if (layer === 'contract') return [state.mint];
  return (layer === 'liquidity' || layer === 'market') && venue !== null ? [venue] : [];
}
