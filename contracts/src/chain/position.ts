import { z } from 'zod';

export const Slot = z.int().nonnegative();

/** DateTime64(3) of ClickHouse begins and ends here, in ms: a time outside cannot be stored. */
export const FIRST_TIME_MS = Date.UTC(1900, 0, 1);
export const LAST_TIME_MS = Date.UTC(2262, 3, 11) - 1;

/** Milliseconds of chain time. */
export const TimeMs = z.int().min(FIRST_TIME_MS).max(LAST_TIME_MS);

// Widths: slots pass 10^9 in about 2034; a block holds at most some 10^4 transactions; a transaction's 1,232 or
// 4,096 bytes bound its instructions and the runtime its inner ones to well under 10^3 and 10^4.
const WIDTHS = [12, 6, 3, 4] as const;

/** Where a fact stands on the chain. Instructions count from 0; `inner` is 0 for the outer one itself, else 1 + its inner index. */
export type Place = { slot: number; transaction: number; instruction: number; inner: number };

/** The instruction number of facts that describe the whole transaction, such as balances after it: after all others. */
export const TRANSACTION_END = 999;

/** Behind all transactions of a slot: what is said of the slot itself, and what is known as of its end. */
export const SLOT_END = { transaction: 999_999, instruction: TRANSACTION_END } as const;

const pad = (part: number, width: number): string => String(part).padStart(width, '0');

/** A place as a fixed-width string whose order as text is the order on the chain. */
export function positionOf({ slot, transaction, instruction, inner }: Place): string {
  const [slots, transactions, instructions, inners] = WIDTHS;
  return `${pad(slot, slots)}-${pad(transaction, transactions)}-${pad(instruction, instructions)}-${pad(inner, inners)}`;
}

/** The inverse of {@link positionOf}. */
export function placeOf(position: string): Place {
  const [slot = 0, transaction = 0, instruction = 0, inner = 0] = position.split('-').map(Number);
  return { slot, transaction, instruction, inner };
}

/** The slot of a position. */
export const slotOf = (position: string): number => Number(position.slice(0, WIDTHS[0]));

export const Position = z.string().regex(/^\d{12}-\d{6}-\d{3}-\d{4}$/, 'is not a position');

/** The id of a chain fact: the same for every copy, replay and ingester. */
export function eventIdOf(signature: string, instruction: number, inner: number, kind: string): string {
  return `${signature}:${instruction}:${inner}:${kind}`;
}
