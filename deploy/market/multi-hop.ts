import type { Accounts } from './accounts.js';
import { type Address, BUYBACK_FEE_RECIPIENT, SHARED, SYSTEM, TOKEN, WRAPPED_SOL } from './addresses.js';
import {
  type Call,
  closeTokenAccount,
  openTokenAccount,
  type Place,
  syncNative,
  transferLamports,
  transferTokens,
} from './call.js';
import { type Coin, isSol, traderAccount, transferCoin } from './coin.js';
import { buybackOf } from './curve.js';
import type { CurveProgram, Hop } from './curve-program.js';
import type { Ledger } from './ledger.js';
import type { PoolProgram } from './pool-program.js';

/** A route of two hops between SOL and a coin that is quoted in a coin with a pool of SOL. */
export interface RouteRequest {
  /** The coin at the far end, on its curve or in its pool. */
  coin: Coin;
  /** The coin that it is quoted in. */
  through: Coin;
  user: Address;
  side: 'buy' | 'sell';
  /** Lamports to spend, or tokens to sell. */
  amountIn: bigint;
}

/** What a hop gave, where it lies and who signs for it. */
interface Hopped {
  amountOut: bigint;
  protocolFee: bigint;
  calls: Call[];
}

/**
 * `multi_hop_swap`: what comes out of a hop goes from vault to vault, never through the trader's account. The protocol's
 * fee is charged where the trader's own currency is traded, liquidity's and the creator's where the far coin is.
 */
export class MultiHop {
  readonly #ledger: Ledger;
  readonly #accounts: Accounts;
  readonly #curves: CurveProgram;
  readonly #pools: PoolProgram;

  constructor(ledger: Ledger, accounts: Accounts, curves: CurveProgram, pools: PoolProgram) {
    this.#ledger = ledger;
    this.#accounts = accounts;
    this.#curves = curves;
    this.#pools = pools;
  }

  /** Executes a route and gives its calls. Throws where the trader has too little, or a hop gives nothing. */
  swap(request: RouteRequest, place: Place): Call[] {
    const { coin, through, user, side } = request;
    if (!through.poolKeys || !isSol(through.quote) || coin.quote.mint !== through.mint || coin.mayhem)
      throw new Error('no route leads there');
    const wrapped = this.#accounts.wrappedAccount(user);
    const opening = this.#accounts.openTrader(coin, user);
    const open = openTokenAccount(user, wrapped, user, WRAPPED_SOL, TOKEN);
    const close = closeTokenAccount(TOKEN, wrapped, user);
    if (side === 'sell') return [open, this.#sell(request, wrapped, place), close];
    const amountIn = this.#spendable(request);
    return [
      ...opening,
      open,
      transferLamports(user, wrapped, amountIn),
      syncNative(wrapped),
      this.#buy({ ...request, amountIn }, wrapped, place),
      close,
    ];
  }

  /**
   * What is asked for, or a few lamports less: fees are rounded up, so that there are amounts that no purchase costs. What
   * the programs do with the unit that is left between two hops has not been seen.
   */
  #spendable({ coin, through, user, amountIn }: RouteRequest): bigint {
    for (let spent = amountIn; spent > amountIn - MOST_LEFT && spent > 0n; spent -= 1n) {
      const near = this.#pools.buyingHop(through, { ...nearHop(user), amountIn: spent });
      const far = farHop(user, near.base);
      const cost = coin.pool ? this.#pools.buyingHop(coin, far).userQuote : this.#curves.costOfHop(coin, far);
      if (near.userQuote === spent && cost === near.base) return spent;
    }
    throw new RangeError(`no purchase costs ${amountIn} lamports or a little less`);
  }

