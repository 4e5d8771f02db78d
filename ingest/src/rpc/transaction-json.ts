import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { z } from 'zod';
import { parseWireTransaction } from '../decode/wire-transaction.js';
import { BlockTime, Byte, type BytesText, bytesOf, Count, readBytesText, U64 } from './json-values.js';
import { restoreTokenCall } from './parsed-token-calls.js';

/** More instructions, log lines or balances than compute units allow a transaction. */
const MAX_ITEMS = 20_000;
const MAX_KEYS = 256;
const KEY_BYTES = 32;

const List = <T extends z.ZodType>(item: T) => z.array(item).max(MAX_ITEMS).nullish();

const Balance = z.object({
  accountIndex: Byte.default(0),
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: U64.default(0n), decimals: Byte.default(0) }),
});

/** A transaction and its execution record, with bytes written as `text`. Protobuf's JSON leaves out what is 0 or empty. */
function shapesOf(text: BytesText) {
  const Bytes = bytesOf(text);
  const Key = Bytes.refine(({ length }) => length === KEY_BYTES, 'is no account: 32 bytes');
  const CompiledInstruction = z.object({
    programIdIndex: text === 'base64' ? Byte.default(0) : Byte,
    accounts: Bytes.prefault([]),
    data: text === 'base64' ? Bytes.prefault([]) : Bytes,
    stackHeight: Byte.nullish(),
  });
  /** `jsonParsed` names accounts instead of counting them, and gives some programs' instructions only as prose. */
  const NamedInstruction = z.object({
    programId: z.string(),
    accounts: z.array(z.string()).optional(),
    data: Bytes.optional(),
    parsed: z.unknown().optional(),
    stackHeight: Byte.nullish(),
  });
  const Instruction = z.union([CompiledInstruction, NamedInstruction]);
  const AccountKey = z.union([Key, z.object({ pubkey: Key }).transform(({ pubkey }) => pubkey)]);
  const Message = z.object({
    accountKeys: z.array(AccountKey).max(MAX_KEYS),
    instructions: z.array(Instruction).max(MAX_ITEMS).default([]),
  });
  const Keys = z.array(Key).max(MAX_KEYS).nullish();
  return {
    Signed: z.object({ signatures: z.array(Bytes).min(1), message: Message }),
    Meta: z.object({
      err: z.unknown().optional(),
      innerInstructions: List(
        z.object({ index: Byte.default(0), instructions: List(Instruction).transform((list) => list ?? []) }),
      ),
      innerInstructionsNone: z.boolean().nullish(),
      logMessages: List(z.string()),
      preTokenBalances: List(Balance),
      postTokenBalances: List(Balance),
      loadedAddresses: z.object({ writable: Keys, readonly: Keys }).nullish(),
      loadedWritableAddresses: Keys,
      loadedReadonlyAddresses: Keys,
    }),
  };
}

const SHAPES = { base58: shapesOf('base58'), base64: shapesOf('base64') };
type Meta = z.infer<(typeof SHAPES)['base58']['Meta']>;
type Signed = z.infer<(typeof SHAPES)['base58']['Signed']>;
type Instruction = Signed['message']['instructions'][number];

/** What stands beside a transaction or around it. A `SubscribeUpdate` may hold a whole message under `slot`. */
const Place = z.looseObject({
  slot: z.union([Count, z.looseObject({}).transform(() => null)]).nullish(),
  blockTime: BlockTime.nullish(),
  index: Count.nullish(),
  transactionIndex: Count.nullish(),
});

/** Slot, block time in seconds and index within the slot; null where nothing says it. */
export type Place = { slot: number | null; blockTime: number | null; index: number | null };

/** The place of what `json` holds: what it says itself, and else what stands `around` it. Throws a ZodError. */
export function placeOf(json: object, around: Partial<Nullable<Place>>): Place {
  const own = Place.parse(json);
  return {
    slot: own.slot ?? around.slot ?? null,
    blockTime: own.blockTime ?? around.blockTime ?? null,
    index: own.transactionIndex ?? own.index ?? around.index ?? null,
  };
}
type Nullable<T> = { [K in keyof T]: T[K] | null | undefined };

/** Parts of an execution record that providers and recorders leave out. */
export type Missing = 'meta' | 'inner instructions' | 'log messages' | 'token balances' | 'loaded addresses';

export type EncodedTransaction = {
  body: Uint8Array;
  blockTimeMs: number | null;
  /** Null where nothing says it: `body` holds 0 then. */
  slot: number | null;
  missing: ReadonlySet<Missing>;
};

/**
 * Encodes JSON as the `SubscribeUpdateTransaction` a stream would have carried, so that files and streams are read by
 * the same code: an answer of `getTransaction` in any encoding, an element of a block, a Yellowstone transaction, or
 * what is around one. `around` counts where the transaction itself says less. Throws a ZodError, MalformedBytes, or an
 * Error that is a sentence.
 */
