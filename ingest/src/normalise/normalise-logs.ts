import { readLoggedEvents } from '../decode/logged-events.js';
import { MalformedBytes } from '../decode/malformed.js';
import type { UnknownLayout } from '../decode/unknown-layout.js';
import type { Context } from './context.js';
import { normaliseEvent, type TokenFact } from './normalise-event.js';
import { Unreadable } from './unreadable.js';

/** What a `logsSubscribe` notification says of one transaction. */
export type LogNotification = { signature: string; slot: number; isFailed: boolean; logs: readonly string[] };

/**
 * The facts that log messages alone state. The index of the transaction in its slot is not known and taken as 0;
 * pools' trades cannot be stated, because only the transaction names their mints.
 */
export function normaliseLogs({ signature, slot, isFailed, logs }: LogNotification): {
  facts: TokenFact[];
  failures: string[];
  unknownLayouts: UnknownLayout[];
} {
  if (isFailed) return { facts: [], failures: [], unknownLayouts: [] };
  const { events, failures, unknownLayouts, isTruncated } = readLoggedEvents(logs, null);
  if (isTruncated) failures.push('the log is truncated');
  const context: Context = {
    slot,
    transactionIndex: 0,
    signature,
    feePayer: null,
    blockTimeMs: null,
    transaction: null,
    before: [],
    after: [],
  };
  const facts: TokenFact[] = [];
  for (const located of events) {
    try {
      const fact = normaliseEvent({ ...located, emitter: null }, context);
      if (fact !== null) facts.push(fact);
    } catch (error) {
      if (!(error instanceof Unreadable || error instanceof MalformedBytes)) throw error;
      failures.push(`${located.event.name}: ${error.message}`);
    }
  }
  return { facts, failures, unknownLayouts };
}
