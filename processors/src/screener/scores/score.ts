/** The scores of a token that is near a list, added to its measurement. */
import type { Measurement } from '@cryptonite/contracts/measures';
import {
  type Assessed,
  assess,
  bestPatternOf,
  type CheckInputs,
  HYPE_PARTS,
  isNearList,
  meanOf,
  RUG_FINDINGS,
  type ScoreInputs,
  securityPointsOf,
  socialTotalOf,
  WINDOW_MS,
  weighed,
} from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';
import { type Inputs, inputsOf } from './inputs.js';
import { tellLayers } from './tell-layers.js';

type FirstHour = NonNullable<TokenCore['firstHour']>;

/** A token is measured as its first hour ends; where stream time went over that by so much, what it was is not known. */
const ENDED_WITHIN_MS = 60_000;

/** When a token's first hour of trading ends whose pattern is not settled yet; null of any other. */
export function firstHourUntil({ firstHour, firstTradeAt }: TokenCore): number | null {
  return firstTradeAt === null || firstHour != null ? null : firstTradeAt + WINDOW_MS.h1;
}

/** In its first hour, or untraded since its launch. */
function isInFirstHour(state: TokenCore, now: number): boolean {
  const until = firstHourUntil(state);
  if (until !== null) return now < until + ENDED_WITHIN_MS;
  return state.seenSinceCreation && state.buyCount + state.sellCount === 0;
}

/**
 * Adds what the tables make of it. The pattern of a token far from every list is settled as its first hour ends.
 * @returns its rug risk; null where that is not known
 */
export function score(
  partition: Partition,
  token: Token,
  { measurement, inputs }: { measurement: Measurement; inputs: CheckInputs },
): number | null {
  const { state } = token;
  const { time: now } = measurement;
  const until = firstHourUntil(state);
  const isYoung = isInFirstHour(state, now);
  const isEnding = isYoung && until !== null && now >= until;
  const isNear = isNearList(inputs);
  if (!isNear && !isEnding) return null;
  const known = inputsOf(token, measurement, partition.clock, isYoung);
  const pattern = isYoung ? patternOf(known) : (state.firstHour ?? null);
  if (isEnding) state.firstHour = pattern;
  if (!isNear) return null;
  const assessed = assess(RUG_FINDINGS, known);
  tellLayers(partition, token, measurement, known, assessed);
  return addScores(measurement, inputs, known, assessed.points, pattern);
}

function patternOf(inputs: ScoreInputs): FirstHour {
  const { name, total } = bestPatternOf(inputs);
  return { pattern: name, score: total.score, coverage: total.coverage };
}

function addScores(
  measurement: Measurement,
  inputs: CheckInputs,
  known: Inputs,
  layers: Assessed['points'],
  pattern: FirstHour | null,
): number | null {
  measurement.liquidityRisk = layers.liquidity;
  measurement.holdersRisk = layers.holders;
  measurement.contractRisk = layers.contract;
  measurement.marketRisk = layers.market;
  measurement.socialRisk = layers.social;
  measurement.communityRisk = layers.community;
  const risk = meanOf((name) => layers[name]);
  const social = socialTotalOf(known);
  measurement.pattern = pattern === null || pattern.coverage === 0 ? null : pattern.pattern;
  measurement.patternScore = seenOf(pattern);
  measurement.patternCoverage = pattern === null ? 0 : pattern.coverage;
  measurement.socialScore = seenOf(social);
  measurement.socialCoverage = social.coverage;
  const isSeen = risk.coverage + social.coverage + measurement.patternCoverage > 0;
  measurement.score = isSeen
    ? weighed(HYPE_PARTS, {
        pattern: pattern === null ? 0 : pattern.score,
        security: securityPointsOf(risk),
        social: social.score,
      })
    : null;
  inputs.score = measurement.score;
  return risk.score;
}

/** Null where nothing was observed. */
const seenOf = (total: { score: number; coverage: number } | null): number | null =>
  total === null || total.coverage === 0 ? null : total.score;
