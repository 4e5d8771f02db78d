import { SlotStatus, SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { readFields, readVarint } from './protobuf.js';

/**
 * One `SubscribeUpdate` as the server keeps it: its wire bytes without the `filters` field, which differs from
 * client to client, and what filters and slot tracking need to know of it.
 * Accounts and signatures are raw bytes as latin1 strings: comparable and hashable without base58.
 */
export type Update = {
  slot: number;
  /** Of several banks of the slot the one it is of; undefined where none is named. */
  bankId?: number | undefined;
  body: Buffer;
} & (
  | { kind: 'transaction'; isVote: boolean; failed: boolean; signature: string; accounts: readonly string[] }
  | { kind: 'slot'; status: SlotStatus }
  | { kind: 'blockMeta'; blockHash: string; blockHeight: number | null; blockTimeS: number | null }
  | { kind: 'entry' }
  | { kind: 'ping' }
);

/** Thirty-two or sixty-four raw bytes as a comparable string. */
export const rawKey = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const FILTERS_TAG = (1 << 3) | 2;

/** By the tags of statuses, transactions and block metas that of their `bank_id`, which the official codec does not read. */
const BANK_ID_TAGS: ReadonlyMap<number, number> = new Map([
  [(3 << 3) | 2, 5 << 3],
  [(4 << 3) | 2, 3 << 3],
  [(7 << 3) | 2, 10 << 3],
]);

/** The `filters` field of a SubscribeUpdate, to be put before an update's body: protobuf fields may come in any order. */
export function encodeFilters(names: readonly string[]): Buffer {
  return Buffer.from(SubscribeUpdate.encode(SubscribeUpdate.fromPartial({ filters: [...names] })).finish());
}

/** A SubscribeUpdate's bytes without its `filters`, which encoders write first. */
export function withoutFilters(frame: Buffer): Buffer {
  let at = 0;
  while (frame[at] === FILTERS_TAG) {
    const { value, next } = readVarint(frame, at + 1);
    at = next + value;
  }
  return frame.subarray(at);
}

/**
 * Reads a recorded SubscribeUpdate; null for the kinds this server has no filter for (accounts, whole blocks,
 * transaction statuses, pongs). `lastSlot` places pings, which name no slot. Throws on bytes that are no update.
 */
export function parseUpdate(
  frame: Buffer,
  lastSlot: number,
): { update: Update | null; sentAtMs: number | null } {
  const decoded = SubscribeUpdate.decode(frame);
  return {
    update: toUpdate(decoded, withoutFilters(frame), lastSlot),
    sentAtMs: decoded.createdAt?.getTime() ?? null,
  };
}

function toUpdate(decoded: SubscribeUpdate, body: Buffer, lastSlot: number): Update | null {
  const { transaction, slot, blockMeta, entry, ping } = decoded;
  if (transaction?.transaction) {
    const info = transaction.transaction;
    const keys = [
      ...(info.transaction?.message?.accountKeys ?? []),
      ...(info.meta?.loadedWritableAddresses ?? []),
      ...(info.meta?.loadedReadonlyAddresses ?? []),
    ];
    return {
      kind: 'transaction',
      slot: Number(transaction.slot),
      bankId: bankIdOf(body),
      body,
      isVote: info.isVote,
      failed: info.meta?.err !== undefined,
      signature: rawKey(info.signature),
      accounts: keys.map(rawKey),
    };
  }
  if (slot) {
    return { kind: 'slot', slot: Number(slot.slot), bankId: bankIdOf(body), body, status: slot.status };
  }
  if (blockMeta) {
    return {
      kind: 'blockMeta',
      slot: Number(blockMeta.slot),
      bankId: bankIdOf(body),
      body,
      blockHash: blockMeta.blockhash,
      blockHeight: blockMeta.blockHeight ? Number(blockMeta.blockHeight.blockHeight) : null,
      blockTimeS: blockMeta.blockTime ? Number(blockMeta.blockTime.timestamp) : null,
    };
  }
  if (entry) return { kind: 'entry', slot: Number(entry.slot), body };
  if (ping) return { kind: 'ping', slot: lastSlot, body };
  return null;
}

function bankIdOf(body: Buffer): number | undefined {
  for (const { tag, value, end } of readFields(body)) {
    const bankIdTag = BANK_ID_TAGS.get(tag);
    if (bankIdTag === undefined) continue;
    const message = body.subarray(value, end);
    for (const field of readFields(message))
      if (field.tag === bankIdTag) return readVarint(message, field.value).value;
  }
  return undefined;
}
