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
  TOKEN_2022,
  WRAPPED_SOL,
} from './addresses.js';
import { type Call, closeTokenAccount, openTokenAccount } from './call.js';
import { type Coin, type PoolKeys, TOKEN_DECIMALS, traderAccount } from './coin.js';
import { type Ledger, TOKEN_ACCOUNT_RENT } from './ledger.js';

/** Lamports that a pool account holds to stay alive. */
const POOL_RENT = 3_000_000n;

/** Opens and closes the accounts that trades need. */
export class Accounts {
  readonly #ledger: Ledger;
  readonly #volumeAccounts = new Map<Address, Address>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** The call that opens the buyer's token account, where there is none. */
  openTrader(coin: Coin, user: Address): Call[] {
    const account = traderAccount(coin, user);
    if (this.#ledger.token(account)) return [];
    const holding = { mint: coin.mint, owner: user, program: TOKEN_2022, decimals: TOKEN_DECIMALS };
    this.#ledger.openToken(account, holding, user);
    return [openTokenAccount(user, account, user, coin.mint, TOKEN_2022)];
  }

  closeIfEmpty(coin: Coin, user: Address): Call[] {
    const account = traderAccount(coin, user);
    if (this.#ledger.tokenAmount(account) > 0n) return [];
    this.#ledger.closeToken(account, user);
    return [closeTokenAccount(TOKEN_2022, account, user)];
  }

  volumeAccount(user: Address): Address {
    let key = this.#volumeAccounts.get(user);
    if (key === undefined) {
      key = deriveAddress(PUMP, ['user_volume_accumulator', addressBytes(user)]).key;
      this.#volumeAccounts.set(user, key);
    }
    return key;
  }

  /** Accounts for another quote than SOL, as opened before the market looks, and the trader's means in it. */
  openQuoteAccounts(coin: Coin, user: Address): void {
    if (coin.quote.name === 'SOL') return;
    const { mint, decimals } = coin.quote;
    const recipient = coin.mayhem ? MAYHEM_FEE_RECIPIENT : CURVE_FEE_RECIPIENT;
    const owners = [coin.keys.curve, coin.keys.creatorVault, recipient, BUYBACK_FEE_RECIPIENT];
    for (const owner of owners) {
      this.#openFromOutside(associatedTokenAddress(owner, mint, TOKEN), {
        mint,
        owner,
        program: TOKEN,
        decimals,
      });
    }
    this.#openUserQuote(coin, user);
  }

  openPoolAccounts(coin: Coin, keys: PoolKeys): void {
    const wrapped = { mint: WRAPPED_SOL, program: TOKEN, decimals: 9 };
    this.#openFromOutside(keys.quote, { ...wrapped, owner: keys.pool });
    this.#openFromOutside(keys.boostVault, { ...wrapped, owner: keys.boostAuthority });
    this.#openFromOutside(keys.creatorVault, { ...wrapped, owner: keys.creatorVaultAuthority });
    this.#openFromOutside(SHARED.swapFeeAccount, { ...wrapped, owner: POOL_FEE_RECIPIENT });
    const base = { mint: coin.mint, owner: keys.pool, program: TOKEN_2022, decimals: TOKEN_DECIMALS };
    this.#openFromOutside(keys.base, base);
    this.#ledger.addLamports(keys.pool, POOL_RENT);
  }

  /** Traders of quote coins bring their quote from outside, ten thousand units at a time. */
  #openUserQuote(coin: Coin, user: Address): void {
    const { mint, decimals } = coin.quote;
    const key = associatedTokenAddress(user, mint, TOKEN);
    this.#openFromOutside(key, { mint, owner: user, program: TOKEN, decimals });
    const unit = 10n ** BigInt(decimals);
    if (this.#ledger.tokenAmount(key) < 5_000n * unit) this.#ledger.addTokens(key, 10_000n * unit);
  }

  #openFromOutside(key: Address, holding: Parameters<Ledger['openToken']>[1]): void {
    if (this.#ledger.token(key)) return;
    this.#ledger.addLamports(SYSTEM, TOKEN_ACCOUNT_RENT);
    this.#ledger.openToken(key, holding, SYSTEM);
  }
}
