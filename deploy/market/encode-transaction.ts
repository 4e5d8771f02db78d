import { createHash } from 'node:crypto';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import type { Update } from '../yellowstone/update.js';
import { type Address, addressBytes, toBase58 } from './addresses.js';
import type { AccountRef, Call } from './call.js';
import type { Ledger, TokenHolding } from './ledger.js';

export interface TransactionDraft {
  slot: number;
  index: number;
  /** Unique in the market's life; signatures are hashed from it. */
  label: string;
  payer: Address;
  calls: readonly Call[];
  feeLamports: bigint;
  computeUnits: number;
  recentBlockhash: Buffer;
  sentAtMs: number;
}

interface Message {
  keys: Address[];
  signers: number;
  readonlySigners: number;
  readonlyOthers: number;
}

/** Accounts in the order Solana demands: payer, then by signing and writing. */
function orderAccounts(payer: Address, calls: readonly Call[]): Message {
  const flags = new Map<Address, AccountRef>([[payer, { key: payer, writable: true, signer: true }]]);
  const note = (ref: AccountRef, inner: boolean): void => {
    const known = flags.get(ref.key);
    // A program signs for its own addresses in the calls it makes; only outer signatures are the transaction's.
    const signer = (ref.signer && !inner) || known?.signer === true;
    flags.set(ref.key, { key: ref.key, signer, writable: ref.writable || known?.writable === true });
  };
  const visit = (call: Call, inner: boolean): void => {
    for (const ref of call.accounts) note(ref, inner);
    for (const child of call.children) visit(child, true);
  };
  for (const call of calls) visit(call, false);
  const notePrograms = (call: Call): void => {
    note({ key: call.program, writable: false, signer: false }, false);
    call.children.forEach(notePrograms);
  };
  calls.forEach(notePrograms);

  const rank = ({ signer, writable }: AccountRef): number => (signer ? 0 : 2) + (writable ? 0 : 1);
  const ordered = [...flags.values()].sort((a, b) => rank(a) - rank(b));
  const count = (wanted: number): number => ordered.filter((ref) => rank(ref) === wanted).length;
  return {
    keys: ordered.map(({ key }) => key),
    signers: count(0) + count(1),
    readonlySigners: count(1),
    readonlyOthers: count(3),
  };
}

const COMPUTE_PER_CALL = 3_000;

/** Logs as the runtime writes them: the stack of invocations, program logs, events, results. */
function writeLogs(calls: readonly Call[], budget: number): string[] {
  const logs: string[] = [];
  let left = budget;
  const run = (call: Call, height: number): boolean => {
    const program = toBase58(call.program);
    if (call.event) logs.push(`Program data: ${call.event.toString('base64')}`);
    logs.push(`Program ${program} invoke [${height}]`);
    if (call.log) logs.push(`Program log: ${call.log}`);
    const succeeded = call.children.every((child) => run(child, height + 1));
    const before = left;
    left -= COMPUTE_PER_CALL;
    logs.push(`Program ${program} consumed ${COMPUTE_PER_CALL} of ${before} compute units`);
    if (call.failure) {
      logs.push(`Program log: ${call.failure.log}`);
      logs.push(`Program ${program} failed: custom program error: 0x${call.failure.code.toString(16)}`);
      return false;
    }
    logs.push(succeeded ? `Program ${program} success` : `Program ${program} failed`);
    return succeeded;
  };
  calls.every((call) => run(call, 1));
  return logs;
}

const failureOf = (call: Call): Call['failure'] =>
  call.failure ?? call.children.map(failureOf).find((failure) => failure !== undefined);

/** Bincode of `TransactionError::InstructionError(index, InstructionError::Custom(code))`. */
function encodeError(index: number, code: number): Buffer {
  const bytes = Buffer.alloc(13);
  bytes.writeUInt32LE(8);
  bytes.writeUInt8(index, 4);
  bytes.writeUInt32LE(25, 5);
  bytes.writeUInt32LE(code, 9);
  return bytes;
}

