/** What a balance changes. */
import type { AccountState } from '@cryptonite/contracts/states';
import type { Token } from '../state/token.js';

/** Notes what an account holds. Where more of them come than are kept, those that hold least are let go. */
export function noteAccount({ state, accounts }: Token, account: AccountState): void {
  if (!accounts.set(account, state.accountsFrom)) return;
  accounts.letSmallestGo();
  state.accountsFrom = account.position > state.position ? account.position : state.position;
}
