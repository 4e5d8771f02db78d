import type { Update } from '../yellowstone/update.js';
import { Accounts } from './accounts.js';
import { type Address, MIGRATION_AUTHORITY, TOKEN_2022 } from './addresses.js';
import {
  type Call,
  type Failure,
  type Place,
  setComputeUnitLimit,
  setComputeUnitPrice,
  type TradeCalls,
} from './call.js';
import { type Coin, type CoinSpec, newCoin, poolKeys, TOKEN_DECIMALS } from './coin.js';
import { TOKEN_SUPPLY } from './curve.js';
import { CurveProgram } from './curve-program.js';
import { encodeTransaction } from './encode-transaction.js';
import { Ledger } from './ledger.js';
import { PoolProgram } from './pool-program.js';

export interface TradeRequest {
  coin: Coin;
  user: Address;
  side: 'buy' | 'sell';
  /** Base units of the launch's token. */
  tokens: bigint;
  /** A program that trades for the user by invoking the launchpad. */
  router: Address | null;
  /** The price has moved away: the transaction fails. */
  fails: boolean;
  /** Close the token account if the sale empties it. */
  closes: boolean;
}

const SIGNATURE_FEE = 5_000n;
const COMPUTE_UNITS = 200_000;
const UNIT_PRICE_MICRO_LAMPORTS = 100_000n;
const PRIORITY_FEE = (BigInt(COMPUTE_UNITS) * UNIT_PRICE_MICRO_LAMPORTS) / 1_000_000n;

/** Lamports that a mint and a curve account hold to stay alive. */
const RENT = { mint: 4_148_880n, curve: 3_681_840n };

/** Errors of the IDLs, as Anchor logs them. */
const anchorError = (name: string, code: number, message: string): Failure => ({
  code,
  log: `Program log: AnchorError occurred. Error Code: ${name}. Error Number: ${code}. Error Message: ${message}.`,
});
const SLIPPAGE = {
  buy: anchorError(
    'TooMuchSolRequired',
    6002,
    'slippage: Too much SOL required to buy the given amount of tokens.',
  ),
  sell: anchorError(
    'TooLittleSolReceived',
    6003,
    'slippage: Too little SOL received to sell the given amount of tokens.',
  ),
  pool: anchorError('ExceededSlippage', 6004, 'ExceededSlippage'),
} as const;

/**
 * The simulated chain: executes launches, trades and migrations on its ledger and encodes each as the transaction
 * that mainnet would show, with the official IDLs.
 */
export class Chain {
  readonly ledger = new Ledger();
  readonly #accounts = new Accounts(this.ledger);
  readonly #curves = new CurveProgram(this.ledger, this.#accounts);
  readonly #pools = new PoolProgram(this.ledger, this.#accounts);
  readonly #coins = new Map<Address, Coin>();

  /** A coin that has not been retired. */
  coin(mint: Address): Coin | null {
    return this.#coins.get(mint) ?? null;
  }

  /** In the order of their creation. */
  coins(): Iterable<Coin> {
    return this.#coins.values();
  }

  /** Gives an account lamports from outside the market, as by a transfer nobody here subscribes to. */
  fund(key: Address, lamports: bigint): void {
    this.ledger.addLamports(key, lamports);
  }

