import { MalformedBytes } from './malformed.js';
import { ProtobufReader } from './protobuf.js';

/**
 * What ingest needs of a `SubscribeUpdate`; everything else is `other`. `bankId` tells several banks of one slot apart; null
 * where the provider names none, as before protocol 14.
 */
export type Update =
  /** `body` is the `SubscribeUpdateTransaction`, not yet looked into beyond slot and index. */
  | { kind: 'transaction'; slot: number; bankId: number | null; index: number; body: DataView }
  | { kind: 'slot'; slot: number; bankId: number | null; status: number }
  | {
      kind: 'blockMeta';
      slot: number;
      bankId: number | null;
      parentSlot: number | null;
      blockTimeMs: number | null;
    }
  | { kind: 'ping' }
  | { kind: 'other' };

const OTHER: Update = { kind: 'other' };
const PING: Update = { kind: 'ping' };

// Field numbers of geyser.proto.
const UPDATE = { slot: 3, transaction: 4, ping: 6, blockMeta: 7 };
const TRANSACTION = { info: 1, slot: 2, bankId: 3 };
const INFO = { index: 5 };
const SLOT = { slot: 1, status: 3, bankId: 5 };
const META = { slot: 1, blockTime: 4, parentSlot: 6, bankId: 10 };
const UNIX_TIMESTAMP = { timestamp: 1 };

/** The largest time a JavaScript date can hold, in seconds: what is beyond is damage. */
const MAX_TIME_S = 8.64e12;

/** Reads an encoded `SubscribeUpdate`. Throws MalformedBytes. */
export function readUpdate(bytes: Uint8Array): Update {
  const reader = new ProtobufReader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  while (reader.next()) {
    switch (reader.field) {
      case UPDATE.transaction:
        return readTransactionUpdate(reader.message());
      case UPDATE.slot:
        return readSlot(reader.message());
      case UPDATE.blockMeta:
        return readBlockMeta(reader.message());
      case UPDATE.ping:
        return PING;
      default:
        reader.skip();
    }
  }
  return OTHER;
}

function readTransactionUpdate(reader: ProtobufReader): Update {
  let slot: number | null = null;
  let bankId: number | null = null;
  let index = 0;
  while (reader.next()) {
    if (reader.field === TRANSACTION.slot) slot = reader.uint();
    else if (reader.field === TRANSACTION.bankId) bankId = reader.uint();
    else if (reader.field === TRANSACTION.info) {
      const info = reader.message();
      while (info.next()) {
        if (info.field === INFO.index) index = info.uint();
        else info.skip();
      }
    } else reader.skip();
  }
  if (slot === null) throw new MalformedBytes('transaction without a slot');
  return { kind: 'transaction', slot, bankId, index, body: reader.window() };
}

function readSlot(reader: ProtobufReader): Update {
  let slot: number | null = null;
  let bankId: number | null = null;
  let status = 0;
  while (reader.next()) {
    if (reader.field === SLOT.slot) slot = reader.uint();
    else if (reader.field === SLOT.status) status = reader.uint();
    else if (reader.field === SLOT.bankId) bankId = reader.uint();
    else reader.skip();
  }
  if (slot === null) throw new MalformedBytes('slot status without a slot');
  return { kind: 'slot', slot, bankId, status };
}

function readBlockMeta(reader: ProtobufReader): Update {
  let slot: number | null = null;
  let bankId: number | null = null;
  let parentSlot: number | null = null;
  let blockTimeMs: number | null = null;
  while (reader.next()) {
    if (reader.field === META.slot) slot = reader.uint();
    else if (reader.field === META.parentSlot) parentSlot = reader.uint();
    else if (reader.field === META.bankId) bankId = reader.uint();
    else if (reader.field === META.blockTime) blockTimeMs = readTimestampMs(reader.message());
    else reader.skip();
  }
  if (slot === null) throw new MalformedBytes('block meta without a slot');
  return { kind: 'blockMeta', slot, bankId, parentSlot, blockTimeMs };
}

function readTimestampMs(reader: ProtobufReader): number | null {
  let timeMs: number | null = null;
  while (reader.next()) {
    if (reader.field !== UNIX_TIMESTAMP.timestamp) reader.skip();
    else {
      const seconds = reader.uint();
      if (seconds > MAX_TIME_S) throw new MalformedBytes(`block time ${seconds} s`);
      timeMs = seconds * 1000;
    }
  }
  return timeMs;
}