  #buy({ coin, through, user, amountIn }: RouteRequest, wrapped: Address, place: Place): Call {
    const account = traderAccount(coin, user);
    const keys = through.poolKeys!;
    const first = this.#pools.hop(
      through,
      'buy',
      { ...nearHop(user), amountIn },
      { in: wrapped, out: SYSTEM, held: amountIn, limit: 0n },
      place,
    );
    this.#ledger.moveLamports(user, keys.quote, amountIn);
    this.#ledger.addTokens(keys.quote, amountIn);
    const buyback = this.#payBuyback(through, first.protocolFee);
    const farVault = coin.poolKeys?.quote ?? coin.keys.quoteVault;
    this.#ledger.moveTokens(keys.base, farVault, first.amountOut);
    const second = this.#hop(coin, 'buy', farHop(user, first.amountOut), { in: SYSTEM, out: account }, place);
    const least = (second.amountOut * 9n) / 10n;
    const [vault, authority] = farBase(coin);
    this.#ledger.moveTokens(vault, account, second.amountOut);
    const { mint, tokenProgram: program } = through;
    const handed = { program, source: keys.base, mint, destination: farVault, authority: keys.pool };
    const wrappedIn = {
      program: TOKEN,
      source: wrapped,
      mint: WRAPPED_SOL,
      destination: keys.quote,
      authority: user,
    };
    const children = [
      transferTokens({ ...wrappedIn, amount: amountIn, decimals: 9 }),
      buyback,
      ...first.events,
      transferTokens({ ...handed, amount: first.amountOut, decimals: 6 }),
      transferCoin(coin, vault, account, authority, second.amountOut),
      ...second.calls,
    ];
    const hops = [...this.#pools.hopAccounts(through), ...this.#hopAccounts(coin)];
    return this.#pools.route(this.#routeAccounts(user, wrapped, account), amountIn, least, children, hops);
  }

  #sell({ coin, through, user, amountIn }: RouteRequest, wrapped: Address, place: Place): Call {
    const account = traderAccount(coin, user);
    const keys = through.poolKeys!;
    const [vault] = farBase(coin);
    const held = this.#ledger.tokenAmount(account);
    const first = this.#hop(coin, 'sell', farHop(user, amountIn), { in: account, out: SYSTEM }, place, held);
    this.#ledger.moveTokens(account, vault, amountIn);
    const [farVault, farOwner] = coin.poolKeys
      ? [coin.poolKeys.quote, coin.poolKeys.pool]
      : [coin.keys.quoteVault, coin.keys.curve];
    this.#ledger.moveTokens(farVault, keys.base, first.amountOut);
    const last = this.#pools.hop(
      through,
      'sell',
      { ...nearHop(user), amountIn: first.amountOut },
      { in: SYSTEM, out: wrapped, held: 0n, limit: 1n },
      place,
    );
    const least = (last.amountOut * 9n) / 10n;
    this.#ledger.moveLamports(keys.quote, user, last.amountOut);
    this.#ledger.addTokens(keys.quote, -last.amountOut);
    const buyback = this.#payBuyback(through, last.protocolFee);
    const { mint, tokenProgram: program } = through;
    const handed = { program, source: farVault, mint, destination: keys.base, authority: farOwner };
    const out = {
      program: TOKEN,
      source: keys.quote,
      mint: WRAPPED_SOL,
      destination: wrapped,
      authority: keys.pool,
    };
    const children = [
      transferCoin(coin, account, vault, user, amountIn),
      ...first.calls,
      transferTokens({ ...handed, amount: first.amountOut, decimals: 6 }),
      transferTokens({ ...out, amount: last.amountOut, decimals: 9 }),
      buyback,
      ...last.events,
    ];
    const hops = [...this.#hopAccounts(coin), ...this.#pools.hopAccounts(through)];
    return this.#pools.route(this.#routeAccounts(user, account, wrapped), amountIn, least, children, hops);
  }

  /** The far coin's hop: in its pool, or on its curve by a call into the other program. */
  #hop(
    coin: Coin,
    side: 'buy' | 'sell',
    hop: Hop,
    ends: { in: Address; out: Address },
    place: Place,
    held = 0n,
  ): Hopped {
    if (coin.pool) {
      const { events, ...hopped } = this.#pools.hop(coin, side, hop, { ...ends, held, limit: 1n }, place);
      return { ...hopped, calls: events };
    }
    const { amountOut, events } =
      side === 'buy' ? this.#curves.hopIn(coin, hop, place) : this.#curves.hopOut(coin, hop, place);
    const wrapped = this.#accounts.wrappedAccount(hop.user);
    const accounts = {
      ...this.#routeAccounts(hop.user, wrapped, traderAccount(coin, hop.user)),
      global: SHARED.pumpGlobal,
      fee_config: SHARED.pumpFeeConfig,
    };
    return { amountOut, protocolFee: 0n, calls: [this.#curves.hopCall(accounts, hop, coin, events)] };
  }

  #hopAccounts(coin: Coin) {
    return coin.pool ? this.#pools.hopAccounts(coin) : this.#curves.hopAccounts(coin);
  }

  /** What buys back is paid out of the vault at once. */
  #payBuyback({ poolKeys, quote }: Coin, protocolFee: bigint): Call {
    const { quote: source, pool: authority } = poolKeys!;
    const destination = this.#accounts.quoteAccount(BUYBACK_FEE_RECIPIENT, quote);
    const amount = buybackOf(protocolFee);
    this.#ledger.moveLamports(source, destination, amount);
    this.#ledger.moveTokens(source, destination, amount);
    const { tokenProgram: program, mint, decimals } = quote;
    return transferTokens({ program, source, mint, destination, authority, amount, decimals });
  }

  #routeAccounts(user: Address, into: Address, out: Address): Record<string, Address> {
    return {
      user,
      user_in_token_account: into,
      user_out_token_account: out,
      global_config: SHARED.swapConfig,
      fee_config: SHARED.swapFeeConfig,
      user_volume_accumulator: this.#accounts.volumeAccount(user),
      buyback_fee_recipient: this.#accounts.wrappedAccount(BUYBACK_FEE_RECIPIENT),
      pump_global: SHARED.pumpGlobal,
      pump_fee_config: SHARED.pumpFeeConfig,
      pump_event_authority: SHARED.pumpEventAuthority,
    };
  }
}

/** Lamports that a route spends less than it might, at most. */
const MOST_LEFT = 1_000n;

const nearHop = (user: Address): Omit<Hop, 'amountIn'> => ({
  user,
  chargesProtocol: true,
  chargesCreator: false,
});

const farHop = (user: Address, amountIn: bigint): Hop => ({
  user,
  amountIn,
  chargesProtocol: false,
  chargesCreator: true,
});

/** Where the far coin's own tokens lie, and who signs for them. */
const farBase = ({ keys, poolKeys }: Coin): [vault: Address, authority: Address] =>
  poolKeys ? [poolKeys.base, poolKeys.pool] : [keys.vault, keys.curve];
