import type { JournalRecord, Source } from '@cryptonite/contracts/events';
import { findEvents } from '../decode/find-events.js';
import type { LocatedEvent } from '../decode/located-event.js';
import { MalformedBytes } from '../decode/malformed.js';
import type { Transaction } from '../decode/transaction.js';
import type { UnknownLayout } from '../decode/unknown-layout.js';
import { normaliseAuthorities } from './authorities.js';
import { normaliseBalances } from './balances.js';
import { type Context, isTime, timeOf } from './context.js';
import { normaliseEvent, type TokenFact } from './normalise-event.js';
import { normaliseSupplies } from './supplies.js';
import { Unreadable } from './unreadable.js';

export type Normalised = {
  /** One record per mint, facts in the order of their positions. */
  records: JournalRecord[];
  /** Why parts of the transaction could not be read. */
  failures: string[];
  /** Events in layouts that this version does not know. */
  unknownLayouts: UnknownLayout[];
};

/** Tokens whose holders' transfers are told. */
export type Followed = { has(mint: string): boolean };
const NOBODY: Followed = { has: () => false };

/**
 * What a transaction says about tokens. `blockTimeMs` is its slot's, null where it is not known. Of tokens in `followed` it
 * also says what was moved without any launchpad.
 */
export function normaliseTransaction(
  transaction: Transaction,
  blockTimeMs: number | null,
  source: Source,
  followed: Followed = NOBODY,
): Normalised {
  const { events, failures, unknownLayouts } = findEvents(transaction);
  if (events.length === 0 && (followed === NOBODY || transaction.isFailed))
    return { records: [], failures, unknownLayouts };

  const facts: TokenFact[] = [];
  const attempt = (read: () => void): void => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof MalformedBytes)) throw error;
      failures.push(error.message);
    }
  };
  const context: Context = {
    slot: transaction.slot,
    transactionIndex: transaction.index,
    signature: transaction.signature,
    feePayer: transaction.feePayer?.toString() ?? null,
    // Every event of a transaction tells the same clock, close to its block's.
    blockTimeMs: blockTimeMs ?? firstTimeOf(events),
    transaction,
    before: [],
    after: [],
  };
  attempt(() => {
    const before = transaction.balancesBefore();
    const after = transaction.balancesAfter();
    Object.assign(context, { before, after });
  });
  for (const located of events) {
    attempt(() => {
      const fact = normaliseEvent(located, context);
      if (fact !== null) facts.push(fact);
    });
  }
  const mints = new Set(facts.map(({ mint }) => mint));
  for (const { mint } of [...context.before, ...context.after]) if (followed.has(mint)) mints.add(mint);
  attempt(() => facts.push(...normaliseAuthorities(context, transaction, mints)));
  attempt(() => facts.push(...normaliseSupplies(context, transaction, mints)));
  attempt(() => facts.push(...normaliseBalances(context, transaction, mints)));
  return { records: recordsOf(facts, context, source), failures, unknownLayouts };
}

function firstTimeOf(events: readonly LocatedEvent[]): number | null {
  for (const { event } of events) {
    const timestamp = 'timestamp' in event.fields ? event.fields.timestamp : undefined;
    if (timestamp !== undefined && isTime(timestamp)) return timeOf(timestamp);
  }
  return null;
}

function recordsOf(facts: TokenFact[], context: Context, source: Source): JournalRecord[] {
  facts.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
  const byMint = new Map<string, TokenFact[]>();
  for (const fact of facts) {
    const own = byMint.get(fact.mint);
    if (own) own.push(fact);
    else byMint.set(fact.mint, [fact]);
  }
  return [...byMint].map(([mint, own]) => ({
    v: 1,
    mint,
    slot: context.slot,
    time: context.blockTimeMs ?? own[0]!.time,
    signature: context.signature,
    feePayer: context.feePayer,
    source,
    facts: own,
  }));
}
