import type { SupplyChanged } from '@cryptonite/contracts/events';
import { tokenCallsOf } from '../decode/token-calls.js';
import type { Instruction, Transaction } from '../decode/transaction.js';
import { type Context, callBaseOf } from './context.js';

/** Of `TokenInstruction`, each followed by a u64: where its mint stands among its accounts, and which way the supply goes. */
const CHANGES: ReadonlyMap<number, { mintAt: number; sign: bigint }> = new Map([
  [7, { mintAt: 0, sign: 1n }],
  [8, { mintAt: 1, sign: -1n }],
  [14, { mintAt: 0, sign: 1n }],
  [15, { mintAt: 1, sign: -1n }],
]);
/** Of mints whose burns need somebody's permission: an instruction of its own, 1 and 2 of which burn. */
const PERMISSIONED_BURN = 46;
const AMOUNT_BYTES = 8;

/** What the transaction's token instructions minted and burnt of `mints`, one fact for each instruction and mint, under its first call's id. */
export function normaliseSupplies(
  context: Context,
  transaction: Transaction,
  mints: ReadonlySet<string>,
): SupplyChanged[] {
  const facts: SupplyChanged[] = [];
  for (const each of tokenCallsOf(transaction)) {
    const read = readChange(transaction, each.call);
    if (read === null || !mints.has(read.mint)) continue;
    const { mint, change } = read;
    const kind = 'SupplyChanged';
    const base = callBaseOf(context, each, kind);
    const same = facts.find(({ position, mint: other }) => position === base.position && other === mint);
    if (same) same.change += change;
    else facts.push({ kind, ...base, mint, change });
  }
  return facts.filter(({ change }) => change !== 0n);
}

function readChange(transaction: Transaction, call: Instruction): { mint: string; change: bigint } | null {
  const { view, dataFrom, dataTo } = call;
  const isPermissioned = view.getUint8(dataFrom) === PERMISSIONED_BURN && dataTo > dataFrom + 1;
  const which = isPermissioned ? view.getUint8(dataFrom + 1) : 0;
  if (isPermissioned && which !== 1 && which !== 2) return null;
  const amountFrom = dataFrom + (isPermissioned ? 2 : 1);
  const rule = isPermissioned ? CHANGES.get(8) : CHANGES.get(view.getUint8(dataFrom));
  if (rule === undefined || amountFrom + AMOUNT_BYTES > dataTo) return null;
  const mint = transaction.key(call.accountIndex(rule.mintAt));
  if (mint === undefined) return null;
  return { mint: mint.toString(), change: rule.sign * view.getBigUint64(amountFrom, true) };
}
