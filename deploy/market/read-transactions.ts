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

/** A transaction's events of the launchpads: decoded from the self-CPI copy, and both copies' payloads as base64. */
export function eventsOf(transaction: Transaction): {
  cpi: MarketEvent[];
  logged: string[];
  emitted: string[];
} {
  const keys = transaction.transaction!.message!.accountKeys.map((key) =>
    toBase58(Buffer.from(key).toString('latin1')),
  );
  const inner = transaction.meta!.innerInstructions.flatMap(({ instructions }) => instructions);
  const payloads = inner
    .filter(
      ({ data, programIdIndex }) =>
        keys[programIdIndex]! in coders && Buffer.from(data).toString('hex').startsWith(EVENT_INSTRUCTION),
    )
    .map(({ data, programIdIndex }) => ({
      program: keys[programIdIndex]!,
      payload: Buffer.from(data).subarray(8).toString('base64'),
    }));
  return {
    cpi: payloads.map(
      ({ program, payload }) => coders[program]!.events.decode(payload) as unknown as MarketEvent,
    ),
    emitted: payloads.map(({ payload }) => payload),
    logged: transaction.meta!.logMessages.flatMap((line) => line.match(/^Program data: (.*)$/)?.[1] ?? []),
  };
}
