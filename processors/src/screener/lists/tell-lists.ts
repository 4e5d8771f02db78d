/** Says which lists a token entered and left, and keeps when it first stood on each. */
import { DERIVED, type Measurement } from '@cryptonite/contracts/measures';
import {
  type GateInputs,
  gatedOf,
  gatesAsked,
  LEFT_QUIET,
  LISTED,
  LISTS,
  type ListedName,
  RULES_VERSION,
  whyLeft,
} from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import { emit, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';

type Columns = {
  list: ListedName;
  bit: number;
  listedAt: `${ListedName}ListedAt`;
  initial: `${ListedName}InitialMarketCapUsd`;
};

const COLUMNS = LISTED.map(
  (list): Columns => ({
    list,
    bit: 1 << LISTS[list].bit,
    listedAt: `${list}ListedAt`,
    initial: `${list}InitialMarketCapUsd`,
  }),
);
const TOLD = COLUMNS.reduce((bits, { bit }) => bits | bit, 0);

const saying = (
  { source: origin }: TokenCore,
  { mint, time, position }: Measurement,
  list: ListedName,
  kind: string,
) => ({
  id: `${mint}:${list}:${time}:${position}:${kind}`,
  mint,
  position,
  time,
  rulesVersion: RULES_VERSION,
  origin,
  list,
});

export type Change = {
  /** The lists on which it stood, and on which it stands. */
  before: number;
  now: number;
  gates: GateInputs;
  rugRisk: number | null;
  /** It leaves memory, and with it every list. */
  isLeaving: boolean;
};

export function tellLists(
  partition: Partition,
  { state }: Token,
  measurement: Measurement,
  { before, now, gates, rugRisk, isLeaving }: Change,
): void {
  if (((before | now) & TOLD) === 0) return;
  for (const { list, bit, listedAt, initial } of COLUMNS) {
    if (((before | now) & bit) === 0) continue;
    if ((now & bit) === 0) {
      emit(partition, {
        kind: 'ListLeft',
        ...saying(state, measurement, list, 'ListLeft'),
        reason: isLeaving ? LEFT_QUIET : whyLeft(list, gates, rugRisk),
        values: gatedOf(gatesAsked(list), gates),
      });
      continue;
    }
    state.firstOn ??= [];
    let first = state.firstOn.find((entry) => entry.list === list);
    const isFirst = first === undefined;
    if (!first) {
      const initialMarketCapUsd = DERIVED.marketCapUsd.of(measurement);
      first = { list, listedAt: measurement.time, initialMarketCapUsd };
      state.firstOn.push(first);
    }
    measurement[listedAt] = first.listedAt;
    measurement[initial] = first.initialMarketCapUsd;
    if ((before & bit) !== 0) continue;
    emit(partition, {
      kind: 'ListEntered',
      ...saying(state, measurement, list, 'ListEntered'),
      listedAt: first.listedAt,
      isFirst,
      marketCapUsd: DERIVED.marketCapUsd.of(measurement),
      values: gatedOf(gatesAsked(list), gates),
    });
  }
}