function tokenBalance(accountIndex: number, holding: Readonly<TokenHolding>) {
  const amount = holding.amount.toString();
  const uiAmount = Number(holding.amount) / 10 ** holding.decimals;
  return {
    accountIndex,
    mint: toBase58(holding.mint),
    owner: toBase58(holding.owner),
    programId: toBase58(holding.program),
    uiTokenAmount: { uiAmount, uiAmountString: String(uiAmount), decimals: holding.decimals, amount },
  };
}

/** Signatures are 64 bytes that verify under no key: nobody could sign for wallets that do not exist. */
const signature = (label: string, signer: number): Buffer =>
  createHash('sha512').update(`${label}:signature:${signer}`).digest();

/** Encodes a transaction whose effects are already in the ledger, since `ledger.begin()`. */
export function encodeTransaction(draft: TransactionDraft, ledger: Ledger): Update {
  const { keys, signers, readonlySigners, readonlyOthers } = orderAccounts(draft.payer, draft.calls);
  const indexOf = new Map(keys.map((key, index) => [key, index]));
  const compile = (call: Call) => ({
    programIdIndex: indexOf.get(call.program)!,
    accounts: Uint8Array.from(call.accounts, ({ key }) => indexOf.get(key)!),
    data: call.data,
  });
  const flatten = (
    call: Call,
    stackHeight: number,
  ): (ReturnType<typeof compile> & { stackHeight: number })[] =>
    call.children.flatMap((child) => [
      { ...compile(child), stackHeight },
      ...flatten(child, stackHeight + 1),
    ]);

  const failedAt = draft.calls.findIndex((call) => failureOf(call) !== undefined);
  const failed = failedAt >= 0;
  const executed = failed ? draft.calls.slice(0, failedAt + 1) : draft.calls;
  const balances = (read: (key: Address) => Readonly<TokenHolding> | null) =>
    keys.flatMap((key, index) => {
      const holding = read(key);
      return holding ? [tokenBalance(index, holding)] : [];
    });
  const signatures = Array.from({ length: signers }, (_, signer) => signature(draft.label, signer));
  const update = SubscribeUpdate.fromPartial({
    transaction: {
      slot: String(draft.slot),
      transaction: {
        signature: signatures[0]!,
        isVote: false,
        index: String(draft.index),
        transaction: {
          signatures,
          message: {
            header: {
              numRequiredSignatures: signers,
              numReadonlySignedAccounts: readonlySigners,
              numReadonlyUnsignedAccounts: readonlyOthers,
            },
            accountKeys: keys.map(addressBytes),
            recentBlockhash: draft.recentBlockhash,
            instructions: draft.calls.map(compile),
            versioned: false,
          },
        },
        meta: {
          ...(failed ? { err: { err: encodeError(failedAt, failureOf(draft.calls[failedAt]!)!.code) } } : {}),
          fee: draft.feeLamports.toString(),
          preBalances: keys.map((key) => ledger.lamportsBefore(key).toString()),
          postBalances: keys.map((key) => ledger.lamports(key).toString()),
          innerInstructions: executed.flatMap((call, index) =>
            call.children.length > 0 ? [{ index, instructions: flatten(call, 2) }] : [],
          ),
          logMessages: writeLogs(draft.calls, draft.computeUnits),
          preTokenBalances: balances((key) => ledger.tokenBefore(key)),
          postTokenBalances: balances((key) => ledger.token(key)),
          computeUnitsConsumed: String(COMPUTE_PER_CALL * executed.length),
        },
      },
    },
    createdAt: new Date(draft.sentAtMs),
  });
  return {
    kind: 'transaction',
    slot: draft.slot,
    body: Buffer.from(SubscribeUpdate.encode(update).finish()),
    isVote: false,
    failed,
    signature: signatures[0]!.toString('latin1'),
    accounts: keys,
  };
}
