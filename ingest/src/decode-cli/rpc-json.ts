import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { z } from 'zod';
import { parseWireTransaction } from '../decode/wire-transaction.js';

/** Bytes as JSON writers put them: a list of numbers, or base58. */
const Bytes = z.union([z.array(z.int().min(0).max(255)), z.string()]).transform((value, context) => {
  if (Array.isArray(value)) return Uint8Array.from(value);
  try {
    return bs58.decode(value);
  } catch {
    context.addIssue({ code: 'custom', message: 'is not base58' });
    return z.NEVER;
  }
});

const List = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? []);

const CompiledInstruction = z.object({
  programIdIndex: z.int(),
  accounts: Bytes,
  data: Bytes,
  stackHeight: z.int().nullish(),
});

/** `jsonParsed` names accounts instead of counting them, and gives some programs' instructions only as prose. */
const NamedInstruction = z.object({
  programId: z.string(),
  accounts: z.array(z.string()).optional(),
  data: Bytes.optional(),
  parsed: z.unknown().optional(),
  stackHeight: z.int().nullish(),
});

const Instruction = z.union([CompiledInstruction, NamedInstruction]);
type Instruction = z.infer<typeof Instruction>;

const AccountKey = z.union([Bytes, z.object({ pubkey: Bytes }).transform(({ pubkey }) => pubkey)]);
const Message = z.object({ accountKeys: z.array(AccountKey), instructions: z.array(Instruction) });

const Balance = z.object({
  accountIndex: z.int(),
  mint: z.string(),
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount: z.string(), decimals: z.int() }),
});

const Meta = z.object({
  err: z.unknown().optional(),
  innerInstructions: List(z.object({ index: z.int(), instructions: z.array(Instruction) })),
  logMessages: List(z.string()),
  preTokenBalances: List(Balance),
  postTokenBalances: List(Balance),
  loadedAddresses: z.object({ writable: List(Bytes), readonly: List(Bytes) }).nullish(),
  loadedWritableAddresses: List(Bytes),
  loadedReadonlyAddresses: List(Bytes),
});
type Meta = z.infer<typeof Meta>;

const Signed = z.object({ signatures: z.array(Bytes).min(1), message: Message });
const Base64 = z.tuple([z.base64(), z.literal('base64')]);
const Slot = z.coerce.number().pipe(z.int().nonnegative());

/** The answer of `getTransaction`, encoded as base64 or json, or the inside of a Yellowstone transaction as JSON. */
const Result = z.object({
  slot: Slot.optional(),
  index: Slot.optional(),
  blockTime: z.int().nullish(),
  transaction: z.union([Base64, Signed]),
  meta: Meta,
});

/** A Yellowstone update as JSON: the transaction is one level deeper. */
const Yellowstone = z.object({ slot: Slot, transaction: Result });

export type EncodedTransaction = { body: Uint8Array; blockTimeMs: number | null };

/**
 * Encodes JSON in any of these shapes as the `SubscribeUpdateTransaction` a stream would have carried, so that files
 * and streams are read by the same code. `slot` and `blockTime` are those of the file around it, where it has them.
 * Throws a ZodError or MalformedBytes.
 */
export function encodeTransactionJson(
  json: unknown,
  around: { slot?: number | null | undefined; blockTime?: number | null | undefined },
): EncodedTransaction {
  const nested = Yellowstone.safeParse(json);
  const result = nested.success ? { ...nested.data.transaction, slot: nested.data.slot } : Result.parse(json);
  const { signatures, accountKeys, instructions } = signedOf(result.transaction);
  const { meta } = result;
  const indexes = new Map(accountKeys.map((key, index) => [bs58.encode(key), index]));
  const compile = (instruction: Instruction) => compileInstruction(instruction, indexes);
  const update = SubscribeUpdateTransaction.fromPartial({
    slot: String(result.slot ?? around.slot ?? 0),
    transaction: {
      signature: signatures[0],
      index: String(result.index ?? 0),
      transaction: { signatures, message: { accountKeys, instructions: instructions.map(compile) } },
      meta: {
        err: meta.err == null ? undefined : { err: Buffer.from(JSON.stringify(meta.err)) },
        innerInstructions: meta.innerInstructions.map(({ index, instructions: inner }) => ({
          index,
          instructions: inner.map((each) => ({
            ...compile(each),
            stackHeight: each.stackHeight ?? undefined,
          })),
        })),
        logMessages: meta.logMessages,
        preTokenBalances: balancesOf(meta.preTokenBalances),
        postTokenBalances: balancesOf(meta.postTokenBalances),
        loadedWritableAddresses: meta.loadedAddresses?.writable ?? meta.loadedWritableAddresses,
        loadedReadonlyAddresses: meta.loadedAddresses?.readonly ?? meta.loadedReadonlyAddresses,
      },
    },
  });
  const blockTime = result.blockTime ?? around.blockTime ?? null;
  return {
    body: SubscribeUpdateTransaction.encode(update).finish(),
    blockTimeMs: blockTime === null ? null : blockTime * 1000,
  };
}

const signedOf = (transaction: z.infer<typeof Result>['transaction']) =>
  Array.isArray(transaction)
    ? parseWireTransaction(Buffer.from(transaction[0], 'base64'))
    : { signatures: transaction.signatures, ...transaction.message };

/** An account that the message does not have: its index matches nothing. */
const NO_INDEX = 255;

function compileInstruction(instruction: Instruction, indexes: ReadonlyMap<string, number>) {
  if ('programIdIndex' in instruction) {
    const { programIdIndex, accounts, data } = instruction;
    return { programIdIndex, accounts, data };
  }
  const { programId, accounts, data } = { ...instruction, ...restoreSetAuthority(instruction.parsed) };
  return {
    programIdIndex: indexes.get(programId) ?? NO_INDEX,
    accounts: Uint8Array.from(accounts ?? [], (account) => indexes.get(account) ?? NO_INDEX),
    data: data ?? new Uint8Array(),
  };
}

const SetAuthority = z.object({
  type: z.literal('setAuthority'),
  info: z.object({
    mint: z.string(),
    authorityType: z.enum(['mintTokens', 'freezeAccount']),
    newAuthority: Bytes.nullable(),
  }),
});

/** The one instruction that facts are made of and `jsonParsed` gives as prose, as SPL Token encodes it. */
function restoreSetAuthority(parsed: unknown): { accounts: string[]; data: Uint8Array } | null {
  const { success, data } = SetAuthority.safeParse(parsed);
  if (!success) return null;
  const { mint, authorityType, newAuthority } = data.info;
  const holder = newAuthority === null ? [0] : [1, ...newAuthority];
  return { accounts: [mint], data: Uint8Array.of(6, authorityType === 'mintTokens' ? 0 : 1, ...holder) };
}

const balancesOf = (balances: Meta['preTokenBalances']) =>
  balances.map((balance) => ({ ...balance, owner: balance.owner ?? '' }));
