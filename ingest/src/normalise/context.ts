import { eventIdOf, LAST_TIME_MS, positionOf, TRANSACTION_END } from '@cryptonite/contracts/chain';
import type { FactKind } from '@cryptonite/contracts/events';
import type { Key } from '../decode/key.js';
import type { LocatedEvent } from '../decode/located-event.js';
import type { TokenCall } from '../decode/token-calls.js';
import type { TokenBalance, Transaction } from '../decode/transaction.js';
import { Unreadable } from './unreadable.js';

/** What a fact is made from beside its event. */
export type Context = {
  slot: number;
  transactionIndex: number;
  signature: string;
  feePayer: string | null;
  /** For facts whose event carries no time of its own: the slot's block time. Null where it is not known. */
  blockTimeMs: number | null;
  /** Null where only log messages were read. */
  transaction: Transaction | null;
  before: readonly TokenBalance[];
  after: readonly TokenBalance[];
};

/** The last second that a fact may have. */
const MAX_TIME_S = BigInt(Math.floor(LAST_TIME_MS / 1000));

/** Programs read the clock of their own block, so an event's time is its block's; further away one of them is damaged. */
const MAX_FROM_BLOCK_MS = 3_600_000;

type Origin = { kind: FactKind; instruction: number; inner: number; time: number };

/** Id, position and time of a fact. */
export function baseOf(context: Context, { kind, instruction, inner, time }: Origin) {
  return {
    id: eventIdOf(context.signature, instruction, inner, kind),
    position: positionOf({
      slot: context.slot,
      transaction: context.transactionIndex,
      instruction,
      inner,
    }),
    time,
  };
}

/** {@link baseOf} for a fact that one event states; `timestamp` is the event's own in seconds, where it has one. */
export const eventBaseOf = (
  context: Context,
  { instruction, inner }: LocatedEvent,
  kind: FactKind,
  timestamp: bigint | undefined,
) =>
  baseOf(context, {
    kind,
    instruction,
    inner,
    time: timestamp === undefined ? blockTimeOf(context) : eventTimeOf(context, timestamp),
  });

/** {@link baseOf} for a fact that a call of a token program states. Several of one batch stand at one position. */
export function callBaseOf(context: Context, { instruction, inner, place }: TokenCall, kind: FactKind) {
  const base = baseOf(context, { kind, instruction, inner, time: blockTimeOf(context) });
  return place === 0 ? base : { ...base, id: `${base.id}:${place}` };
}

function eventTimeOf({ blockTimeMs }: Context, timestamp: bigint): number {
  const time = timeOf(timestamp);
  if (blockTimeMs !== null && Math.abs(time - blockTimeMs) > MAX_FROM_BLOCK_MS)
    throw new Unreadable(`${timestamp} s is more than an hour from its block's ${blockTimeMs} ms`);
  return time;
}

export const isTime = (timestamp: bigint): boolean => timestamp <= MAX_TIME_S && timestamp >= 0n;

/** Milliseconds of an event's timestamp. */
export function timeOf(timestamp: bigint): number {
  if (!isTime(timestamp)) throw new Unreadable(`${timestamp} s is no time`);
  return Number(timestamp) * 1000;
}

export function blockTimeOf({ blockTimeMs }: Context): number {
  if (blockTimeMs === null) throw new Unreadable('neither event nor block tells the time');
  return blockTimeMs;
}

/** {@link baseOf} for a fact about the state after the whole transaction. */
export const endBaseOf = (context: Context, kind: FactKind, inner: number) =>
  baseOf(context, { kind, instruction: TRANSACTION_END, inner, time: blockTimeOf(context) });

/** An account that may be nobody: launchpad events write that as the zero key. */
export const accountOrNull = (key: Key | undefined): string | null =>
  key === undefined || key.isZero ? null : key.toString();
