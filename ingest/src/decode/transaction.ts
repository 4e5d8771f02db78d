import { encodeBase58 } from './base58.js';
import { Key } from './key.js';
import { MalformedBytes } from './malformed.js';
import { ProtobufReader } from './protobuf.js';

/** A compiled instruction; accounts are one-byte indexes into the transaction's keys. Offsets are into the message's view. */
export class Instruction {
  constructor(
    readonly view: DataView,
    readonly programIndex: number,
    readonly accountsFrom: number,
    readonly accountsTo: number,
    readonly dataFrom: number,
    readonly dataTo: number,
    /** 1 for an outer instruction; null where an old record does not tell. */
    readonly stackHeight: number | null,
  ) {}

  get accountCount(): number {
    return this.accountsTo - this.accountsFrom;
  }

  /** The index in the transaction's keys of the instruction's `n`th account; undefined beyond its accounts. */
  accountIndex(n: number): number | undefined {
    return n < this.accountCount ? this.view.getUint8(this.accountsFrom + n) : undefined;
  }
}

/** The first eight bytes of an instruction's data, by which Anchor programs tell them apart; null where there are fewer. */
export const nameOf = ({ view, dataFrom, dataTo }: Instruction): bigint | null =>
  dataTo - dataFrom < 8 ? null : view.getBigUint64(dataFrom);

/** A token account's balance before or after a transaction. */
export type TokenBalance = {
  accountIndex: number;
  mint: string;
  owner: string | null;
  amount: bigint;
  decimals: number;
};

type Range = { from: number; to: number };

/**
 * A transaction with its execution record, as a view on the bytes of a `SubscribeUpdateTransaction`. Keys and
 * instructions are found when it is made; logs and balances are read when asked for, which most transactions never are.
 */
export class Transaction {
  #signature: string | null = null;

  constructor(
    readonly slot: number,
    readonly index: number,
    private readonly signatureAt: number,
    readonly isFailed: boolean,
    /** Static keys, then loaded writable, then loaded read-only: the order in which instructions count them. */
    readonly keys: readonly Key[],
    readonly outer: readonly Instruction[],
    /** Inner instructions by outer index, in order of execution; absent where the record has none for it. */
    readonly inner: ReadonlyMap<number, readonly Instruction[]>,
    private readonly bytes: DataView,
    private readonly logRanges: readonly Range[],
    private readonly beforeRanges: readonly Range[],
    private readonly afterRanges: readonly Range[],
  ) {}

  /** Base58 of the first signature; most transactions that state no fact are never asked. */
  get signature(): string {
    this.#signature ??= encodeBase58(this.bytes, this.signatureAt, SIGNATURE_BYTES);
    return this.#signature;
  }

  /** The account that paid for the transaction. */
  get feePayer(): Key | undefined {
    return this.keys[0];
  }

  key(index: number | undefined): Key | undefined {
    return index === undefined ? undefined : this.keys[index];
  }

  logs(): string[] {
    return this.logRanges.map(({ from, to }) => decodeUtf8(this.bytes, from, to));
  }

  balancesBefore(): TokenBalance[] {
    return this.beforeRanges.map((range) => readTokenBalance(this.bytes, range));
  }

  balancesAfter(): TokenBalance[] {
    return this.afterRanges.map((range) => readTokenBalance(this.bytes, range));
  }
}

// Field numbers of geyser.proto and solana-storage.proto.
const UPDATE = { info: 1, slot: 2 };
const INFO = { signature: 1, transaction: 3, meta: 4, index: 5 };
const MESSAGE_OF_TRANSACTION = 2;
const MESSAGE = { accountKey: 2, instruction: 4 };
const META = {
  err: 1,
  innerInstructions: 5,
  logMessage: 6,
  balanceBefore: 7,
  balanceAfter: 8,
  loadedWritable: 12,
  loadedReadonly: 13,
};
const INNER = { index: 1, instruction: 2 };
const INSTRUCTION = { programIndex: 1, accounts: 2, data: 3, stackHeight: 4 };
const BALANCE = { accountIndex: 1, mint: 2, amount: 3, owner: 4 };
const AMOUNT = { decimals: 2, amount: 3 };

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
const MAX_U64 = 2n ** 64n - 1n;
const MAX_U64_DIGITS = 20;
const DIGIT_ZERO = 48;
const LOW_DIGITS = 15;
const LOW_SCALE = 10n ** BigInt(LOW_DIGITS);

