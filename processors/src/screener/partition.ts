/** Everything the screener holds of one partition of the journal. */
import type { AskRecord } from '@cryptonite/contracts/asks';
import type { ScreeningEvent, Source } from '@cryptonite/contracts/events';
import type { FollowedToken } from '@cryptonite/contracts/follows';
import { FrameWriter } from '@cryptonite/contracts/frames';
import { HIDDEN_EVERY_MS } from '@cryptonite/contracts/rules';
import type { EvictedState, ScreenerClock } from '@cryptonite/contracts/states';
import type { z } from 'zod';
import { DueQueue } from './due-queue.js';
import { type Counts, newCounts } from './lists/counts.js';
import { Buckets } from './measures/buckets.js';
import { newLooks } from './measures/looks.js';
import { Ledger } from './state/ledger/ledger.js';
import type { StoredToken, Tables, Token } from './state/token.js';

export const SECOND_MS = 1_000;
export const secondOf = (time: number): number => Math.floor(time / SECOND_MS);

/** A screening event in wire form, of those that stand beside frames. */
export type WireEvent = Exclude<z.input<typeof ScreeningEvent>, { kind: 'TokenScored' }>;

/** A screening event or frame as it will stand in its topic. */
export type Emitted = { key: string; time: number; value: string | Buffer };

export type Partition = Tables & {
  clock: ScreenerClock;
  tokens: Map<string, Token>;
  due: DueQueue;
  /** Tokens that a list shows. */
  shown: Set<Token>;
  /** Measurements of the slot in hand. */
  frame: FrameWriter;
  /** Where the facts of the tokens in it come from. */
  frameSource: Source | null;
  /** Sums of the tokens' flags. */
  monitoredPumpfun: number;
  monitoredBonded: number;
  matched: number;
  counts: Counts;
  /** Events since they were last taken. */
  emitted: Emitted[];
  /** What was asked of the world since it was last taken. */
  asks: AskRecord[];
  /** Whose transfers are to be followed, as told since it was last taken. */
  followed: FollowedToken[];
  /** Tokens changed since the newest capture. */
  changed: Set<Token>;
  /** The newest capture, until all of it is taken. */
  capture: { take: (token: Token) => void } | null;
  /** The journal's record in hand. */
  offset: number;
  /** Facts of slots before this one come no more. */
  oldestSlot: number;
  /** Tokens evicted whose states the topic still holds. */
  evicted: Map<string, Token>;
  /** Tokens evicted earlier that were found in the tables for the records in hand. */
  found: Map<string, StoredToken>;
  /** The states of tokens evicted since they were last taken. */
  leaving: EvictedState[];
  /** Tokens of the states that were read, until their shards are in the ledger. */
  restored: Token[];
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
    quotePrices: [],
    recordsRead: 0,
    scannedSince: 0,
    scanAt: null,
    looks: newLooks(null),
    nextOffset: 0,
    warmFrom: 0,
  },
  ledger: new Ledger(),
  buckets: new Buckets(),
  tokens: new Map(),
  due: new DueQueue(),
  shown: new Set(),
  frame: new FrameWriter(),
  frameSource: null,
  monitoredPumpfun: 0,
  monitoredBonded: 0,
  matched: 0,
  counts: newCounts(),
  emitted: [],
  asks: [],
  followed: [],
  changed: new Set(),
  capture: null,
  offset: 0,
  oldestSlot: 0,
  evicted: new Map(),
  found: new Map(),
  leaving: [],
  restored: [],
  keysLeft: [],
});

/**
 * Has the token measured. `isNews`: by a fact further on the chain. `isTurn`: by one that may move it between lists, or
 * that somebody waits for. News of a token that a list shows, and a turn of any, are measured in their slot; what else
 * concerns a shown token, once per second: what comes later in it is said when it is over. The other tokens wait for
 * their next time. The pair of time and position of a token's measurements so grows always.
 */
export function measureSoon(
  partition: Partition,
  token: Token,
  now: number,
  { isNews, isTurn }: { isNews: boolean; isTurn: boolean },
): void {
  const { scoredAt, dueAt } = token.state;
  const isWaitedFor = isTurn || token.isShown;
  let soonest = now;
  if (scoredAt !== null && !isWaitedFor) soonest = scoredAt + hiddenEveryMs(token, now);
  else if (scoredAt !== null && !isNews && secondOf(scoredAt) === secondOf(now))
    soonest = (secondOf(now) + 1) * SECOND_MS;
  if (soonest < dueAt) setDue(partition, token, soonest);
}

/** Of a token whose launch was not seen nobody knows that it is young. */
function hiddenEveryMs({ state: { createdAt } }: Token, now: number): number {
  const isYoung = createdAt !== null && now - createdAt < HIDDEN_EVERY_MS.youngFor;
  return isYoung ? HIDDEN_EVERY_MS.young : HIDDEN_EVERY_MS.old;
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
  partition.emitted.push({ key, time: event.time, value: JSON.stringify(event) });
}
