import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { z } from 'zod';
import { encodeTransactionJson } from './transaction-json.js';

const Slot = z.int().nonnegative();

/** A block as `getBlock` answers it; its transactions are looked into one by one, as one may be damaged. */
const Block = z.object({
  blockTime: z.int().nonnegative().nullable(),
  parentSlot: Slot,
  transactions: z.array(z.unknown()).max(100_000),
});

/** One may be damaged. Where so many are, the block is none of this chain's. */
const MOST_MALFORMED = 20;

/** As much of a transaction as tells whether somebody wants it. */
const Naming = z.object({
  transaction: z.object({ message: z.object({ accountKeys: z.array(z.unknown()) }) }),
  meta: z.object({
    err: z.unknown(),
    loadedAddresses: z.object({ writable: z.array(z.unknown()), readonly: z.array(z.unknown()) }).nullish(),
  }),
});

export type BlockUpdates = {
  /** Null where there is no block. */
  parentSlot: number | null;
  /** Its block time, ms since 1970; null where it was not told. */
  timeMs: number | null;
  /** Encoded `SubscribeUpdate`s: the wanted transactions in their order, the block's meta, its confirmation. */
  updates: Uint8Array[];
  /** Wanted transactions that cannot be read, as JSON, with the reason. */
  malformed: { json: string; reason: string }[];
};

/**
 * What a Yellowstone stream at `confirmed` would have sent of a block: its successful transactions that name an account of
 * `wanted`. Throws an Error where it is no block, or one of which parts were not recorded: facts would be missing, and nobody told.
 */
export function updatesOf(slot: number, json: unknown, wanted: ReadonlySet<string>): BlockUpdates {
  const { blockTime, parentSlot, transactions } = Block.parse(json);
  const malformed: BlockUpdates['malformed'] = [];
  const updates: Uint8Array[] = [];
  transactions.forEach((transaction, index) => {
    try {
      if (!isWanted(transaction, wanted)) return;
      const { transaction: signed, meta } = transaction as { transaction: unknown; meta: unknown };
      // What else stands beside them says nothing of its place.
      const placed = { slot, index, blockTime };
      const { body, missing } = encodeTransactionJson({ transaction: signed, meta }, placed);
      if (missing.size > 0) throw new Stripped(`transactions without ${[...missing].join(', ')}`);
      updates.push(wrapped(body));
    } catch (error) {
      if (error instanceof Stripped || malformed.length === MOST_MALFORMED) throw error;
      malformed.push({ json: textOf(transaction), reason: oneLine(error) });
    }
  });
  updates.push(metaUpdate(slot, parentSlot, blockTime), confirmation(slot));
  return { parentSlot, timeMs: blockTime === null ? null : blockTime * 1_000, updates, malformed };
}

class Stripped extends Error {
  override readonly name = 'Stripped';
}

function isWanted(transaction: unknown, wanted: ReadonlySet<string>): boolean {
  const { transaction: signed, meta } = Naming.parse(transaction);
  if (meta.err !== null && meta.err !== undefined) return false;
  const names = (keys: readonly unknown[] = []) => keys.some((key) => wanted.has(key as string));
  const { writable, readonly } = meta.loadedAddresses ?? {};
  return names(signed.message.accountKeys) || names(writable) || names(readonly);
}

/** What an error says, in one line. */
export function oneLine(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  return error.issues
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('; ')
    .slice(0, 300);
}

/** As JSON, but for what is nested too deep to be written. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    return oneLine(error);
  }
}

const TRANSACTION_TAG = (4 << 3) | 2;

/** A `SubscribeUpdate` around an encoded `SubscribeUpdateTransaction`. */
function wrapped(body: Uint8Array): Uint8Array {
  const head = [TRANSACTION_TAG];
  let length = body.length;
  for (; length > 0x7f; length >>>= 7) head.push((length & 0x7f) | 0x80);
  head.push(length);
  return Buffer.concat([Uint8Array.from(head), body]);
}

const encode = (update: object): Uint8Array =>
  SubscribeUpdate.encode(SubscribeUpdate.fromPartial(update)).finish();

const metaUpdate = (slot: number, parentSlot: number, blockTime: number | null): Uint8Array =>
  encode({
    blockMeta: {
      slot: String(slot),
      parentSlot: String(parentSlot),
      blockTime: blockTime === null ? undefined : { timestamp: String(blockTime) },
    },
  });

const CONFIRMED = 1;
const confirmation = (slot: number): Uint8Array =>
  encode({ slot: { slot: String(slot), status: CONFIRMED } });