/** A position has three digits for an instruction, with 999 taken, and four for an inner one, counted from 1. */
const MAX_OUTER = 998;
const MAX_INNER = 9_998;

/** An account's index is a byte. Balances are compared with each other, so more would cost the square of their number. */
const MAX_BALANCES = 256;

/**
 * Reads a `SubscribeUpdateTransaction`. Null where it has no meta, that is no result: such a transaction says what was
 * asked for, not what happened. Throws MalformedBytes.
 */
export function readTransaction(body: DataView): Transaction | null {
  const update = new ProtobufReader(body);
  let slot = 0;
  let info: ProtobufReader | null = null;
  while (update.next()) {
    if (update.field === UPDATE.slot) slot = update.uint();
    else if (update.field === UPDATE.info) info = update.message();
    else update.skip();
  }
  if (info === null) throw new MalformedBytes('update without a transaction');

  let signatureAt: number | null = null;
  let index = 0;
  let transaction: ProtobufReader | null = null;
  let meta: ProtobufReader | null = null;
  while (info.next()) {
    switch (info.field) {
      case INFO.signature:
        info.bytes();
        if (info.to - info.from !== SIGNATURE_BYTES) throw new MalformedBytes('signature is not 64 bytes');
        signatureAt = info.from;
        break;
      case INFO.transaction:
        transaction = info.message();
        break;
      case INFO.meta:
        meta = info.message();
        break;
      case INFO.index:
        index = info.uint();
        break;
      default:
        info.skip();
    }
  }
  if (signatureAt === null) throw new MalformedBytes('transaction without a signature');
  if (transaction === null) throw new MalformedBytes('transaction without a message');
  if (meta === null) return null;

  const keys: Key[] = [];
  const outer: Instruction[] = [];
  readMessage(transaction, keys, outer);
  if (outer.length > MAX_OUTER) throw new MalformedBytes(`${outer.length} instructions`);
  const record = readMeta(meta, keys);
  const balances = Math.max(record.before.length, record.after.length);
  if (balances > MAX_BALANCES) throw new MalformedBytes(`${balances} token balances`);
  return new Transaction(
    slot,
    index,
    signatureAt,
    record.isFailed,
    keys,
    outer,
    record.inner,
    body,
    record.logs,
    record.before,
    record.after,
  );
}

function readMessage(transaction: ProtobufReader, keys: Key[], outer: Instruction[]): void {
  while (transaction.next()) {
    if (transaction.field !== MESSAGE_OF_TRANSACTION) {
      transaction.skip();
      continue;
    }
    const message = transaction.message();
    while (message.next()) {
      if (message.field === MESSAGE.accountKey) keys.push(readKey(message));
      else if (message.field === MESSAGE.instruction) outer.push(readInstruction(message.message(), 1));
      else message.skip();
    }
  }
}

function readMeta(meta: ProtobufReader, keys: Key[]) {
  let isFailed = false;
  const inner = new Map<number, Instruction[]>();
  const logs: Range[] = [];
  const before: Range[] = [];
  const after: Range[] = [];
  const readonlyKeys: Key[] = [];
  const addRange = (ranges: Range[]): void => {
    meta.bytes();
    ranges.push({ from: meta.from, to: meta.to });
  };
  while (meta.next()) {
    switch (meta.field) {
      case META.err:
        meta.skip();
        isFailed = true;
        break;
      case META.innerInstructions:
        readInner(meta.message(), inner);
        break;
      case META.logMessage:
        addRange(logs);
        break;
      case META.balanceBefore:
        addRange(before);
        break;
      case META.balanceAfter:
        addRange(after);
        break;
      case META.loadedWritable:
        keys.push(readKey(meta));
        break;
      case META.loadedReadonly:
        readonlyKeys.push(readKey(meta));
        break;
      default:
        meta.skip();
    }
  }
  keys.push(...readonlyKeys);
  return { isFailed, inner, logs, before, after };
}

