import { BorshCoder } from '@coral-xyz/anchor';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import type { Update } from '../yellowstone/update.js';
import { PUMP, PUMP_SWAP, toBase58 } from './addresses.js';
import { PUMP_IDL, PUMP_SWAP_IDL } from './borsh.js';

const EVENT_INSTRUCTION = 'e445a52e51cb9a1d';

export type Transaction = NonNullable<NonNullable<SubscribeUpdate['transaction']>['transaction']>;

/** The transactions among updates, as a client decodes them. */
export const readTransactions = (updates: readonly Update[]): Transaction[] =>
  updates.flatMap(({ body }) => SubscribeUpdate.decode(body).transaction?.transaction ?? []);

const coders = {
  [toBase58(PUMP)]: new BorshCoder(PUMP_IDL),
  [toBase58(PUMP_SWAP)]: new BorshCoder(PUMP_SWAP_IDL),
};

export interface MarketEvent {
  name: string;
  data: Record<string, { toString(): string }>;
}

/** The launchpads' events that a transaction's self-calls carry, by program, their payloads as base64. */
export function payloadsOf(transaction: Transaction): { program: string; payload: string }[] {
  const keys = transaction.transaction!.message!.accountKeys.map((key) =>
    toBase58(Buffer.from(key).toString('latin1')),
  );
  return transaction
    .meta!.innerInstructions.flatMap(({ instructions }) => instructions)
    .map(({ data, programIdIndex }) => ({ program: keys[programIdIndex]!, data: Buffer.from(data) }))
    .filter(({ program, data }) => program in coders && data.toString('hex', 0, 8) === EVENT_INSTRUCTION)
    .map(({ program, data }) => ({ program, payload: data.toString('base64', 8) }));
}

/**
 * An event as Anchor's coder reads it, also where its layout ends before the IDL does: what is missing is 0. Without
 * the zeros the coder throws on most layouts of the past.
 */
export function decodePadded({ program, payload }: { program: string; payload: string }): MarketEvent {
  const padded = Buffer.concat([Buffer.from(payload, 'base64'), Buffer.alloc(512)]);
  return coders[program]!.events.decode(padded.toString('base64')) as unknown as MarketEvent;
}

/** A transaction's events as Anchor's coder reads them, and both copies' payloads as base64. */
export function eventsOf(transaction: Transaction): {
  cpi: MarketEvent[];
  logged: string[];
  emitted: string[];
} {
  const payloads = payloadsOf(transaction);
  return {
    cpi: payloads.map(
      ({ program, payload }) => coders[program]!.events.decode(payload) as unknown as MarketEvent,
    ),
    emitted: payloads.map(({ payload }) => payload),
    logged: transaction.meta!.logMessages.flatMap((line) => line.match(/^Program data: (.*)$/)?.[1] ?? []),
  };
}
