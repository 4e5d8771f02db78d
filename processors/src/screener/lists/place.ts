/** On which lists a token stands, and what is said when that changes. */
import { DERIVED, type Measurement, noteJudged } from '@cryptonite/contracts/measures';
import {
  type CheckInputs,
  codesOf,
  countPassed,
  type GateInputs,
  gatedListsOf,
  judge,
  listsOf,
  PROFILE_NAMES,
  type ProfileName,
  RULES_VERSION,
  reasonOf,
  type UltimateCodes,
  ultimateCodesOf,
  verdictOf,
} from '@cryptonite/contracts/rules';
import { emit, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { count } from './counts.js';
import { tellLists } from './tell-lists.js';

/** A list source, or null for none. */
export type Source = Measurement['liveSource'];

/** What decides besides its measurement where a token stands. */
export type Standing = {
  /** The one whose lists it belongs to. */
  source: Source;
  rugRisk: number | null;
  /** What gates look at, as it stood before the scores. */
  gates: GateInputs;
  isScored: boolean;
  /** It leaves memory, and with it every list. */
  isLeaving: boolean;
};

const columnsOf = <Profile extends ProfileName>(profile: Profile) =>
  ({
    checks: `${profile}Checks`,
    source: `${profile}Source`,
    verdict: `${profile}Verdict`,
    listedAt: `${profile}ListedAt`,
    initial: `${profile}InitialMarketCapUsd`,
  }) as const;
const COLUMNS = { live: columnsOf('live'), whitepaper: columnsOf('whitepaper') };

/** Places a token by its measurement, to which it adds the lists. */
export function place(
  partition: Partition,
  token: Token,
  measurement: Measurement,
  inputs: CheckInputs,
  { source, rugRisk, gates, isScored, isLeaving }: Standing,
): void {
  const { state } = token;
  for (const profile of PROFILE_NAMES) placeIn(profile, partition, token, measurement, inputs, source);
  let codes: UltimateCodes | undefined;
  if (isScored) {
    noteJudged(gates, measurement);
    codes = ultimateCodesOf(gates);
    measurement.liveGates = codes.live;
    measurement.whitepaperGates = codes.whitepaper;
  } else gates.isBonded = inputs.isBonded === null ? null : Number(inputs.isBonded);
  const { lifecycle, bondingProgressPercent, liveVerdict, whitepaperVerdict } = measurement;
  const before = token.lists;
  measurement.lists = isLeaving
    ? 0
    : listsOf({ lifecycle, bondingProgressPercent, liveVerdict, whitepaperVerdict, rugRisk }) |
      gatedListsOf(gates, rugRisk, isScored, codes);
  tellLists(partition, token, measurement, { before, now: measurement.lists, gates, rugRisk, isLeaving });
  state.lists = measurement.lists;
  if (token.isShown) partition.shown.add(token);
  else partition.shown.delete(token);
  count(partition.counts, state, measurement, gates, rugRisk);
}

function placeIn(
  profile: ProfileName,
  partition: Partition,
  { state }: Token,
  measurement: Measurement,
  inputs: CheckInputs,
  source: Source,
): void {
  const { mint, position, time } = measurement;
  const codes = codesOf(profile, inputs);
  const columns = COLUMNS[profile];
  measurement[columns.checks] = codes;
  const listed = state.profiles[profile];
  const before = listed.now;
  const saying = (list: NonNullable<Source>, kind: string) => ({
    id: `${mint}:${profile}:${list}:${time}:${position}:${kind}`,
    mint,
    position,
    time,
    rulesVersion: RULES_VERSION,
    origin: state.source,
    profile,
    source: list,
  });
  if (before && before.source !== source)
    emit(partition, { kind: 'TokenUnlisted', ...saying(before.source, 'TokenUnlisted') });
  if (source === null) {
    listed.now = null;
    return;
  }
  const verdict = verdictOf(profile, codes);
  const marketCapUsd = DERIVED.marketCapUsd.of(measurement);
  let first = listed.first.find((entry) => entry.source === source && entry.verdict === verdict);
  if (!first) {
    first = { source, verdict, listedAt: time, initialMarketCapUsd: marketCapUsd };
    listed.first.push(first);
  }
  if (before === null || before.source !== source || before.verdict !== verdict) {
    const judged = judge(profile, inputs);
    const { checks } = judged;
    const counted = { passedChecks: countPassed(checks), totalChecks: checks.length, checks, marketCapUsd };
    if (verdict === 'qualified')
      emit(partition, { kind: 'TokenQualified', ...saying(source, 'TokenQualified'), ...counted });
    else
      emit(partition, {
        kind: 'TokenRejected',
        ...saying(source, 'TokenRejected'),
        ...counted,
        reason: reasonOf(judged) ?? '',
      });
  }
  listed.now = { source, verdict };
  measurement[columns.source] = source;
  measurement[columns.verdict] = verdict;
  measurement[columns.listedAt] = first.listedAt;
  measurement[columns.initial] = first.initialMarketCapUsd;
}