  /** Creates a coin, its creator buying first; `tokens` 0 skips the purchase. */
  create(spec: CoinSpec, tokens: bigint, place: Place): { coin: Coin; update: Update } {
    const coin = newCoin(spec, place.timeS * 1_000);
    this.#coins.set(coin.mint, coin);
    this.#accounts.openQuoteAccounts(coin, coin.creator);
    this.ledger.begin();
    const { creator, mint, keys } = coin;
    this.ledger.moveLamports(creator, mint, RENT.mint);
    this.ledger.moveLamports(creator, keys.curve, RENT.curve);
    const holding = { mint, owner: keys.curve, program: TOKEN_2022, decimals: TOKEN_DECIMALS };
    this.ledger.openToken(keys.vault, holding, creator);
    this.ledger.addTokens(keys.vault, TOKEN_SUPPLY);
    const calls = [this.#curves.create(coin, place)];
    if (tokens > 0n) calls.push(...this.#curves.buy(coin, creator, tokens, place).calls);
    return { coin, update: this.#settle(creator, calls, place, 2n) };
  }

  /** Trades on the curve, or in the pool once there is one. Throws where the trader cannot pay or has too little. */
  trade(request: TradeRequest, place: Place): Update {
    const { coin, user } = request;
    this.#accounts.openQuoteAccounts(coin, user);
    this.ledger.begin();
    if (request.fails) return this.#fail(request, place);
    const { calls, instruction } = this.#tradeCalls(request, place);
    const routed = this.#throughRouter(calls, instruction, request.router, user);
    if (request.side === 'sell' && request.closes) routed.push(...this.#accounts.closeIfEmpty(coin, user));
    return this.#settle(user, routed, place, 1n);
  }

  /** Moves a completed SOL coin to its pool. */
  migrate(coin: Coin, place: Place): Update {
    if (!coin.complete || coin.pool || coin.quote.name !== 'SOL') throw new Error('the coin cannot migrate');
    const keys = poolKeys(coin);
    coin.poolKeys = keys;
    this.#accounts.openPoolAccounts(coin, keys);
    this.ledger.begin();
    return this.#settle(MIGRATION_AUTHORITY, [this.#pools.migrate(coin, keys, place)], place, 1n);
  }

  /** Tokens of a coin that an owner holds. */
  tokensOf(coin: Coin, owner: Address): bigint {
    const account = coin.traders.get(owner);
    return account === undefined ? 0n : this.ledger.tokenAmount(account);
  }

  /** Drops a coin that nobody will trade again; what its creator shares with other coins stays. */
  retire({ mint, keys, poolKeys: pool, traders }: Coin): void {
    this.#coins.delete(mint);
    const ofPool = pool ? [pool.pool, pool.base, pool.quote, pool.boostVault] : [];
    this.ledger.forget([mint, keys.curve, keys.vault, keys.quoteVault, ...ofPool, ...traders.values()]);
  }

  #tradeCalls({ coin, user, tokens, side }: TradeRequest, place: Place): TradeCalls {
    const program = coin.pool ? this.#pools : this.#curves;
    return program[side](coin, user, tokens, place);
  }

  #throughRouter(calls: Call[], instruction: Call, router: Address | null, user: Address): Call[] {
    if (router === null) return calls;
    const routed: Call = {
      program: router,
      accounts: [{ key: user, writable: true, signer: true }, ...instruction.accounts],
      data: Buffer.concat([Buffer.of(1), instruction.data]),
      children: [instruction],
    };
    return calls.map((call) => (call === instruction ? routed : call));
  }

  #fail({ coin, user, side, tokens, router }: TradeRequest, place: Place): Update {
    const program = coin.pool ? this.#pools : this.#curves;
    const unmet = side === 'buy' ? 1n : 2n ** 63n;
    const instruction = program.instruction(coin, user, side, tokens, unmet, []);
    const failing: Call = { ...instruction, failure: coin.pool ? SLIPPAGE.pool : SLIPPAGE[side] };
    return this.#settle(user, this.#throughRouter([failing], failing, router, user), place, 1n);
  }

  #settle(payer: Address, calls: readonly Call[], place: Place, signatures: bigint): Update {
    const feeLamports = SIGNATURE_FEE * signatures + PRIORITY_FEE;
    this.ledger.addLamports(payer, -feeLamports);
    const budget = [setComputeUnitLimit(COMPUTE_UNITS), setComputeUnitPrice(UNIT_PRICE_MICRO_LAMPORTS)];
    const draft = {
      ...place,
      payer,
      calls: [...budget, ...calls],
      feeLamports,
      computeUnits: COMPUTE_UNITS,
    };
    return encodeTransaction(draft, this.ledger);
  }
}
