import type { AuthorityObserved } from '@cryptonite/contracts/events';
import { Key } from '../decode/key.js';
import { tokenCallsOf } from '../decode/token-calls.js';
import type { Instruction, Transaction } from '../decode/transaction.js';
import { type Context, callBaseOf } from './context.js';

// TokenInstruction::SetAuthority { authority_type: u8, new_authority: COption<Pubkey> }, its account 0 the mint.
const SET_AUTHORITY = 6;
const AUTHORITIES = ['mint', 'freeze'] as const;
const BYTES_WITHOUT_HOLDER = 3;
const BYTES_WITH_HOLDER = 35;

/** Every mint or freeze authority of `mints` that the transaction's token instructions set or gave up. */
export function normaliseAuthorities(
  context: Context,
  transaction: Transaction,
  mints: ReadonlySet<string>,
): AuthorityObserved[] {
  const facts: AuthorityObserved[] = [];
  for (const each of tokenCallsOf(transaction)) {
    const set = readSetAuthority(transaction, each.call);
    if (set === null || !mints.has(set.mint)) continue;
    const kind = 'AuthorityObserved';
    facts.push({ kind, ...callBaseOf(context, each, kind), ...set });
  }
  return facts;
}

function readSetAuthority(transaction: Transaction, call: Instruction) {
  const { view, dataFrom, dataTo } = call;
  if (dataTo - dataFrom < BYTES_WITHOUT_HOLDER || view.getUint8(dataFrom) !== SET_AUTHORITY) return null;
  const authority = AUTHORITIES[view.getUint8(dataFrom + 1)];
  if (authority === undefined) return null;
  const mint = transaction.key(call.accountIndex(0));
  if (mint === undefined) return null;
  const isGivenUp = view.getUint8(dataFrom + 2) === 0;
  if (!isGivenUp && dataTo - dataFrom < BYTES_WITH_HOLDER) return null;
  const holder = isGivenUp ? null : new Key(view, dataFrom + BYTES_WITHOUT_HOLDER).toString();
  return { mint: mint.toString(), authority, holder };
}
