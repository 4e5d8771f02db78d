import { hash } from 'node:crypto';
import type { Update } from '@cryptonite/provider/update.js';
import { type Address, toBase58 } from './addresses.js';
import type { Call, Failure } from './call.js';
import type { Ledger, TokenHolding } from './ledger.js';
import { writeLogs } from './logs.js';
import { fixed64Tag, lengthTag, varintTag, WireWriter } from './wire-writer.js';

export interface TransactionDraft {
  slot: number;
  index: number;
  /** Unique in the market's life; signatures are hashed from it. */
  label: string;
  payer: Address;
  calls: readonly Call[];
  feeLamports: bigint;
  /** The limit that the transaction asked for. */
  computeUnits: number;
  recentBlockhash: Buffer;
  sentAtMs: number;
}

interface Message {
  keys: Address[];
  indexOf: ReadonlyMap<Address, number>;
  signers: number;
  readonlySigners: number;
  readonlyOthers: number;
}

const WRITABLE = 1;
const SIGNER = 2;

/** Accounts in the order Solana demands: payer, then by signing and writing. */
function orderAccounts(payer: Address, calls: readonly Call[]): Message {
  const marks = new Map<Address, number>([[payer, WRITABLE | SIGNER]]);
  for (const call of calls) markAccounts(marks, call, false);
  for (const call of calls) markPrograms(marks, call);

  const ranked: Address[][] = [[], [], [], []];
  const [signingWriters, signingReaders, writers, readers] = ranked as [
    Address[],
    Address[],
    Address[],
    Address[],
  ];
  for (const [key, mark] of marks) {
    ranked[((mark & SIGNER) === 0 ? 2 : 0) + ((mark & WRITABLE) === 0 ? 1 : 0)]!.push(key);
  }
  const keys = [...signingWriters, ...signingReaders, ...writers, ...readers];
  const indexOf = marks;
  for (let index = 0; index < keys.length; index++) indexOf.set(keys[index]!, index);
  return {
    keys,
    indexOf,
    signers: signingWriters.length + signingReaders.length,
    readonlySigners: signingReaders.length,
    readonlyOthers: readers.length,
  };
}

/** A program signs for its own addresses in the calls it makes; only outer signatures are the transaction's. */
function markAccounts(marks: Map<Address, number>, { accounts, children }: Call, inner: boolean): void {
  for (const { key, writable, signer } of accounts) {
    const mark = (writable ? WRITABLE : 0) | (signer && !inner ? SIGNER : 0);
    const known = marks.get(key);
    if (known === undefined || (known | mark) !== known) marks.set(key, (known ?? 0) | mark);
  }
  for (const child of children) markAccounts(marks, child, true);
}

function markPrograms(marks: Map<Address, number>, { program, children }: Call): void {
  if (!marks.has(program)) marks.set(program, 0);
  for (const child of children) markPrograms(marks, child);
}

export const failureOf = (call: Call): Failure | undefined => {
  if (call.failure) return call.failure;
  for (const child of call.children) {
    const failure = failureOf(child);
    if (failure) return failure;
  }
  return undefined;
};

/** Positions in the enums of solana-sdk's TransactionError and InstructionError. */
const INSTRUCTION_ERROR = 8;
export const CUSTOM_ERROR = 25;
const COMPUTE_BUDGET_EXCEEDED = 37;

/** Bincode of `TransactionError::InstructionError(index, …)`. */
function encodeError(index: number, { code }: Failure): Buffer {
  const bytes = Buffer.alloc(code === null ? 9 : 13);
  bytes.writeUInt32LE(INSTRUCTION_ERROR);
  bytes.writeUInt8(index, 4);
  bytes.writeUInt32LE(code === null ? COMPUTE_BUDGET_EXCEEDED : CUSTOM_ERROR, 5);
  if (code !== null) bytes.writeUInt32LE(code, 9);
  return bytes;
}

/** An amount in whole tokens, exactly, without trailing zeros: `real_number_string_trimmed` of spl-token. */
export function formatTokens(amount: string, decimals: number): string {
  if (decimals === 0) return amount;
  const digits = amount.padStart(decimals + 1, '0');
  let end = digits.length;
  while (end > digits.length - decimals && digits.charCodeAt(end - 1) === 48) end--;
  const whole = digits.slice(0, digits.length - decimals);
  return end === digits.length - decimals ? whole : `${whole}.${digits.slice(digits.length - decimals, end)}`;
}

/** As latin1. Signatures are 64 bytes that verify under no key: nobody could sign for wallets that do not exist. */
const signatureOf = (label: string, signer: number): string =>
  hash('sha512', `${label}:signature:${signer}`, 'binary');

/** The body of an update that nobody is sent. */
export const NO_BYTES = Buffer.alloc(0);

const wire = new WireWriter();

/**
 * Encodes a transaction whose effects are already in the ledger, since `ledger.begin()`. Writes the wire bytes of a
 * SubscribeUpdate directly, its fields from last to first; their numbers are those of Yellowstone's geyser.proto and
 * solana-storage.proto, and the codecs of the official package write the same bytes (encode-transaction.spec.ts).
 */