export function encodeTransactionJson(json: unknown, around: Partial<Nullable<Place>>): EncodedTransaction {
  const result = z.looseObject({}).parse(json);
  const place = placeOf(result, around);
  const { transaction } = result;
  if (isObject(transaction) && 'transaction' in transaction) return encodeTransactionJson(transaction, place);

  const text = textOf(result);
  const signed = signedOf(transaction, text);
  const meta = SHAPES[text].Meta.nullish().parse(result.meta) ?? null;
  const update = SubscribeUpdateTransaction.fromPartial({
    slot: String(place.slot ?? 0),
    transaction: {
      signature: signed.signatures[0]!,
      index: String(place.index ?? 0),
      ...compile(signed, meta),
    },
  });
  return {
    body: SubscribeUpdateTransaction.encode(update).finish(),
    blockTimeMs: place.blockTime === null ? null : place.blockTime * 1000,
    slot: place.slot,
    missing: missingOf(meta, signed, text),
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A signature is 64 bytes, which base64 always ends with this sign and base58 never. */
function textOf({ signature, transaction }: Record<string, unknown>): BytesText {
  const first = isObject(transaction) && Array.isArray(transaction.signatures) && transaction.signatures[0];
  return [signature, first].some((text) => typeof text === 'string' && text.endsWith('='))
    ? 'base64'
    : 'base58';
}

function signedOf(transaction: unknown, text: BytesText): Signed {
  const [wire, encoding] = typeof transaction === 'string' ? [transaction, 'base58'] : listOf(transaction);
  if (typeof wire === 'string') {
    if (encoding !== 'base58' && encoding !== 'base64')
      throw new Error(`transaction is encoded as ${encoding}: json, jsonParsed, base64 and base58 are read`);
    const { signatures, ...message } = parseWireTransaction(readBytesText(wire, encoding));
    if (signatures.length === 0) throw new Error('transaction has no signature');
    return { signatures, message };
  }
  if (isObject(transaction) && 'accountKeys' in transaction && !('message' in transaction))
    throw new Error('transaction holds only its accounts: ask for "transactionDetails": "full"');
  return z.object({ transaction: SHAPES[text].Signed }).parse({ transaction }).transaction;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Message and meta of `SubscribeUpdateTransactionInfo`. */
function compile({ signatures, message }: Signed, meta: Meta | null) {
  const indexes = new Map(message.accountKeys.map((key, index) => [bs58.encode(key), index]));
  const compileOne = (instruction: Instruction) => compileInstruction(instruction, indexes);
  const { accountKeys } = message;
  const transaction = {
    signatures,
    message: { accountKeys, instructions: message.instructions.map(compileOne) },
  };
  if (meta === null) return { transaction };
  return {
    transaction,
    meta: {
      err: meta.err == null ? undefined : { err: Buffer.from(JSON.stringify(meta.err)) },
      innerInstructions: (meta.innerInstructions ?? []).map(({ index, instructions }) => ({
        index,
        instructions: instructions.map((each) => ({
          ...compileOne(each),
          stackHeight: each.stackHeight ?? undefined,
        })),
      })),
      logMessages: meta.logMessages ?? [],
      preTokenBalances: balancesOf(meta.preTokenBalances),
      postTokenBalances: balancesOf(meta.postTokenBalances),
      ...loadedOf(meta),
    },
  };
}

const loadedOf = ({ loadedAddresses, ...meta }: Meta) => ({
  loadedWritableAddresses: loadedAddresses?.writable ?? meta.loadedWritableAddresses ?? [],
  loadedReadonlyAddresses: loadedAddresses?.readonly ?? meta.loadedReadonlyAddresses ?? [],
});

function missingOf(meta: Meta | null, { message }: Signed, text: BytesText): ReadonlySet<Missing> {
  if (meta === null) return new Set(['meta']);
  const missing = new Set<Missing>();
  // Protobuf's JSON leaves out what is empty; RPC writes null, or leaves out, what was not recorded.
  if (text === 'base58') {
    if (meta.innerInstructions == null) missing.add('inner instructions');
    if (meta.logMessages == null) missing.add('log messages');
    if (meta.preTokenBalances == null && meta.postTokenBalances == null) missing.add('token balances');
  }
  if (meta.innerInstructionsNone === true) missing.add('inner instructions');
  const loaded = loadedOf(meta);
  const keys =
    message.accountKeys.length +
    loaded.loadedWritableAddresses.length +
    loaded.loadedReadonlyAddresses.length;
  const instructions = [
    ...message.instructions,
    ...(meta.innerInstructions ?? []).flatMap((inner) => inner.instructions),
  ];
  if (instructions.some((each) => namesMoreThan(keys, each))) missing.add('loaded addresses');
  return missing;
}

const namesMoreThan = (keys: number, instruction: Instruction): boolean =>
  'programIdIndex' in instruction &&
  (instruction.programIdIndex >= keys || instruction.accounts.some((index) => index >= keys));

/** An account that the message does not have: its index matches nothing. */
const NO_INDEX = 255;

function compileInstruction(instruction: Instruction, indexes: ReadonlyMap<string, number>) {
  if ('programIdIndex' in instruction) {
    const { programIdIndex, accounts, data } = instruction;
    return { programIdIndex, accounts, data };
  }
  const { programId, accounts, data } = { ...instruction, ...restoreTokenCall(instruction.parsed) };
  return {
    programIdIndex: indexes.get(programId) ?? NO_INDEX,
    accounts: Uint8Array.from(accounts ?? [], (account) => indexes.get(account) ?? NO_INDEX),
    data: data ?? new Uint8Array(),
  };
}

const balancesOf = (balances: Meta['preTokenBalances']) =>
  (balances ?? []).map(({ owner, uiTokenAmount: { amount, decimals }, ...balance }) => ({
    ...balance,
    owner: owner ?? '',
    uiTokenAmount: { amount: String(amount), decimals },
  }));
