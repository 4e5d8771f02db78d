/** What a balance changes. */
import type { AccountState } from '@cryptonite/contracts/states';
import type { Partition } from '../partition.js';
import type { Token } from '../state/token.js';

/** Notes what an account holds. Where more of them come than are kept, those that hold least are let go. */
export function noteAccount(
  { oldestSlot }: Partition,
  { state, accounts }: Token,
  account: AccountState,
): void {
  const isFull = accounts.set(account, state.accountsFrom);
  if (!isFull || !accounts.makeRoom(oldestSlot)) return;
  state.accountsFrom = account.position > state.position ? account.position : state.position;
}