export function encodeTransaction(draft: TransactionDraft, ledger: Ledger): Update {
  const { calls, label } = draft;
  const message = orderAccounts(draft.payer, calls);
  const failedAt = calls.findIndex((call) => failureOf(call) !== undefined);
  const executed = failedAt < 0 ? calls.length : failedAt + 1;
  const { lines, unitsConsumed } = writeLogs(calls.slice(0, executed), draft.computeUnits);
  const signatures = Array.from({ length: message.signers }, (_, signer) => signatureOf(label, signer));

  wire.reset();
  writeTimestamp(draft.sentAtMs);
  const update = wire.written;
  wire.number(varintTag(2), draft.slot);
  const info = wire.written;
  wire.number(varintTag(5), draft.index);

  const meta = wire.written;
  wire.varint(unitsConsumed);
  wire.varint(varintTag(16));
  writeBalances(message.keys, ledger);
  for (let line = lines.length - 1; line >= 0; line--) {
    const text = lines[line]!;
    if (typeof text === 'string') wire.text(lengthTag(6), text);
    else wire.raw(text);
  }
  for (let index = executed - 1; index >= 0; index--) {
    if (calls[index]!.children.length === 0) continue;
    const group = wire.written;
    writeInner(calls[index]!, 2, message.indexOf);
    wire.number(varintTag(1), index);
    wire.close(lengthTag(5), group);
  }
  writeLamports(message.keys, ledger);
  wire.number(varintTag(2), Number(draft.feeLamports));
  if (failedAt >= 0) {
    const error = wire.written;
    wire.bytes(lengthTag(1), encodeError(failedAt, failureOf(calls[failedAt]!)!));
    wire.close(lengthTag(1), error);
  }
  wire.close(lengthTag(4), meta);

  writeTransaction(draft, message, signatures);
  wire.text(lengthTag(1), signatures[0]!);
  wire.close(lengthTag(1), info);
  wire.close(lengthTag(4), update);
  return {
    kind: 'transaction',
    slot: draft.slot,
    body: wire.finish(),
    isVote: false,
    failed: failedAt >= 0,
    signature: signatures[0]!,
    accounts: message.keys,
  };
}

function writeTimestamp(ms: number): void {
  const start = wire.written;
  wire.number(varintTag(2), (ms % 1_000) * 1_000_000);
  wire.number(varintTag(1), Math.floor(ms / 1_000));
  wire.close(lengthTag(11), start);
}

function writeTransaction(
  { calls, recentBlockhash }: TransactionDraft,
  { keys, indexOf, signers, readonlySigners, readonlyOthers }: Message,
  signatures: readonly string[],
): void {
  const transaction = wire.written;
  for (let index = calls.length - 1; index >= 0; index--) writeInstruction(calls[index]!, null, 4, indexOf);
  wire.bytes(lengthTag(3), recentBlockhash);
  for (let index = keys.length - 1; index >= 0; index--) wire.text(lengthTag(2), keys[index]!);
  const header = wire.written;
  wire.number(varintTag(3), readonlyOthers);
  wire.number(varintTag(2), readonlySigners);
  wire.number(varintTag(1), signers);
  wire.close(lengthTag(1), header);
  wire.close(lengthTag(2), transaction);
  for (let signer = signatures.length - 1; signer >= 0; signer--)
    wire.text(lengthTag(1), signatures[signer]!);
  wire.close(lengthTag(3), transaction);
}

/** The calls a call makes, each followed by its own: the last is written first. */
function writeInner(call: Call, height: number, indexOf: ReadonlyMap<Address, number>): void {
  for (let index = call.children.length - 1; index >= 0; index--) {
    const child = call.children[index]!;
    writeInner(child, height + 1, indexOf);
    writeInstruction(child, height, 2, indexOf);
  }
}

function writeInstruction(
  { program, accounts, data }: Call,
  stackHeight: number | null,
  field: number,
  indexOf: ReadonlyMap<Address, number>,
): void {
  const start = wire.written;
  if (stackHeight !== null) wire.number(varintTag(4), stackHeight);
  wire.bytes(lengthTag(3), data);
  if (accounts.length > 0) {
    for (let place = accounts.length - 1; place >= 0; place--) wire.byte(indexOf.get(accounts[place]!.key)!);
    wire.varint(accounts.length);
    wire.varint(lengthTag(2));
  }
  wire.number(varintTag(1), indexOf.get(program)!);
  wire.close(lengthTag(field), start);
}

/** `pre_balances` and `post_balances`, packed. */
function writeLamports(keys: readonly Address[], ledger: Ledger): void {
  const after = wire.written;
  for (let index = keys.length - 1; index >= 0; index--)
    wire.varint(Number(ledger.balances(keys[index]!).lamports));
  wire.close(lengthTag(4), after);
  const before = wire.written;
  for (let index = keys.length - 1; index >= 0; index--) {
    wire.varint(Number(ledger.balancesBefore(keys[index]!).lamports));
  }
  wire.close(lengthTag(3), before);
}

/** `pre_token_balances` and `post_token_balances`. */
function writeBalances(keys: readonly Address[], ledger: Ledger): void {
  for (let index = keys.length - 1; index >= 0; index--) {
    const { token } = ledger.balances(keys[index]!);
    if (token) writeTokenBalance(8, index, token);
  }
  for (let index = keys.length - 1; index >= 0; index--) {
    const { token } = ledger.balancesBefore(keys[index]!);
    if (token) writeTokenBalance(7, index, token);
  }
}

function writeTokenBalance(
  field: number,
  accountIndex: number,
  { mint, owner, program, decimals, amount }: Readonly<TokenHolding>,
): void {
  const start = wire.written;
  wire.text(lengthTag(5), toBase58(program));
  wire.text(lengthTag(4), toBase58(owner));
  const tokens = wire.written;
  const digits = amount.toString();
  wire.text(lengthTag(4), formatTokens(digits, decimals));
  wire.text(lengthTag(3), digits);
  wire.number(varintTag(2), decimals);
  wire.double(fixed64Tag(1), Number(amount) / 10 ** decimals);
  wire.close(lengthTag(3), tokens);
  wire.text(lengthTag(2), toBase58(mint));
  wire.number(varintTag(1), accountIndex);
  wire.close(lengthTag(field), start);
}
