import { MalformedBytes } from './malformed.js';

export type WireInstruction = { programIdIndex: number; accounts: Uint8Array; data: Uint8Array };

/** A signed transaction as it crosses the network, before anything is known of its execution. */
export type WireTransaction = {
  version: 'legacy' | 0 | 1;
  signatures: Uint8Array[];
  accountKeys: Uint8Array[];
  instructions: WireInstruction[];
};

const VERSION_FLAG = 0x80;
const V1_PREFIX = 0x81;
const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const BLOCKHASH_BYTES = 32;

class WireReader {
  #at = 0;
  constructor(readonly bytes: Uint8Array) {}

  take(length: number): Uint8Array {
    const from = this.#at;
    if (from + length > this.bytes.length) throw new MalformedBytes('wire transaction is cut');
    this.#at = from + length;
    return this.bytes.subarray(from, this.#at);
  }

  u8(): number {
    return this.take(1)[0]!;
  }

  u16(): number {
    const [low, high] = this.take(2);
    return low! | (high! << 8);
  }

  /** Solana's `compact-u16`: seven bits a byte, at most three bytes. */
  compactU16(): number {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new MalformedBytes('compact-u16 is too long');
  }

  peek(): number {
    const byte = this.bytes[this.#at];
    if (byte === undefined) throw new MalformedBytes('wire transaction is cut');
    return byte;
  }

  list<T>(count: number, read: () => T): T[] {
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(read());
    return items;
  }
}

/** Parses a legacy, v0 or v1 (SIMD-0385) transaction. Throws MalformedBytes. */
export function parseWireTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new WireReader(bytes);
  return reader.peek() === V1_PREFIX ? parseV1(reader) : parseLegacyOrV0(reader);
}

function parseLegacyOrV0(reader: WireReader): WireTransaction {
  const signatures = reader.list(reader.compactU16(), () => reader.take(SIGNATURE_BYTES));
  let version: WireTransaction['version'] = 'legacy';
  if (reader.peek() >= VERSION_FLAG) {
    const prefix = reader.u8();
    if (prefix !== VERSION_FLAG) throw new MalformedBytes(`message version ${prefix - VERSION_FLAG}`);
    version = 0;
  }
  reader.take(3);
  const accountKeys = reader.list(reader.compactU16(), () => reader.take(KEY_BYTES));
  reader.take(BLOCKHASH_BYTES);
  const instructions = reader.list(reader.compactU16(), () => ({
    programIdIndex: reader.u8(),
    accounts: reader.take(reader.compactU16()),
    data: reader.take(reader.compactU16()),
  }));
  // Address table lookups follow in v0; what they loaded stands in the execution record.
  return { version, signatures, accountKeys, instructions };
}

/**
 * v1: prefix, header, config mask, lifetime, counts, addresses, config values (four bytes for each bit of the mask),
 * instruction headers, their payloads, and the signatures last.
 */
function parseV1(reader: WireReader): WireTransaction {
  reader.u8();
  const [signatureCount] = reader.take(3);
  const mask = reader.list(4, () => reader.u8());
  reader.take(BLOCKHASH_BYTES);
  const instructionCount = reader.u8();
  const keyCount = reader.u8();
  const accountKeys = reader.list(keyCount, () => reader.take(KEY_BYTES));
  reader.take(4 * mask.reduce((bits, byte) => bits + countBits(byte), 0));
  const headers = reader.list(instructionCount, () => ({
    programIdIndex: reader.u8(),
    accountCount: reader.u8(),
    dataLength: reader.u16(),
  }));
  const instructions = headers.map(({ programIdIndex, accountCount, dataLength }) => ({
    programIdIndex,
    accounts: reader.take(accountCount),
    data: reader.take(dataLength),
  }));
  const signatures = reader.list(signatureCount!, () => reader.take(SIGNATURE_BYTES));
  return { version: 1, signatures, accountKeys, instructions };
}

const countBits = (byte: number): number => byte.toString(2).replaceAll('0', '').length;
