/** Measures the tokens that are due, says what changed, and lets those go that went quiet. */

import type { ListSource, ProfileName, ProfileVerdict } from '@cryptonite/contracts/events';
import { MONITORED_FOR_MS, PROGRESS, RULES_VERSION, WINDOW_MS } from '@cryptonite/contracts/rules';
import type { z } from 'zod';
import { SEEN_SLOTS } from '../../journal/seen-facts.js';
import { bondedUntil } from '../facts/lifecycle.js';
import { checksOf, countPassed, type GateInputs, listSourceOf, verdictOf } from '../lists/gates.js';
import {
  beforeChange,
  emit,
  isShown,
  type Partition,
  SECOND_MS,
  secondOf,
  setDue,
  type WireEvent,
} from '../partition.js';
import { evict } from '../state/evict.js';
import type { Token } from '../state/token.js';
import { measure } from './features.js';
import { RINGS } from './ring.js';
import { type Features, ScoredText } from './scored-text.js';

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
    if (!isQuiet) scoreToken(partition, token, now);
    else if (evicted === EVICTED_AT_ONCE) setDue(partition, token, now + 1);
    else {
      leave(partition, token, now);
      evicted += 1;
    }
  }
}

function scoreToken(partition: Partition, token: Token, now: number): void {
  const { state } = token;
  partition.clock.scannedSince += 1;
  prune(partition, token, now);
  const measured = measure(token, partition.clock, now);
  if (measured) {
    setFlags(partition, token, measured.inputs, now);
    say(partition, token, measured.features, measured.inputs, listSourceOf(measured.inputs), now);
  }
  state.scoredAt = now;
  setDue(partition, token, nextDue(token, now));
}

/** Emits the measurement and the lists' changes that follow from it. */
function say(
  partition: Partition,
  token: Token,
  features: Features,
  inputs: GateInputs,
  source: ListSource | null,
  now: number,
): void {
  const { state } = token;
  const { mint } = state;
  const base = { position: state.position, time: now, rulesVersion: RULES_VERSION };
  const finding = { mint, ...base, origin: state.source };
  const moves: WireEvent[] = [];
  const verdictFor = (profile: ProfileName): z.input<typeof ProfileVerdict> => {
    const checks = checksOf(profile, inputs);
    const passedChecks = countPassed(checks);
    const counted = { checks, passedChecks, totalChecks: checks.length };
    const listed = state.profiles[profile];
    const before = listed.now;
    const { marketCapUsd } = features.standing;
    const idOf = (list: string, kind: string) =>
      `${mint}:${profile}:${list}:${now}:${state.position}:${kind}`;
    if (before && before.source !== source)
      moves.push({
        kind: 'TokenUnlisted',
        id: idOf(before.source, 'TokenUnlisted'),
        ...finding,
        profile,
        source: before.source,
      });
    if (source === null) {
      listed.now = null;
      return { ...counted, listing: null };
    }
    const { verdict, reason } = verdictOf(profile, checks, inputs.score);
    let first = listed.first.find((entry) => entry.source === source && entry.verdict === verdict);
    if (!first) {
      first = { source, verdict, listedAt: now, initialMarketCapUsd: marketCapUsd };
      listed.first.push(first);
    }
    if (before === null || before.source !== source || before.verdict !== verdict) {
      const entered = { ...finding, profile, source, ...counted, marketCapUsd };
      moves.push(
        verdict === 'qualified'
          ? { kind: 'TokenQualified', id: idOf(source, 'TokenQualified'), ...entered }
          : { kind: 'TokenRejected', id: idOf(source, 'TokenRejected'), ...entered, reason: reason ?? '' },
      );
    }
    listed.now = { source, verdict };
    const { listedAt, initialMarketCapUsd } = first;
    return { ...counted, listing: { source, verdict, reason, listedAt, initialMarketCapUsd } };
  };
  const profiles = { live: verdictFor('live'), whitepaper: verdictFor('whitepaper') };
  token.said ??= new ScoredText();
  const hash = token.said.hashOf(features, profiles);
  if (hash !== state.scoredHash) {
    state.scoredHash = hash;
    const id = `${mint}:${now}:${state.position}:TokenScored`;
    partition.emitted.push({ key: mint, time: now, text: token.said.write(id, features, profiles, base) });
  }
  // What stands written saves time while the token is traded, and is memory afterwards.
  if (state.lastTradeAt === null || now - state.lastTradeAt > RINGS.m5.keepMs) token.said = null;
  for (const move of moves) emit(partition, move);
}

function setFlags(partition: Partition, { state }: Token, inputs: GateInputs, now: number): void {
  const isTraded = state.lastTradeAt !== null && now - state.lastTradeAt <= MONITORED_FOR_MS;
  const isMonitored = inputs.isBonding && isTraded;
  const isBonded = inputs.isBonded === true;
  const { progress } = inputs;
  const isMatched =
    inputs.isBonding && progress !== null && progress >= PROGRESS.alertFrom && progress <= PROGRESS.alertTo;
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
 * When time alone may change the measurement: as trades leave the windows, sooner for a token that a list shows; when a
 * token is monitored no more, and when a graduated one leaves the bonded list.
 */
function nextDue({ state }: Token, now: number): number {
  const { lastTradeAt } = state;
  const quietMs = lastTradeAt === null ? Number.POSITIVE_INFINITY : now - lastTradeAt;
  const cadence = CADENCE.find(({ youngerThanMs }) => quietMs < youngerThanMs);
  const times = [state.touchedAt + QUIET_FOR_MS + 1];
  if (cadence) times.push(now + (isShown(state) ? cadence.shownMs : cadence.hiddenMs));
  if (state.isMonitored && lastTradeAt !== null) times.push(lastTradeAt + MONITORED_FOR_MS + 1);
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
  const oldestSlot = (partition.clock.slot ?? 0) - SEEN_SLOTS;
  token.accounts.prune(oldestSlot);
  token.wallets.prune();
}

/** A token quiet for a day leaves the lists and memory. */
function leave(partition: Partition, token: Token, now: number): void {
  const { profiles } = token.state;
  const measured = measure(token, partition.clock, now);
  if (measured && (profiles.live.now || profiles.whitepaper.now)) {
    say(partition, token, measured.features, measured.inputs, null, now);
    token.state.scoredAt = now;
  }
  evict(partition, token, now);
}
