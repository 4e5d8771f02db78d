import type { Accounts } from './accounts.js';
import { type Address, BUYBACK_FEE_RECIPIENT } from './addresses.js';
import { type Call, transferLamports, transferTokens } from './call.js';
import { type Coin, isSol } from './coin.js';
import { buybackOf, type WaitingFees } from './curve.js';
import type { CurveRates } from './curve-purchase.js';
import type { Ledger } from './ledger.js';

/** What a trade is charged; the recipient of a fee that stays on the curve is the zero key. */
export interface CurveFees extends WaitingFees {
  rates: CurveRates;
  recipient: Address;
  keeps: boolean;
}

/** Moves the quote of trades on a curve, and gives the transfers in which it does on chain. */
export class CurvePayments {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;

  constructor(ledger: Ledger, accounts: Accounts) {
    this.#ledger = ledger;
    this.#accounts = accounts;
  }

  /**
   * Moves the quote of a curve trade: `curve` goes from the user to the curve, or back where it is negative; the
   * fees come on top of a purchase and out of the proceeds of a sale, and stay on the curve but for what buys back where
   * they are kept. Gives the transfers a buyer's call makes; a curve pays out by writing balances, without a transfer.
   */
  pay(coin: Coin, user: Address, curve: bigint, fees: CurveFees): Call[] {
    const { protocol, creator, recipient, keeps } = fees;
    const { keys, quote } = coin;
    if (keeps) return this.#payKeeping(coin, user, curve, fees);
    if (isSol(quote)) {
      this.#ledger.moveLamports(user, keys.curve, curve);
      this.#ledger.moveLamports(user, recipient, protocol);
      this.#ledger.moveLamports(user, keys.creatorVault, creator);
      if (curve < 0n) return [];
      return [
        transferLamports(user, keys.curve, curve),
        transferLamports(user, recipient, protocol),
        transferLamports(user, keys.creatorVault, creator),
      ];
    }
    const from = this.#accounts.quoteAccount(user, quote);
    return [
      curve < 0n
        ? this.transferQuote(coin, keys.quoteVault, from, -curve, keys.curve)
        : this.transferQuote(coin, from, keys.quoteVault, curve, user),
      this.transferQuote(coin, from, this.#accounts.quoteAccount(recipient, quote), protocol, user),
      this.transferQuote(coin, from, keys.creatorQuoteVault, creator, user),
    ];
  }

  #payKeeping(coin: Coin, user: Address, curve: bigint, { protocol, creator }: CurveFees): Call[] {
    const { keys, quote } = coin;
    const buyback = buybackOf(protocol);
    const buys = curve > 0n;
    // All but what buys back: into the curve of a purchase, out of it of a sale.
    const amount = curve + protocol + creator - (buys ? buyback : 0n);
    if (isSol(quote)) {
      this.#ledger.moveLamports(user, keys.curve, amount);
      this.#ledger.moveLamports(buys ? user : keys.curve, BUYBACK_FEE_RECIPIENT, buyback);
      if (!buys) return [];
      return [
        transferLamports(user, keys.curve, amount),
        transferLamports(user, BUYBACK_FEE_RECIPIENT, buyback),
      ];
    }
    const own = this.#accounts.quoteAccount(user, quote);
    const [source, authority] = buys ? [own, user] : [keys.quoteVault, keys.curve];
    return [
      buys
        ? this.transferQuote(coin, own, keys.quoteVault, amount, user)
        : this.transferQuote(coin, keys.quoteVault, own, -amount, keys.curve),
      this.transferQuote(coin, source, this.#accounts.buybackAccount(quote), buyback, authority),
    ];
  }

  transferQuote(coin: Coin, source: Address, destination: Address, amount: bigint, authority: Address): Call {
    const { mint, decimals, tokenProgram } = coin.quote;
    this.#ledger.moveTokens(source, destination, amount);
    return transferTokens({ program: tokenProgram, source, mint, destination, authority, amount, decimals });
  }
}
