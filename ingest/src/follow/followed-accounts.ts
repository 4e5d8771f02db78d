import type { FollowedToken } from '@cryptonite/contracts/follows';

/** A token is near a list as long as that is told again: several times over what the screener waits between. */
const FORGOTTEN_AFTER_MS = 180_000;

type Told = Pick<FollowedToken, 'accounts'> & { heardMs: number };

/** The accounts that the stream follows beside the launchpads: of all tokens near a list those that hold the most. */
export class FollowedAccounts {
  readonly #tokens = new Map<string, Told>();

  /** @param most accounts followed at once, as providers limit them; 0 follows none */
  constructor(readonly most: number) {}

  note({ mint, accounts }: Pick<FollowedToken, 'mint' | 'accounts'>, heardMs: number): void {
    if (this.most > 0) this.#tokens.set(mint, { accounts, heardMs });
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
