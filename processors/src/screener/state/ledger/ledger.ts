/**
 * Who holds and trades the tokens of a partition: pairs of token and wallet, and the accounts behind them. All of it
 * stands in typed columns, as hundreds of thousands of objects would keep the garbage collector for a second.
 */
import { NEVER_HOLDERS } from '../../measures/holders.js';
import { Accounts } from './accounts.js';
import { Buys } from './buys.js';
import { WalletKeys } from './wallet-keys.js';
import { Wallets } from './wallets.js';

export class Ledger {
  readonly keys = new WalletKeys();
  readonly wallets = new Wallets(this.keys);
  readonly accounts = new Accounts(this.keys);
  readonly buys = new Buys();
  /** What wallets sold; by minute and {@link saleNumber}. */
  readonly sells = new Buys();
  readonly #newestNeverHolder: number;
  #tokens = 0;

  constructor() {
    // The first of all keys, never let go: their numbers tell them.
    this.#newestNeverHolder = Math.max(...[...NEVER_HOLDERS].map((wallet) => this.keys.hold(wallet)));
  }

  /** A number for a token, given once. */
  numberToken(): number {
    this.#tokens += 1;
    return this.#tokens;
  }

  isNeverHolder(key: number): boolean {
    return key <= this.#newestNeverHolder;
  }

  get bytes(): number {
    return this.keys.bytes + this.wallets.bytes + this.accounts.bytes + this.buys.bytes + this.sells.bytes;
  }
}
