import type { AuthorityObserved } from '@cryptonite/contracts/events';
import { Key } from '../decode/key.js';
import type { Instruction, Transaction } from '../decode/transaction.js';
import { baseOf, blockTimeOf, type Context } from './context.js';

/** SPL Token and Token-2022, which share this instruction. */
const TOKEN_PROGRAMS = new Set([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]);

// TokenInstruction::SetAuthority { authority_type: u8, new_authority: COption<Pubkey> }, its account 0 the mint.
const SET_AUTHORITY = 6;
const AUTHORITIES = ['mint', 'freeze'] as const;
const BYTES_WITHOUT_HOLDER = 3;
const BYTES_WITH_HOLDER = 35;

/** Every mint or freeze authority of `mints` that the transaction's instructions, outer or inner, set or gave up. */
export function normaliseAuthorities(
  context: Context,
  transaction: Transaction,
  mints: ReadonlySet<string>,
): AuthorityObserved[] {
  const facts: AuthorityObserved[] = [];
  const look = (candidate: Instruction, instruction: number, inner: number): void => {
    const set = readSetAuthority(transaction, candidate);
    if (set === null || !mints.has(set.mint)) return;
    const time = blockTimeOf(context);
    facts.push({
      kind: 'AuthorityObserved',
      ...baseOf(context, { kind: 'AuthorityObserved', instruction, inner, time }),
      ...set,
    });
  };
  for (const [instruction, outer] of transaction.outer.entries()) {
    look(outer, instruction, 0);
    transaction.inner.get(instruction)?.forEach((inner, i) => {
      look(inner, instruction, i + 1);
    });
  }
  return facts;
}

function readSetAuthority(transaction: Transaction, instruction: Instruction) {
  const { view, dataFrom, dataTo } = instruction;
  if (dataTo - dataFrom < BYTES_WITHOUT_HOLDER || view.getUint8(dataFrom) !== SET_AUTHORITY) return null;
  const authority = AUTHORITIES[view.getUint8(dataFrom + 1)];
  if (authority === undefined) return null;
  const program = transaction.key(instruction.programIndex);
  if (program === undefined || !TOKEN_PROGRAMS.has(program.toString())) return null;
  const mint = transaction.key(instruction.accountIndex(0));
  if (mint === undefined) return null;
  const isGivenUp = view.getUint8(dataFrom + 2) === 0;
  if (!isGivenUp && dataTo - dataFrom < BYTES_WITH_HOLDER) return null;
  const holder = isGivenUp ? null : new Key(view, dataFrom + BYTES_WITHOUT_HOLDER).toString();
  return { mint: mint.toString(), authority, holder };
}
