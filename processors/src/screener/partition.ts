/** Everything the screener holds of one partition of the journal. */
import type { ScreeningEvent } from '@cryptonite/contracts/events';
import type { EvictedState, ScreenerClock } from '@cryptonite/contracts/states';
import type { z } from 'zod';
import { DueQueue } from './due-queue.js';
import { Buckets } from './measures/buckets.js';
import type { Capture } from './state/capture.js';
import { Ledger } from './state/ledger/ledger.js';
import type { StoredToken } from './state/states.js';
import type { Tables, Token } from './state/token.js';

export const SECOND_MS = 1_000;
export const secondOf = (time: number): number => Math.floor(time / SECOND_MS);

/** A screening event in wire form. */
export type WireEvent = z.input<typeof ScreeningEvent>;

/** A screening event as it will stand in its topic. */
export type Emitted = { key: string; time: number; text: string };

export type Partition = Tables & {
  clock: ScreenerClock;
  tokens: Map<string, Token>;
  due: DueQueue;
  /** Sums of the tokens' flags. */
  monitoredPumpfun: number;
  monitoredBonded: number;
  matched: number;
  /** Events since they were last taken. */
  emitted: Emitted[];
  /** Tokens changed since the newest capture. */
  changed: Set<Token>;
  /** The newest capture, until all of it is taken. */
  capture: Capture | null;
  /** The journal's record in hand. */
  offset: number;
  /** Tokens evicted whose states the topic still holds. */
  evicted: Map<string, Token>;
  /** Tokens evicted earlier that were found in the tables for the records in hand. */
  found: Map<string, StoredToken>;
  /** The states of tokens evicted since they were last taken. */
  leaving: EvictedState[];
  /** Keys in the store that nobody keeps any more, since the newest capture: of tokens that were launched anew. */
  keysLeft: string[];
};

export const newPartition = (partition: number): Partition => ({
  clock: {
    kind: 'clock',
    v: 1,
    partition,
    time: null,
    slot: null,
    position: null,
    source: null,
    startedAt: null,
    watchedFrom: null,
    gapSlot: null,
    gaps: [],
    solPrice: null,
    recordsRead: 0,
    scannedSince: 0,
    scanAt: null,
    nextOffset: 0,
    warmFrom: 0,
  },
  ledger: new Ledger(),
  buckets: new Buckets(),
  tokens: new Map(),
  due: new DueQueue(),
  monitoredPumpfun: 0,
  monitoredBonded: 0,
  matched: 0,
  emitted: [],
  changed: new Set(),
  capture: null,
  offset: 0,
  evicted: new Map(),
  found: new Map(),
  leaving: [],
  keysLeft: [],
});

/** Whether a list may show the token. */
export const isShown = ({ profiles, isMatched, isBonded }: Token['state']): boolean =>
  isMatched || isBonded || profiles.live.now !== null || profiles.whitepaper.now !== null;

/**
 * Has the token measured at stream time `now`, once per second: what comes later in it is said when it is over. Only
 * news of a token that a list shows, a fact further on the chain, does not wait for that. The pair of time and position
 * of a token's measurements so grows always.
 */
export function measureSoon(partition: Partition, token: Token, now: number, isNews: boolean): void {
  const { scoredAt, dueAt } = token.state;
  const isAtOnce =
    scoredAt === null || secondOf(scoredAt) < secondOf(now) || (isNews && isShown(token.state));
  const soonest = isAtOnce ? now : (secondOf(now) + 1) * SECOND_MS;
  if (soonest < dueAt) setDue(partition, token, soonest);
}

export function setDue(partition: Partition, token: Token, dueAt: number): void {
  beforeChange(partition, token);
  token.state.dueAt = dueAt;
  partition.due.push(dueAt, token.state.mint);
}

/** Whoever changes a token says so before: a capture may still have to take it as it stands. */
export function beforeChange(partition: Partition, token: Token): void {
  partition.capture?.take(token);
  partition.changed.add(token);
}

export function emit(partition: Partition, event: WireEvent): void {
  const key = event.kind === 'ScanAdvanced' ? String(event.partition) : event.mint;
  partition.emitted.push({ key, time: event.time, text: JSON.stringify(event) });
}
