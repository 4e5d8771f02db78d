import {
  type Address,
  addressBytes,
  associatedTokenAddress,
  BUYBACK_FEE_RECIPIENT,
  CURVE_FEE_RECIPIENT,
  deriveAddress,
  MAYHEM_FEE_RECIPIENT,
  POOL_FEE_RECIPIENT,
  PUMP,
  SYSTEM,
  TOKEN_2022,
} from './addresses.js';
import { type Call, closeTokenAccount, openTokenAccount } from './call.js';
import {
  type Coin,
  isSol,
  LP_DECIMALS,
  lpAccount,
  type PoolKeys,
  QUOTES,
  type Quote,
  TOKEN_DECIMALS,
  traderAccount,
} from './coin.js';
import { type Ledger, TOKEN_ACCOUNT_RENT } from './ledger.js';
import { Memo } from './memo.js';

/** Lamports that a pool account holds to stay alive. */
const POOL_RENT = 3_000_000n;

/** As many wallets as trade within some minutes at the highest rates. */
const MEMO_SIZE = 50_000;

/** Opens and closes the accounts that trades need. */
export class Accounts {
  readonly #ledger: Ledger;
  readonly #volumeAccounts = new Memo<Address, Address>(
    MEMO_SIZE,
    (user) => deriveAddress(PUMP, ['user_volume_accumulator', addressBytes(user)]).key,
  );
  readonly #quoteAccounts = new Map<Address, Memo<Address, Address>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** The call that opens the owner's token account at the payer's cost, where there is none. */
  openTrader(coin: Coin, user: Address, payer = user): Call[] {
    const account = traderAccount(coin, user);
    if (this.#ledger.token(account)) return [];
    const { mint, tokenProgram: program } = coin;
    this.#ledger.openToken(account, { mint, owner: user, program, decimals: TOKEN_DECIMALS }, payer);
    return [openTokenAccount(payer, account, user, mint, program)];
  }

  /** The call that opens a provider's account for a pool's LP tokens, where there is none. */
  openLpAccount(keys: PoolKeys, user: Address): Call[] {
    const account = lpAccount(keys, user);
    if (this.#ledger.token(account)) return [];
    const holding = { mint: keys.lpMint, owner: user, program: TOKEN_2022, decimals: LP_DECIMALS };
    this.#ledger.openToken(account, holding, user);
    return [openTokenAccount(user, account, user, keys.lpMint, TOKEN_2022)];
  }

  closeIfEmpty(coin: Coin, user: Address): Call[] {
    const account = traderAccount(coin, user);
    if (this.#ledger.tokenAmount(account) > 0n) return [];
    this.#ledger.closeToken(account, user);
    return [closeTokenAccount(coin.tokenProgram, account, user)];
  }

  volumeAccount(user: Address): Address {
    return this.#volumeAccounts.get(user);
  }

  /** An owner's account for a quote. */
  quoteAccount(owner: Address, { mint, tokenProgram }: Pick<Quote, 'mint' | 'tokenProgram'>): Address {
    let accounts = this.#quoteAccounts.get(mint);
    if (!accounts) {
      accounts = new Memo(MEMO_SIZE, (key) => associatedTokenAddress(key, mint, tokenProgram));
      this.#quoteAccounts.set(mint, accounts);
    }
    return accounts.get(owner);
  }

  /** Nothing is bought with this coin any more. */
  forgetQuote(mint: Address): void {
    this.#quoteAccounts.delete(mint);
  }

  /** Where a curve pays what buys back: a wallet, or its account for another quote than SOL. */
  buybackAccount(quote: Quote): Address {
    return isSol(quote) ? BUYBACK_FEE_RECIPIENT : this.quoteAccount(BUYBACK_FEE_RECIPIENT, quote);
  }

  /** An owner's account for wrapped SOL. */
  wrappedAccount(owner: Address): Address {
    return this.quoteAccount(owner, QUOTES.SOL);
  }

  /** Accounts for another quote than SOL, as opened before the market looks, and the trader's means in it. */
  openQuoteAccounts(coin: Coin, user: Address): void {
    if (isSol(coin.quote)) return;
    const recipient = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    const owners = [coin.keys.curve, coin.keys.creatorVault, recipient, BUYBACK_FEE_RECIPIENT];
    for (const owner of owners)
      this.#openFromOutside(this.quoteAccount(owner, coin.quote), holdingOf(coin.quote, owner));
    this.#openUserQuote(coin, user);
  }

  /** Accounts for a pool's fees, as opened before the market looks. */
  openFeeAccounts({ quote }: Coin, keys: PoolKeys): void {
    for (const owner of [POOL_FEE_RECIPIENT, BUYBACK_FEE_RECIPIENT, keys.creatorVaultAuthority])
      this.#openFromOutside(this.quoteAccount(owner, quote), holdingOf(quote, owner));
  }

  /** A pool's accounts, opened in its own transaction. */
  openPoolAccounts(coin: Coin, keys: PoolKeys, payer: Address): void {
    const { mint, tokenProgram: program, quote } = coin;
    const base = { mint, owner: keys.pool, program, decimals: TOKEN_DECIMALS };
    this.#ledger.openToken(keys.quote, holdingOf(quote, keys.pool), payer);
    this.#ledger.openToken(keys.boostVault, holdingOf(quote, keys.boostAuthority), payer);
    this.#ledger.openToken(keys.base, base, payer);
    this.#ledger.moveLamports(payer, keys.pool, POOL_RENT);
  }

  /** Traders bring USDC from outside, ten thousand units at a time; a coin they must have bought. */
  #openUserQuote(coin: Coin, user: Address): void {
    const { decimals, fromOutside } = coin.quote;
    const key = this.quoteAccount(user, coin.quote);
    this.#openFromOutside(key, holdingOf(coin.quote, user));
    if (!fromOutside) return;
    const unit = 10n ** BigInt(decimals);
    if (this.#ledger.tokenAmount(key) < 5_000n * unit) this.#ledger.addTokens(key, 10_000n * unit);
  }

  #openFromOutside(key: Address, holding: Parameters<Ledger['openToken']>[1]): void {
    if (this.#ledger.token(key)) return;
    this.#ledger.addLamports(SYSTEM, TOKEN_ACCOUNT_RENT);
    this.#ledger.openToken(key, holding, SYSTEM);
  }
}

const holdingOf = ({ mint, tokenProgram, decimals }: Quote, owner: Address) => ({
  mint,
  owner,
  program: tokenProgram,
  decimals,
});
