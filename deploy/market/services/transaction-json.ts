import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import { CUSTOM_ERROR } from '../encode-transaction.js';

type Sent = NonNullable<NonNullable<SubscribeUpdate['transaction']>['transaction']>;
type Meta = NonNullable<Sent['meta']>;
type Message = NonNullable<NonNullable<Sent['transaction']>['message']>;
type TokenBalance = Meta['preTokenBalances'][number];

interface Signed {
  signatures: readonly Uint8Array[];
  message: Message;
}

/** A transaction of the stream, as its bytes say it. */
export function readTransaction(body: Buffer): { signed: Signed; meta: Meta } {
  const { transaction, meta } = SubscribeUpdate.decode(body).transaction?.transaction ?? {};
  if (!transaction?.message || !meta) throw new Error('the update holds no whole transaction');
  return { signed: { signatures: transaction.signatures, message: transaction.message }, meta };
}

/** `TransactionError` as serde writes it, from its bincode; the market's transactions fail by an instruction alone. */
export function errorOf({ err }: Meta): object | null {
  if (!err) return null;
  const bytes = Buffer.from(err.err);
  const [index, kind] = [bytes.readUInt8(4), bytes.readUInt32LE(5)];
  const why = kind === CUSTOM_ERROR ? { Custom: bytes.readUInt32LE(9) } : 'ComputationalBudgetExceeded';
  return { InstructionError: [index, why] };
}

/** The stack of calls begins with the transaction's own instructions. */
const OUTER_HEIGHT = 1;

export function messageJson({ accountKeys, header, instructions, recentBlockhash }: Message): object {
  return {
    accountKeys: accountKeys.map(bs58.encode),
    header: {
      numReadonlySignedAccounts: header!.numReadonlySignedAccounts,
      numReadonlyUnsignedAccounts: header!.numReadonlyUnsignedAccounts,
      numRequiredSignatures: header!.numRequiredSignatures,
    },
    instructions: instructions.map((instruction) => instructionJson(instruction, OUTER_HEIGHT)),
    recentBlockhash: bs58.encode(recentBlockhash),
  };
}

const instructionJson = (
  { accounts, data, programIdIndex }: Message['instructions'][number],
  stackHeight: number | null,
): object => ({ accounts: [...accounts], data: bs58.encode(data), programIdIndex, stackHeight });

export function metaJson(meta: Meta): object {
  const err = errorOf(meta);
  return {
    computeUnitsConsumed: Number(meta.computeUnitsConsumed),
    err,
    fee: Number(meta.fee),
    innerInstructions: meta.innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((inner) => instructionJson(inner, inner.stackHeight ?? null)),
    })),
    loadedAddresses: { readonly: [], writable: [] },
    logMessages: meta.logMessages,
    postBalances: meta.postBalances.map(Number),
    postTokenBalances: meta.postTokenBalances.map(tokenBalanceJson),
    preBalances: meta.preBalances.map(Number),
    preTokenBalances: meta.preTokenBalances.map(tokenBalanceJson),
    rewards: [],
    status: err ? { Err: err } : { Ok: null },
  };
}

function tokenBalanceJson({ accountIndex, mint, owner, programId, uiTokenAmount }: TokenBalance): object {
  const { amount, decimals, uiAmount, uiAmountString } = uiTokenAmount!;
  return {
    accountIndex,
    mint,
    owner,
    programId,
    // Nodes keep amounts in protobuf, where 0 is none.
    uiTokenAmount: { amount, decimals, uiAmount: uiAmount === 0 ? null : uiAmount, uiAmountString },
  };
}

/** The transaction as it was sent, in the oldest format: without a version. */
export function encodeWire({ signatures, message }: Signed): Buffer {
  const { header, accountKeys, recentBlockhash, instructions } = message;
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header!;
  const list = (items: readonly Uint8Array[]): Uint8Array[] => [compactLength(items.length), ...items];
  const sized = (bytes: Uint8Array): Uint8Array[] => [compactLength(bytes.length), bytes];
  return Buffer.concat([
    ...list(signatures),
    Buffer.of(numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts),
    ...list(accountKeys),
    recentBlockhash,
    compactLength(instructions.length),
    ...instructions.flatMap(({ programIdIndex, accounts, data }) => [
      Buffer.of(programIdIndex),
      ...sized(accounts),
      ...sized(data),
    ]),
  ]);
}

/** Seven bits a byte, the lowest first: `ShortU16`. */
function compactLength(length: number): Buffer {
  const bytes: number[] = [];
  let left = length;
  for (; left > 0x7f; left >>= 7) bytes.push((left & 0x7f) | 0x80);
  return Buffer.from([...bytes, left]);
}
