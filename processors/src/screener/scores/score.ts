/** The scores of a token that a list may show, added to its measurement. */
import { gateInputsOf, type Measurement, scoreInputsOf } from '@cryptonite/contracts/measures';
import {
  type Assessed,
  assess,
  bestPatternOf,
  type CheckInputs,
  type GateInputs,
  HYPE_PARTS,
  isBetterMatch,
  isNearList,
  LOUD,
  meanRisk,
  missedOf,
  PROFILE_NAMES,
  PROMOTED,
  passes,
  RUG_FINDINGS,
  RULES_VERSION,
  riskCoverage,
  riskWithFloor,
  type ScoreInputs,
  securityTotalOf,
  socialTotalOf,
  standingShare,
  TALKED_ABOUT,
  ULTIMATE_BEFORE_SCORES,
  ultimateTotalOf,
  WINDOW_MS,
  weighed,
} from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { hasDumpedOfLate } from './creator-trades.js';
import { rugInputsOf } from './inputs.js';
import { takesMoney } from './mint-powers.js';
import { noteInputs, notePromotion } from './row-inputs.js';
import { tellLayers } from './tell-layers.js';

/** `gates` is what gates look at, as it stood before its scores. */
export type Scored = { rugRisk: number | null; gates: GateInputs; isScored: boolean };

/** A token is measured as its first hour ends; where stream time went over that by so much, that is left out. */
const ENDED_WITHIN_MS = WINDOW_MS.m1;
/** A token far from every list is matched with the patterns that long after its first trade, and as its first hour ends. */
const MATCHED_AFTER_MS = [10 * WINDOW_MS.m1, WINDOW_MS.h1] as const;

/** When a token is next matched with the patterns wherever it stands; null where it is no more. */
export function nextMatchAt({ firstHour, firstTradeAt }: TokenCore): number | null {
  if (firstTradeAt === null) return null;
  for (const afterMs of MATCHED_AFTER_MS) {
    const time = firstTradeAt + afterMs;
    if (firstHour == null || firstHour.at < time) return time;
  }
  return null;
}

/** In its first hour of trading, its end included once. */
function isInFirstHour(state: TokenCore, now: number): boolean {
  const { firstTradeAt } = state;
  if (firstTradeAt === null) return false;
  const until = firstTradeAt + WINDOW_MS.h1;
  return now < until || (now < until + ENDED_WITHIN_MS && nextMatchAt(state) !== null);
}

/**
 * Adds what the tables make of it. A token that is not scored is matched with the patterns when that is due.
 * @returns its rug risk, null where that is not known
 */
export function score(
  partition: Partition,
  token: Token,
  { measurement, inputs }: { measurement: Measurement; inputs: CheckInputs },
): Scored {
  const { state } = token;
  const { time: now } = measurement;
  const isYoung = isInFirstHour(state, now);
  const matchAt = nextMatchAt(state);
  const isDue = isYoung && matchAt !== null && now >= matchAt;
  if (state.world) notePromotion(measurement, state.world);
  const gates = gateInputsOf(measurement);
  const isCandidate = PROFILE_NAMES.some(
    (profile) => missedOf(ULTIMATE_BEFORE_SCORES[profile], gates, 1) <= 1,
  );
  const isPromoted = passes(PROMOTED, gates) || passes(TALKED_ABOUT, gates);
  const isScored = isNearList(inputs) || isCandidate || isPromoted || mayHaveFloor(token, measurement, now);
  const unscored: Scored = { rugRisk: null, gates, isScored: false };
  if (!isScored && !isDue) return unscored;
  const isCounted = isYoung || isCandidate || passes(LOUD, gates);
  noteInputs(token, measurement, partition.clock, { isYoung, isCounted });
  const known = scoreInputsOf(measurement);
  if (isYoung) noteMatch(state, known, now);
  if (!isScored) return unscored;
  const rug = rugInputsOf(token, measurement, partition.clock);
  const assessed = assess(RUG_FINDINGS, rug);
  tellLayers(partition, token, measurement, rug, assessed);
  const rugRisk = addScores(measurement, inputs, known, assessed, state.firstHour ?? null);
  return { rugRisk, gates, isScored };
}

/** Whether its risk has a floor, by the little that sets one: wherever it stands, such a token is looked at. */
function mayHaveFloor(token: Token, measurement: Measurement, now: number): boolean {
  const { state } = token;
  const mint = state.world?.mint;
  return (
    (state.pulled ?? null) !== null ||
    hasDumpedOfLate(state, now) ||
    (mint != null && takesMoney(mint, measurement.lifecycle === 'graduated'))
  );
}

/** Keeps the best: what a token was as its trading began is no less for what came of it in the hour. */
function noteMatch(state: TokenCore, inputs: ScoreInputs, at: number): void {
  const { name, total } = bestPatternOf(inputs);
  const before = state.firstHour ?? null;
  state.firstHour =
    before === null || isBetterMatch(total, before)
      ? { pattern: name, score: total.score, coverage: total.coverage, at, rulesVersion: RULES_VERSION }
      : { ...before, at };
}

type FirstHour = NonNullable<TokenCore['firstHour']>;

function addScores(
  measurement: Measurement,
  inputs: CheckInputs,
  known: ScoreInputs,
  assessed: Assessed,
  pattern: FirstHour | null,
): number | null {
  const { points: layers } = assessed;
  measurement.liquidityRisk = layers.liquidity;
  measurement.holdersRisk = layers.holders;
  measurement.contractRisk = layers.contract;
  measurement.marketRisk = layers.market;
  measurement.socialRisk = layers.social;
  measurement.communityRisk = layers.community;
  measurement.rugFloor = assessed.floor;
  measurement.riskCoverage = riskCoverage((name) => assessed.share[name]);
  const social = socialTotalOf(known);
  const security = securityTotalOf(assessed);
  measurement.pattern = pattern === null || pattern.coverage === 0 ? null : pattern.pattern;
  measurement.patternScore = seenOf(pattern);
  measurement.patternCoverage = pattern === null ? 0 : pattern.coverage;
  measurement.socialScore = seenOf(social);
  measurement.socialCoverage = social.coverage;
  measurement.securityScore = seenOf(security);
  measurement.securityCoverage = security.coverage;
  const isSeen = measurement.riskCoverage + social.coverage + measurement.patternCoverage > 0;
  const standing = standingShare(measurement.priceOfHighPercent);
  measurement.score = isSeen
    ? weighed(HYPE_PARTS, {
        pattern: pattern === null || standing === null ? 0 : pattern.score * standing,
        security: security.score,
        social: social.score,
      })
    : null;
  inputs.score = measurement.score;
  const ultimate = ultimateTotalOf(known, { security, social });
  measurement.ultimateScore = seenOf(ultimate);
  measurement.ultimateCoverage = ultimate.coverage;
  return riskWithFloor(
    meanRisk((name) => layers[name]),
    assessed.floor,
  );
}

/** Null where nothing was observed. */
const seenOf = (total: { score: number; coverage: number } | null): number | null =>
  total === null || total.coverage === 0 ? null : total.score;
