/**
 * What becomes of a token. From its launch on, and from its first listing on each list, a span is followed to its last
 * horizon, and at the end of each it is said what was there: nothing that is read later is of it. Of a horizon that ends when
 * nobody looks at the token any more nothing is said.
 */
import type { OutcomeObserved } from '@cryptonite/contracts/events';
import {
  DEAD_AFTER_MS,
  DUMPED_PERCENT,
  FOLLOWED_LISTS,
  HORIZON_NAMES,
  HORIZONS,
  type Horizon,
  isOn,
  RULES_VERSION,
} from '@cryptonite/contracts/rules';
import type { OutcomeSpan, ScreenerClock, TokenCore } from '@cryptonite/contracts/states';
import { emit, type Partition } from '../partition.js';
import type { Token } from '../state/token.js';

type Outcomes = NonNullable<TokenCore['outcomes']>;

/** Every live token has one and more: written out as one literal and set, not spread and pushed, it takes half the room. */
function follow(
  outcomes: Outcomes,
  since: OutcomeSpan['since'],
  startedAt: number,
  slot: number,
  price: number | null,
): void {
  const isPriceLost = since !== 'launch' && price === null;
  const span = { since, startedAt, slot, price, peak: price, isPriceLost, hasDumped: false, told: 0 };
  outcomes.spans = [...outcomes.spans, span];
}

/** Its launch was read before anything else of it. Its first price is that after its first trade. */
export function followLaunch(token: Token, startedAt: number): void {
  const { outcomes, firstSlot } = token.state;
  if (!outcomes) return;
  follow(outcomes, 'launch', startedAt, firstSlot, null);
  token.nextHorizon = null;
}

/** Its lists were decided: those that it never was on are followed from now on. */
export function followListings(token: Token, { slot, time }: ScreenerClock): void {
  const { state, lists } = token;
  const { outcomes, price } = state;
  if (!outcomes || slot === null || time === null) return;
  const first = lists & ~outcomes.lists;
  if (first === 0) return;
  outcomes.lists |= first;
  for (const list of FOLLOWED_LISTS) if (isOn(first, list)) follow(outcomes, list, time, slot, price);
  token.nextHorizon = null;
}

/** A trade set its price, or left it unknown. */
export function followPrice({ outcomes, price }: TokenCore): void {
  if (!outcomes) return;
  for (const span of outcomes.spans) {
    span.isPriceLost ||= price === null;
    if (span.isPriceLost || price === null) continue;
    span.price ??= price;
    span.peak = Math.max(span.peak ?? price, price);
    if ((1 - price / span.peak) * 100 >= DUMPED_PERCENT) span.hasDumped = true;
  }
}

/** It is traded in another quote: prices before and after do not compare. */
export function losePrice({ outcomes }: TokenCore): void {
  if (outcomes) for (const span of outcomes.spans) span.isPriceLost ||= span.price !== null;
}

/** When its next horizon ends; infinite where nothing is followed. Every fact asks. */
export function nextHorizonOf(token: Token): number {
  token.nextHorizon ??= firstEndOf(token.state);
  return token.nextHorizon;
}

function firstEndOf({ outcomes }: TokenCore): number {
  let next = Number.POSITIVE_INFINITY;
  if (outcomes) for (const span of outcomes.spans) next = Math.min(next, endOf(span));
  return next;
}

const endOf = ({ startedAt, told }: OutcomeSpan): number =>
  startedAt + HORIZONS[HORIZON_NAMES[told] as Horizon];

/** Says what had become of it at the horizons that ended before `time`, which is that of a fact not applied yet, or now. */
export function tellOutcomes(partition: Partition, token: Token, time: number): void {
  if (nextHorizonOf(token) >= time) return;
  const { state } = token;
  const { outcomes } = state;
  if (!outcomes) return;
  for (const span of outcomes.spans)
    while (span.told < HORIZON_NAMES.length && endOf(span) < time) {
      emit(partition, outcomeOf(state, partition.clock, span));
      span.told += 1;
    }
  outcomes.spans = outcomes.spans.filter(({ told }) => told < HORIZON_NAMES.length);
  token.nextHorizon = null;
}

/** It leaves memory: what comes of it until its other horizons end nobody will have seen. */
export function stopFollowing(token: Token): void {
  if (token.state.outcomes) token.state.outcomes.spans = [];
  token.nextHorizon = null;
}

function outcomeOf(state: TokenCore, { gapSlot }: ScreenerClock, span: OutcomeSpan): OutcomeObserved {
  const { since, startedAt, price, peak, isPriceLost } = span;
  const horizon = HORIZON_NAMES[span.told]!;
  const end = endOf(span);
  // What was seen to happen did, whatever else was missed.
  const isWhole = gapSlot === null || gapSlot <= span.slot;
  const seen = (happened: boolean, isKnown: boolean) => (happened ? true : isKnown ? false : null);
  const multipleOf = (now: number | null) =>
    isWhole && !isPriceLost && price !== null && now !== null ? now / price : null;
  const isTradedOfLate = state.lastTradeAt !== null && state.lastTradeAt >= end - DEAD_AFTER_MS;
  const firstHour = since === 'launch' && horizon === '24h' ? (state.firstHour ?? null) : null;
  // What it was by other rules says nothing of a match by these.
  const isNamed = firstHour !== null && firstHour.coverage > 0 && firstHour.rulesVersion === RULES_VERSION;
  return {
    kind: 'OutcomeObserved',
    id: `${state.mint}:OutcomeObserved:${since}:${startedAt}:${horizon}`,
    mint: state.mint,
    position: state.position,
    time: end,
    rulesVersion: RULES_VERSION,
    origin: state.source,
    since,
    startedAt,
    horizon,
    peakMultiple: multipleOf(peak),
    lastMultiple: multipleOf(state.price),
    hasGraduated: seen(state.lifecycle === 'graduated', isWhole),
    hasDumped: horizon === '1h' ? seen(span.hasDumped, isWhole && !isPriceLost) : null,
    isDead: horizon !== '24h' ? null : isTradedOfLate ? false : isWhole || null,
    pattern: isNamed ? firstHour.pattern : null,
    patternScore: isNamed ? firstHour.score : null,
    patternCoverage: isNamed ? firstHour.coverage : null,
  };
}
