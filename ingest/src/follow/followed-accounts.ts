import type { FollowedToken } from '@cryptonite/contracts/follows';

/** Longer than the screener waits between two measurements of a token that is not traded: a quarter of an hour. */
export const FORGOTTEN_AFTER_MS = 1_200_000;

type Told = Pick<FollowedToken, 'accounts'> & { heardMs: number };

/** The accounts that the stream follows beside the launchpads: of all tokens near a list those that hold the most. */
export class FollowedAccounts {
  readonly #tokens = new Map<string, Told>();

  /** @param most accounts followed at once, as providers limit them; 0 follows none */
  constructor(readonly most: number) {}

  /** What is told last of a token is all of it; an empty list says that it is not near any more. */
  note({ mint, accounts }: Pick<FollowedToken, 'mint' | 'accounts'>, heardMs: number): void {
    if (accounts.length === 0) this.#tokens.delete(mint);
    else if (this.most > 0) this.#tokens.set(mint, { accounts, heardMs });
  }

  /** Whether what a transaction says of balances in this token is told, also where no launchpad event is beside it. */
  has(mint: string): boolean {
    return this.#tokens.has(mint);
  }

  /** By the share of the supply that they hold, largest first; forgets tokens that are not near any more. */
  accounts(nowMs: number): string[] {
    for (const [mint, { heardMs }] of this.#tokens)
      if (nowMs - heardMs > FORGOTTEN_AFTER_MS) this.#tokens.delete(mint);
    return [...this.#tokens.values()]
      .flatMap(({ accounts }) => accounts)
      .sort((a, b) => b.partsPerMillion - a.partsPerMillion || (a.account < b.account ? -1 : 1))
      .slice(0, this.most)
      .map(({ account }) => account);
  }
}
