/** Measures the tokens that are due, says what changed, and lets those go that went quiet. */

import { gateInputsOf, type Measurement } from '@cryptonite/contracts/measures';
import {
  type CheckInputs,
  DUMP_HOLDS_MS,
  isEarlyStage,
  isHidden,
  listSourceOf,
  MONITORED_FOR_MS,
  WINDOW_MS,
} from '@cryptonite/contracts/rules';
import { describe } from '../facts/identity.js';
import { bondedUntil } from '../facts/lifecycle.js';
import { supplyOf } from '../facts/supply.js';
import { cutFrame, sayMeasurement } from '../frames.js';
import { place, type Standing } from '../lists/place.js';
import { followListings, nextHorizonOf, stopFollowing, tellOutcomes } from '../outcomes/outcomes.js';
import { beforeChange, type Partition, SECOND_MS, secondOf, setDue } from '../partition.js';
import { noteDump } from '../scores/creator-trades.js';
import { nextMatchAt, score } from '../scores/score.js';
import { evict } from '../state/evict.js';
import type { Token } from '../state/token.js';
import { askWorld } from '../world/asks.js';
import { measure } from './features.js';
import { noteLook } from './looks.js';
import { RINGS } from './ring.js';
import { tellTrail } from './trail.js';

type Measured = NonNullable<ReturnType<typeof measure>>;

/** A token without a fact for so long is evicted: every window of it is empty. */
const QUIET_FOR_MS = WINDOW_MS.h24;
/** After a gap of a day all tokens are due to leave: they go over many slots, so that no transaction grows too large. */
const EVICTED_AT_ONCE = 200;

export function measureDue(partition: Partition, now: number): void {
  let evicted = 0;
  for (const mint of partition.due.takeDue(now)) {
    const token = partition.tokens.get(mint);
    if (!token || token.state.dueAt > now) continue;
    const isQuiet = now - token.state.touchedAt > QUIET_FOR_MS;
    beforeChange(partition, token);
    tellOutcomes(partition, token, now);
    if (!isQuiet) scoreToken(partition, token, now);
    else if (evicted === EVICTED_AT_ONCE) setDue(partition, token, now + 1);
    else {
      leave(partition, token, now);
      evicted += 1;
    }
  }
  cutFrame(partition);
}

function scoreToken(partition: Partition, token: Token, now: number): void {
  const { state } = token;
  partition.clock.scannedSince += 1;
  noteLook(partition.clock, state.scoredAt, now);
  prune(partition, token, now);
  const measured = measure(token, partition.clock, now);
  if (measured) {
    noteDumpOf(token, measured.measurement);
    const scored = score(partition, token, measured);
    const { rugRisk } = scored;
    setFlags(partition, token, measured.inputs, rugRisk, now);
    const source = listSourceOf(measured.inputs, rugRisk);
    say(partition, token, measured, { source, isLeaving: false, ...scored });
    followListings(token, partition.clock);
    askWorld(partition, token, measured.measurement, now);
  }
  state.scoredAt = now;
  setDue(partition, token, nextDue(token, now));
}

/** What its creator holds is known as shares of holders are. */
function noteDumpOf({ state, wallets }: Token, { time, top1HolderPercent }: Measurement): void {
  const supply = supplyOf(state);
  if (state.creator === null || !state.creatorTrades || top1HolderPercent === null || supply === null) return;
  noteDump(state, wallets.balanceOf(state.creator), supply, time);
}

/** Says the measurement, and the lists' changes that follow from it. */
function say(
  partition: Partition,
  token: Token,
  { measurement, inputs }: Measured,
  standing: Standing,
): void {
  const { state, isShown: wasShown, lists: before } = token;
  place(partition, token, measurement, inputs, standing);
  if (token.isShown) tellTrail(partition, token, measurement, !wasShown);
  // Of a token that was never measured it was just said who it is.
  else if (before === 0 && token.lists !== 0 && state.scoredAt !== null)
    describe(partition, state, `${measurement.time}:${measurement.position}`, measurement.time);
  state.trailTouchedFrom = null;
  sayMeasurement(partition, token, measurement);
}