function readInner(reader: ProtobufReader, inner: Map<number, Instruction[]>): void {
  let index = 0;
  const instructions: Instruction[] = [];
  while (reader.next()) {
    if (reader.field === INNER.index) index = reader.uint();
    else if (reader.field === INNER.instruction) instructions.push(readInstruction(reader.message(), null));
    else reader.skip();
  }
  if (instructions.length > MAX_INNER) throw new MalformedBytes(`${instructions.length} inner instructions`);
  inner.set(index, instructions);
}

function readInstruction(reader: ProtobufReader, height: number | null): Instruction {
  let programIndex = 0;
  let accountsFrom = 0;
  let accountsTo = 0;
  let dataFrom = 0;
  let dataTo = 0;
  let stackHeight = height;
  while (reader.next()) {
    switch (reader.field) {
      case INSTRUCTION.programIndex:
        programIndex = reader.uint();
        break;
      case INSTRUCTION.accounts:
        reader.bytes();
        accountsFrom = reader.from;
        accountsTo = reader.to;
        break;
      case INSTRUCTION.data:
        reader.bytes();
        dataFrom = reader.from;
        dataTo = reader.to;
        break;
      case INSTRUCTION.stackHeight:
        stackHeight = reader.uint();
        break;
      default:
        reader.skip();
    }
  }
  return new Instruction(reader.view, programIndex, accountsFrom, accountsTo, dataFrom, dataTo, stackHeight);
}

function readKey(reader: ProtobufReader): Key {
  reader.bytes();
  if (reader.to - reader.from !== KEY_BYTES) throw new MalformedBytes('account key is not 32 bytes');
  return new Key(reader.view, reader.from);
}

function readTokenBalance(view: DataView, { from, to }: Range): TokenBalance {
  const reader = new ProtobufReader(view, from, to);
  const balance: TokenBalance = { accountIndex: 0, mint: '', owner: null, amount: 0n, decimals: 0 };
  while (reader.next()) {
    switch (reader.field) {
      case BALANCE.accountIndex:
        balance.accountIndex = reader.uint();
        break;
      case BALANCE.mint:
        balance.mint = reader.address();
        break;
      case BALANCE.amount:
        readAmount(reader.message(), balance);
        break;
      case BALANCE.owner:
        balance.owner = reader.address() || null;
        break;
      default:
        reader.skip();
    }
  }
  return balance;
}

function readAmount(reader: ProtobufReader, balance: TokenBalance): void {
  while (reader.next()) {
    if (reader.field === AMOUNT.decimals) balance.decimals = reader.uint();
    else if (reader.field === AMOUNT.amount) {
      reader.bytes();
      balance.amount = readDecimalU64(reader.view, reader.from, reader.to);
    } else reader.skip();
  }
}

/** A u64 in decimal digits: in two parts that doubles hold exactly, because a bigint from text costs several times more. */
function readDecimalU64(view: DataView, from: number, to: number): bigint {
  const length = to - from;
  if (length === 0 || length > MAX_U64_DIGITS) throw new MalformedBytes('token amount is no u64');
  let high = 0;
  let low = 0;
  for (let at = from; at < to; at++) {
    const digit = view.getUint8(at) - DIGIT_ZERO;
    if (digit < 0 || digit > 9) throw new MalformedBytes('token amount is no u64');
    if (to - at > LOW_DIGITS) high = high * 10 + digit;
    else low = low * 10 + digit;
  }
  const amount = high === 0 ? BigInt(low) : BigInt(high) * LOW_SCALE + BigInt(low);
  if (amount > MAX_U64) throw new MalformedBytes('token amount is no u64');
  return amount;
}

const utf8 = new TextDecoder();
const decodeUtf8 = (view: DataView, from: number, to: number): string =>
  utf8.decode(new Uint8Array(view.buffer, view.byteOffset + from, to - from));
