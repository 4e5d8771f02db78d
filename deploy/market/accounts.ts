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
  SHARED,
  SYSTEM,
  TOKEN,
  WRAPPED_SOL,
} from './addresses.js';
import { type Call, closeTokenAccount, openTokenAccount } from './call.js';
import {
  type Coin,
  isSol,
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

  /** An owner's account for wrapped SOL. */
  wrappedAccount(owner: Address): Address {
    return this.quoteAccount(owner, QUOTES.SOL);
  }

  /** Accounts for another quote than SOL, as opened before the market looks, and the trader's means in it. */
  openQuoteAccounts(coin: Coin, user: Address): void {
    if (isSol(coin.quote)) return;
    const { mint, decimals, tokenProgram } = coin.quote;
    const recipient = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    const owners = [coin.keys.curve, coin.keys.creatorVault, recipient, BUYBACK_FEE_RECIPIENT];
    for (const owner of owners) {
      this.#openFromOutside(this.quoteAccount(owner, coin.quote), {
        mint,
        owner,
        program: tokenProgram,
        decimals,
      });
    }
    this.#openUserQuote(coin, user);
  }

  /** Accounts for fees, as opened before the market looks. */
  openFeeAccounts(keys: PoolKeys): void {
    const wrapped = { mint: WRAPPED_SOL, program: TOKEN, decimals: 9 };
    this.#openFromOutside(SHARED.swapFeeAccount, { ...wrapped, owner: POOL_FEE_RECIPIENT });
    this.#openFromOutside(keys.creatorVault, { ...wrapped, owner: keys.creatorVaultAuthority });
  }

  /** A pool's accounts, opened in its own transaction. */
  openPoolAccounts(coin: Coin, keys: PoolKeys, payer: Address): void {
    const wrapped = { mint: WRAPPED_SOL, program: TOKEN, decimals: 9 };
    const { mint, tokenProgram: program } = coin;
    const base = { mint, owner: keys.pool, program, decimals: TOKEN_DECIMALS };
    this.#ledger.openToken(keys.quote, { ...wrapped, owner: keys.pool }, payer);
    this.#ledger.openToken(keys.boostVault, { ...wrapped, owner: keys.boostAuthority }, payer);
    this.#ledger.openToken(keys.base, base, payer);
    this.#ledger.moveLamports(payer, keys.pool, POOL_RENT);
  }

  /** Traders bring USDC from outside, ten thousand units at a time; a coin they must have bought. */
  #openUserQuote(coin: Coin, user: Address): void {
    const { mint, decimals, tokenProgram, fromOutside } = coin.quote;
    const key = this.quoteAccount(user, coin.quote);
    this.#openFromOutside(key, { mint, owner: user, program: tokenProgram, decimals });
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