function setFlags(
  partition: Partition,
  { state }: Token,
  inputs: CheckInputs,
  rugRisk: number | null,
  now: number,
): void {
  const isTraded = state.lastTradeAt !== null && now - state.lastTradeAt <= MONITORED_FOR_MS;
  const isMonitored = inputs.isBonding && isTraded;
  const isBonded = inputs.isBonded === true;
  const isMatched = inputs.isBonding && isEarlyStage('bonding', inputs.progress) && !isHidden(rugRisk);
  partition.monitoredPumpfun += Number(isMonitored) - Number(state.isMonitored);
  partition.monitoredBonded += Number(isBonded) - Number(state.isBonded);
  partition.matched += Number(isMatched) - Number(state.isMatched);
  Object.assign(state, { isMonitored, isBonded, isMatched });
}

/** How long a token without a new fact waits for its next measurement, by the age of its newest trade. */
const CADENCE = [
  { youngerThanMs: RINGS.m5.keepMs + RINGS.m5.widthMs, shownMs: 10_000, hiddenMs: 60_000 },
  { youngerThanMs: RINGS.h1.keepMs + RINGS.h1.widthMs, shownMs: 60_000, hiddenMs: 300_000 },
  { youngerThanMs: RINGS.h24.keepMs + RINGS.h24.widthMs, shownMs: 900_000, hiddenMs: 900_000 },
] as const;

/**
 * When time alone may change the measurement: as trades leave the windows, sooner for a token that a list shows; when it is
 * matched with the patterns, when what became of it is told, when it is monitored no more, when its creator's dump is an hour
 * ago, and when a graduated one leaves the bonded list.
 */
function nextDue(token: Token, now: number): number {
  const { state, isShown } = token;
  const { lastTradeAt } = state;
  const quietMs = lastTradeAt === null ? Number.POSITIVE_INFINITY : now - lastTradeAt;
  const cadence = CADENCE.find(({ youngerThanMs }) => quietMs < youngerThanMs);
  const times = [state.touchedAt + QUIET_FOR_MS + 1, nextHorizonOf(token) + 1];
  if (cadence) times.push(now + (isShown ? cadence.shownMs : cadence.hiddenMs));
  if (state.isMonitored && lastTradeAt !== null) times.push(lastTradeAt + MONITORED_FOR_MS + 1);
  const matchAt = nextMatchAt(state);
  if (matchAt !== null && matchAt > now) times.push(matchAt);
  const dumpedAt = state.creatorDumpedAt ?? null;
  if (dumpedAt !== null && dumpedAt + DUMP_HOLDS_MS > now) times.push(dumpedAt + DUMP_HOLDS_MS);
  const until = state.isBonded && state.lifecycle === 'graduated' ? bondedUntil(state) : null;
  if (until !== null) times.push(until + 1);
  // At the earliest in the next second.
  return Math.max((secondOf(now) + 1) * SECOND_MS, Math.min(...times));
}

/** At most every quarter of an hour: it walks over all entries. */
const isPruneDue = ({ state }: Token, now: number): boolean => now - state.prunedAt >= RINGS.h24.widthMs;

/** Forgets what no window reaches any more. */
function prune(partition: Partition, token: Token, now: number): void {
  if (!isPruneDue(token, now)) return;
  token.state.prunedAt = now;
  token.traders.prune(now);
  // An empty account is kept as long as an older fact about it may still come.
  token.accounts.prune(partition.oldestSlot);
  token.wallets.prune();
}

/** A token quiet for a day leaves the lists and memory. */
function leave(partition: Partition, token: Token, now: number): void {
  const measured = token.lists === 0 ? null : measure(token, partition.clock, now);
  if (measured) {
    const gates = gateInputsOf(measured.measurement);
    say(partition, token, measured, { source: null, rugRisk: null, gates, isScored: false, isLeaving: true });
    noteLook(partition.clock, token.state.scoredAt, now);
    token.state.scoredAt = now;
  }
  stopFollowing(token);
  evict(partition, token, now);
}
