import { createHash } from 'node:crypto';
import { SubscribeUpdateTransaction } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { Program } from '../decode/programs.js';
import { PROGRAMS } from '../decode/programs.js';
import { readTransaction, type Transaction } from '../decode/transaction.js';

/** An address that differs for each name. */
export function addressOf(name: string): string {
  const bytes = new Uint8Array(32).fill(7);
  bytes.set(new TextEncoder().encode(name).subarray(0, 31), 1);
  return bs58.encode(bytes);
}

export const programAddress = (id: Program['id']): string => {
  const program = PROGRAMS.find((each) => each.id === id)!;
  return program.address;
};
const eventAuthorityOf = (id: Program['id']): string =>
  PROGRAMS.find((each) => each.id === id)!.eventAuthority.toString();

export type BuiltInstruction = {
  program: string;
  accounts?: readonly string[];
  data?: Uint8Array;
  /** For inner instructions; 2 where not given. */
  height?: number | null;
};

export type BuiltBalance = {
  account: string;
  mint: string;
  owner?: string;
  amount: bigint;
  decimals?: number;
};

export type BuiltTransaction = {
  slot?: number;
  index?: number;
  signature?: Uint8Array;
  feePayer?: string;
  isFailed?: boolean;
  outer: readonly BuiltInstruction[];
  /** Inner instructions by outer index. */
  inner?: Readonly<Record<number, readonly BuiltInstruction[]>>;
  logs?: readonly string[];
  before?: readonly BuiltBalance[];
  after?: readonly BuiltBalance[];
};

const EVENT_TAG = Uint8Array.from([0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d]);

/** The inner instruction by which a program hands an event to itself. */
export const selfCpi = (id: Program['id'], event: Uint8Array, height?: number | null): BuiltInstruction => ({
  program: programAddress(id),
  accounts: [eventAuthorityOf(id)],
  data: Uint8Array.from([...EVENT_TAG, ...event]),
  height: height === undefined ? 3 : height,
});

export const logOf = (event: Uint8Array): string => `Program data: ${Buffer.from(event).toString('base64')}`;

/** An instruction's data without arguments: Anchor's discriminator, sha256("global:<name>")[..8]. */
export const instructionData = (name: string): Uint8Array =>
  createHash('sha256').update(`global:${name}`).digest().subarray(0, 8);

/** Encodes a `SubscribeUpdateTransaction`. */
export function encodeTransaction(built: BuiltTransaction): Uint8Array {
  const feePayer = built.feePayer ?? addressOf('fee payer');
  const inner = Object.entries(built.inner ?? {});
  const instructions = [...built.outer, ...inner.flatMap(([, list]) => list)];
  const balances = [...(built.before ?? []), ...(built.after ?? [])];
  const keys = [
    ...new Set([
      feePayer,
      ...instructions.flatMap(({ program, accounts }) => [program, ...(accounts ?? [])]),
      ...balances.map(({ account }) => account),
    ]),
  ];
  const signature = built.signature ?? new Uint8Array(64).fill(9);
  const compile = ({ program, accounts = [], data = new Uint8Array() }: BuiltInstruction) => ({
    programIdIndex: keys.indexOf(program),
    accounts: Uint8Array.from(accounts, (account) => keys.indexOf(account)),
    data,
  });
  const encodeBalance = ({ account, mint, owner = '', amount, decimals = 6 }: BuiltBalance) => ({
    accountIndex: keys.indexOf(account),
    mint,
    owner,
    uiTokenAmount: { amount: String(amount), decimals },
  });
  return SubscribeUpdateTransaction.encode(
    SubscribeUpdateTransaction.fromPartial({
      slot: String(built.slot ?? 100),
      transaction: {
        signature,
        index: String(built.index ?? 0),
        transaction: {
          signatures: [signature],
          message: {
            accountKeys: keys.map((key) => bs58.decode(key)),
            instructions: built.outer.map(compile),
          },
        },
        meta: {
          err: built.isFailed ? { err: Uint8Array.of(1) } : undefined,
          innerInstructions: inner.map(([index, list]) => ({
            index: Number(index),
            instructions: list.map((each) => ({
              ...compile(each),
              stackHeight: each.height === null ? undefined : (each.height ?? 2),
            })),
          })),
          logMessages: [...(built.logs ?? [])],
          preTokenBalances: (built.before ?? []).map(encodeBalance),
          postTokenBalances: (built.after ?? []).map(encodeBalance),
        },
      },
    }),
  ).finish();
}

export const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The transaction as ingest reads it. */
export function buildTransaction(built: BuiltTransaction): Transaction {
  return readTransaction(viewOf(encodeTransaction(built)))!;
}
