/**
 * Shards of accounts and traders as bytes: they are most of what is stored. A number for the kind, its version, the mint,
 * the shard's number, and the entries. A text stands behind its length, an amount has eight bytes, all little-endian.
 */
import { ADDRESS_PATTERN, placeOf, positionOf } from '../chain/index.js';
import { STATE_VERSIONS } from './screener-state.js';
import {
  type AccountShard,
  type AccountState,
  SHARD_SIZE,
  type TraderShard,
  type TraderState,
} from './token-state.js';
import { checkVersion } from './versions.js';

type Shard = AccountShard | TraderShard;

/** No JSON text begins with one of them. */
const KINDS = [undefined, 'accounts', 'traders'] as const;
const ADDRESS_BYTES_MOST = 45;
const HEAD_BYTES = 2 + ADDRESS_BYTES_MOST + 5;
const ACCOUNT_BYTES = 2 * ADDRESS_BYTES_MOST + 8 + 8 + 4 + 2 + 2;
const TRADER_BYTES = ADDRESS_BYTES_MOST + 8 + 3;
const BUY_BYTES = 12;
const SELL_BYTES = 13;
/** Versions read as bytes; before this one of traders, what they sold was not kept. */
const READ_FROM = { accounts: 2, traders: 2 } as const;
const SELLS_FROM = 3;

export function encodeShard(state: Shard): Buffer {
  const writer = new Writer(Buffer.allocUnsafe(sizeOf(state)));
  writer.byte(state.kind === 'accounts' ? 1 : 2);
  writer.byte(state.v);
  writer.address(state.mint);
  writer.u32(state.shard);
  writer.byte(state.entries.length);
  if (state.kind === 'accounts') for (const entry of state.entries) writeAccount(writer, entry);
  else for (const entry of state.entries) writeTrader(writer, entry);
  return writer.written();
}

const sizeOf = ({ kind, entries }: Shard): number =>
  kind === 'accounts'
    ? HEAD_BYTES + entries.length * ACCOUNT_BYTES
    : entries.reduce(
        (sum, { buys, sells }) => sum + TRADER_BYTES + buys.length * BUY_BYTES + sells.length * SELL_BYTES,
        HEAD_BYTES,
      );

function writeAccount(writer: Writer, { account, owner, amount, position }: AccountState): void {
  const { slot, transaction, instruction, inner } = placeOf(position);
  writer.address(account);
  writer.address(owner ?? '');
  writer.u64(amount);
  writer.double(slot);
  writer.u32(transaction);
  writer.u16(instruction);
  writer.u16(inner);
}

function writeTrader(writer: Writer, { wallet, tradedAt, buys, sells, roles }: TraderState): void {
  writer.address(wallet);
  writer.double(tradedAt);
  writer.byte(roles);
  writer.byte(buys.length);
  for (const { minute, lamports } of buys) {
    writer.u32(minute);
    writer.u64(lamports);
  }
  writer.byte(sells.length);
  for (const { minute, isFlip, lamports } of sells) {
    writer.u32(minute);
    writer.byte(Number(isFlip));
    writer.u64(lamports);
  }
}

/** Throws LaterVersion, or a SyntaxError where the bytes are no shard. */
export function decodeShard(bytes: Buffer): Shard {
  try {
    return readShard(bytes);
  } catch (error) {
    if (error instanceof RangeError)
      throw new SyntaxError('a shard ends before its entries', { cause: error });
    throw error;
  }
}

/** Throws {@link LaterVersion} for what is to be read later. Those as JSON are of the first version. */
export function checkShardVersion(value: Buffer | string): void {
  const kind = typeof value === 'string' ? undefined : KINDS[value[0] ?? 0];
  if (kind !== undefined) checkVersion(kind, value[1] as number);
}

function readShard(bytes: Buffer): Shard {
  const reader = new Reader(bytes);
  const kind = KINDS[reader.byte()];
  if (kind === undefined) throw new SyntaxError('neither JSON nor a shard');
  const version = reader.byte();
  checkVersion(kind, version);
  if (version < READ_FROM[kind]) throw new SyntaxError(`${kind} have no version ${version} as bytes`);
  const mint = reader.address();
  const shard = reader.u32();
  const count = reader.byte();
  if (count > SHARD_SIZE) throw new SyntaxError(`a shard of ${count} entries`);
  const entriesOf = <Entry>(read: (reader: Reader) => Entry) =>
    Array.from({ length: count }, () => read(reader));
  const state: Shard =
    kind === 'accounts'
      ? { kind, v: STATE_VERSIONS.accounts, mint, shard, entries: entriesOf(readAccount) }
      : { kind, v: STATE_VERSIONS.traders, mint, shard, entries: entriesOf(traderReader(version)) };
  reader.end();
  return state;
}

const readAccount = (reader: Reader): AccountState => ({
  account: reader.address(),
  owner: reader.addressOrNull(),
  amount: reader.u64(),
  position: positionOf({
    slot: reader.double(),
    transaction: reader.u32(),
    instruction: reader.u16(),
    inner: reader.u16(),
  }),
});

const traderReader =
  (version: number) =>
  (reader: Reader): TraderState => {
    const wallet = reader.address();
    const tradedAt = reader.double();
    const roles = reader.byte();
    const buys = Array.from({ length: reader.byte() }, () => ({
      minute: reader.u32(),
      lamports: reader.u64(),
    }));
    const sells = Array.from({ length: version < SELLS_FROM ? 0 : reader.byte() }, () => ({
      minute: reader.u32(),
      isFlip: reader.byte() !== 0,
      lamports: reader.u64(),
    }));
    return { wallet, tradedAt, roles, buys, sells };
  };

class Writer {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(value: number): void {
    this.#at = this.#bytes.writeUInt8(value, this.#at);
  }

  u16(value: number): void {
    this.#at = this.#bytes.writeUInt16LE(value, this.#at);
  }

  u32(value: number): void {
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
  }

  u64(value: bigint): void {
    this.#at = this.#bytes.writeBigUInt64LE(value, this.#at);
  }

  double(value: number): void {
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  address(text: string): void {
    this.byte(text.length);
    this.#at += this.#bytes.write(text, this.#at, 'latin1');
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
}

/** Reading beyond the end throws. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }

  u16(): number {
    this.#at += 2;
    return this.#bytes.readUInt16LE(this.#at - 2);
  }

  u32(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }

  u64(): bigint {
    this.#at += 8;
    return this.#bytes.readBigUInt64LE(this.#at - 8);
  }

  double(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  addressOrNull(): string | null {
    const length = this.byte();
    this.#at += length;
    return length === 0 ? null : this.#bytes.toString('latin1', this.#at - length, this.#at);
  }

  address(): string {
    const text = this.addressOrNull();
    if (text === null || !ADDRESS_PATTERN.test(text)) throw new SyntaxError('an address is missing');
    return text;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new SyntaxError('more bytes than the shard has entries for');
  }
}
