/**
 * Why ingest may pass a hurt update by, found without its decoder: by the places of fields alone. Damage beside or behind
 * what decides hides nothing, because ingest reads no further than it must, either.
 */
import { createHash } from 'node:crypto';
import { addressBytes, PUMP, PUMP_SWAP, SHARED } from '@cryptonite/market/addresses.js';
import { type Field, readFields, readVarint } from '@cryptonite/provider/protobuf.js';
import bs58 from 'bs58';

// Field numbers of geyser.proto and solana-storage.proto.
const UPDATE = { slot: 3, transaction: 4, ping: 6, blockMeta: 7 };
const KNOWN_UPDATES = new Set(Object.values(UPDATE));
const TRANSACTION = { info: 1, slot: 2 };
const INFO = { signature: 1, transaction: 3, meta: 4 };
const MESSAGE_OF_TRANSACTION = 2;
const MESSAGE = { accountKey: 2, instruction: 4 };
const META = { err: 1, innerInstructions: 5, loadedWritable: 12, loadedReadonly: 13 };
const INNER = { index: 1, instruction: 2 };
const INSTRUCTION = { programIndex: 1, accounts: 2, data: 3 };

const LAUNCHPADS = [PUMP, PUMP_SWAP].map(addressBytes);
const AUTHORITIES = [SHARED.pumpEventAuthority, SHARED.swapEventAuthority].map(addressBytes);
const EVENT_HEAD_BYTES = 16;
/** How the data of an inner instruction begin that carries an event of which a fact is made. */
const FACT_EVENTS = new Set(
  [
    ...['TradeEvent', 'CreateEvent', 'CompleteEvent', 'CompletePumpAmmMigrationEvent', 'BuyEvent'],
    ...['SellEvent', 'CreatePoolEvent', 'DepositEvent', 'WithdrawEvent'],
  ].map(
    (name) => `e445a52e51cb9a1d${createHash('sha256').update(`event:${name}`).digest('hex').slice(0, 16)}`,
  ),
);

/** What an update is that leaves neither fact nor dead letter; null where it should have left one. `lastSlot`: played. */
export function passedByBecause(bytes: Buffer, lastSlot: number): string | null {
  const update = firstKnown(bytes);
  if (update === 'damaged') return null;
  if (update === null) return 'an update of another kind';
  if (update.tag >> 3 !== UPDATE.transaction) return 'a ping, slot status or block meta';
  const body = bytes.subarray(update.value, update.end);
  const info = fieldAt(body, [TRANSACTION.info]);
  const meta = info && fieldAt(info, [INFO.meta]);
  if (!meta) return 'a transaction without a result';
  if (fieldAt(meta, [META.err]) !== null) return 'a failed transaction';
  if (numberOf(body, TRANSACTION.slot) > lastSlot) return 'in a slot that has not come yet';
  const message = fieldAt(info, [INFO.transaction, MESSAGE_OF_TRANSACTION]) ?? Buffer.alloc(0);
  const keys = [
    ...valuesOf(message, MESSAGE.accountKey),
    ...valuesOf(meta, META.loadedWritable),
    ...valuesOf(meta, META.loadedReadonly),
  ];
  const programs = new Set(
    keys.flatMap((key, i) => (LAUNCHPADS.some((program) => program.equals(key)) ? [i] : [])),
  );
  if (programs.size === 0) return 'names no launchpad';
  const outerCount = valuesOf(message, MESSAGE.instruction).length;
  const states = valuesOf(meta, META.innerInstructions).some(
    (inner) =>
      numberOf(inner, INNER.index) < outerCount &&
      valuesOf(inner, INNER.instruction).some((instruction) => {
        const data = fieldAt(instruction, [INSTRUCTION.data]) ?? Buffer.alloc(0);
        const authority = keys[fieldAt(instruction, [INSTRUCTION.accounts])?.[0] ?? -1];
        return (
          programs.has(numberOf(instruction, INSTRUCTION.programIndex)) &&
          FACT_EVENTS.has(data.toString('hex', 0, EVENT_HEAD_BYTES)) &&
          AUTHORITIES.some((each) => authority !== undefined && each.equals(authority))
        );
      }),
  );
  return states ? null : 'states no fact';
}

/** Base58 of the transaction's signature; null where the update holds none. */
export function signatureOf(bytes: Buffer): string | null {
  const update = firstKnown(bytes);
  if (update === null || update === 'damaged' || update.tag >> 3 !== UPDATE.transaction) return null;
  const signature = fieldAt(bytes.subarray(update.value, update.end), [TRANSACTION.info, INFO.signature]);
  return signature?.length === 64 ? bs58.encode(signature) : null;
}

/** The field that decides what an update is: ingest looks at nothing behind it. Null: there is none. */
function firstKnown(bytes: Buffer): Field | 'damaged' | null {
  try {
    for (const field of readFields(bytes)) if (KNOWN_UPDATES.has(field.tag >> 3)) return field;
    return null;
  } catch {
    return 'damaged';
  }
}

/** The newest value under a path of field numbers; null where none leads there. */
function fieldAt(bytes: Buffer, path: readonly number[]): Buffer | null {
  return path.reduce<Buffer | null>((at, field) => at && (valuesOf(at, field).at(-1) ?? null), bytes);
}

/** Zero, protobuf's default, where the field is not there or holds no number. */
function numberOf(bytes: Buffer, field: number): number {
  const value = fieldAt(bytes, [field]);
  return value === null || (value.at(-1) ?? 0x80) >= 0x80 ? 0 : readVarint(value, 0).value;
}

/** Every value of a field, up to the first damage. */
function valuesOf(bytes: Buffer, number: number): Buffer[] {
  const found: Buffer[] = [];
  try {
    for (const { tag, value, end } of readFields(bytes))
      if (tag >> 3 === number) found.push(bytes.subarray(value, end));
  } catch {
    // What was found before the damage counts.
  }
  return found;
}
