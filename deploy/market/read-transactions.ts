import { BorshCoder } from '@coral-xyz/anchor';
import type { Update } from '@cryptonite/provider/update.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
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

/** The launchpads' instructions of a transaction, those that others invoke among them, in the order of execution. */
function launchpadCalls(transaction: Transaction): { program: string; data: Buffer }[] {
  const { accountKeys, instructions } = transaction.transaction!.message!;
  const keys = accountKeys.map((key) => toBase58(Buffer.from(key).toString('latin1')));
  const inner = new Map(transaction.meta!.innerInstructions.map((set) => [set.index, set.instructions]));
  return instructions
    .flatMap((outer, index) => [outer, ...(inner.get(index) ?? [])])
    .map(({ data, programIdIndex }) => ({ program: keys[programIdIndex]!, data: Buffer.from(data) }))
    .filter(({ program }) => program in coders);
}

const isEvent = ({ data }: { data: Buffer }): boolean => data.toString('hex', 0, 8) === EVENT_INSTRUCTION;

/** The launchpads' events that a transaction's self-calls carry, by program, their payloads as base64. */
export const payloadsOf = (transaction: Transaction): { program: string; payload: string }[] =>
  launchpadCalls(transaction)
    .filter(isEvent)
    .map(({ program, data }) => ({ program, payload: data.toString('base64', 8) }));

/** More than any event or instruction of the IDLs has beyond the shortest layout. */
const PADDING = Buffer.alloc(512);

/**
 * The launchpads' instructions as Anchor's coder reads them, padded like events; those that the IDL has no longer are
 * left out.
 */
export const instructionsOf = (transaction: Transaction): MarketEvent[] =>
  launchpadCalls(transaction)
    .filter((call) => !isEvent(call))
    .flatMap(({ program, data }) => {
      const decoded = coders[program]!.instruction.decode(Buffer.concat([data, PADDING]));
      return decoded === null ? [] : [decoded as unknown as MarketEvent];
    });

/**
 * An event as Anchor's coder reads it, also where its layout ends before the IDL does: what is missing is 0. Without
 * the zeros the coder throws on most layouts of the past.
 */
export function decodePadded({ program, payload }: { program: string; payload: string }): MarketEvent {
  const padded = Buffer.concat([Buffer.from(payload, 'base64'), PADDING]);
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
