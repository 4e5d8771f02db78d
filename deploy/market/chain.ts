import type { Update } from '@cryptonite/provider/update.js';
import { Accounts } from './accounts.js';
import {
  type Address,
  address,
  MAYHEM_AGENT,
  MIGRATION_AUTHORITY,
  PUMP,
  PUMP_SWAP,
  TOKEN,
  TOKEN_2022,
} from './addresses.js';
import {
  burnTokens,
  type Call,
  type Place,
  type Priority,
  setComputeUnitLimit,
  setComputeUnitPrice,
  type TradeStyle,
  transferLamports,
  transferUnchecked,
} from './call.js';
import {
  type Coin,
  type CoinSpec,
  isSol,
  lpAccount,
  newCoin,
  poolKeys,
  TOKEN_DECIMALS,
  traderAccount,
  transferCoin,
} from './coin.js';
import { TOKEN_SUPPLY, type WaitingFees } from './curve.js';
import { CurveProgram } from './curve-program.js';
import { encodeTransaction, failureOf, NO_BYTES } from './encode-transaction.js';
import { type FailureKind, refuse, refuseAsRouter } from './failures.js';
import { LAYOUTS, type Layout, type LayoutName, NEWEST_LAYOUT } from './layouts.js';
import { Ledger } from './ledger.js';
import { MultiHop, type RouteRequest } from './multi-hop.js';
import { PoolProgram } from './pool-program.js';
import { route } from './routers.js';

export interface TradeRequest {
  coin: Coin;
  user: Address;
  side: 'buy' | 'sell';
  /** Base units of the launch's token. A purchase that keeps its fees may be of more than the curve has left. */
  tokens: bigint;
  /** A purchase by what it pays in all, in units of the quote, instead of by `tokens`. */
  spends?: bigint;
  /** By which instructions: the oldest of those that can, unless said. */
  style?: TradeStyle;
  /** A program that trades for the user by invoking the launchpad: one of ROUTERS, or any other. */
  router: Address | null;
  /** The transaction fails here: nothing of it takes effect but its fee. */
  fails: boolean;
  /** Why it fails: by slippage unless said. */
  failure?: FailureKind;
  /** Close the token account if the sale empties it. */
  closes: boolean;
  /** Burn what the purchase gave. */
  burns?: boolean;
}

const SIGNATURE_FEE = 5_000n;
const USUAL_PRIORITY: Priority = {
  computeUnits: 200_000,
  microLamportsPerUnit: 100_000n,
  tipLamports: 0n,
};

/** Where tips for block builders go: accounts of Jito's tip program. */
const TIP_ACCOUNTS = [
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
].map(address);

/** Lamports that a mint and a curve account hold to stay alive. */
export const RENT = { mint: 4_148_880n, curve: 3_681_840n };

const NOT_ENCODED = { body: NO_BYTES, isVote: false, signature: '', accounts: [] } as const;

/**
 * The simulated chain: executes launches, trades and migrations on its ledger and encodes each as the transaction
 * that mainnet would show, with the official IDLs.
 */
export class Chain {
  readonly ledger = new Ledger();
  readonly #accounts = new Accounts(this.ledger);
  readonly #curves: CurveProgram;
  readonly #pools: PoolProgram;
  readonly #routes: MultiHop;
  /** How the programs speak. */
  readonly layout: Layout;
  readonly #coins = new Map<Address, Coin>();
  /** How many of its coins have not been retired, by creator. */
  readonly #coinsBy = new Map<Address, number>();
  readonly #encodesFailed: boolean;

  /**
   * `layout` is how the programs speak: that of a month in the past, or the newest. Where nobody is sent the failed
   * transactions, `encodesFailed` false leaves their bytes out; what they cost their payers stays the same.
   */
  constructor(layout: LayoutName = NEWEST_LAYOUT, encodesFailed = true) {
    this.#encodesFailed = encodesFailed;
    this.layout = LAYOUTS[layout];
    this.#curves = new CurveProgram(this.ledger, this.#accounts, this.layout);
    this.#pools = new PoolProgram(this.ledger, this.#accounts, this.layout);
    this.#routes = new MultiHop(this.ledger, this.#accounts, this.#curves, this.#pools);
  }

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
    const { isLegacy, hasMayhem, hasQuotes } = this.layout;
    if ((spec.mayhem && !hasMayhem) || (!isSol(spec.quote) && !hasQuotes))
      throw new Error('the layout knows no such coin');
    const coin = newCoin(
      { tokenProgram: isLegacy ? TOKEN : TOKEN_2022, ...spec },
      place.timeS * 1_000,
      place.slot,
    );
    this.#accounts.openQuoteAccounts(coin, coin.creator);
    const { creator, mint, keys, tokenProgram: program } = coin;
    const update = this.#atomically([coin], () => {
      this.ledger.moveLamports(creator, mint, RENT.mint);
      this.ledger.moveLamports(creator, keys.curve, RENT.curve);
      const holding = { mint, owner: keys.curve, program, decimals: TOKEN_DECIMALS };
      this.ledger.openToken(keys.vault, holding, creator);
      this.ledger.addTokens(keys.vault, TOKEN_SUPPLY);
      if (coin.mayhem && this.layout.changesSupplies) {
        coin.supply += TOKEN_SUPPLY;
        const agents = traderAccount(coin, MAYHEM_AGENT);
        this.ledger.openToken(agents, { ...holding, owner: MAYHEM_AGENT }, creator);
        this.ledger.addTokens(agents, TOKEN_SUPPLY);
      }
      const calls = [this.#curves.create(coin, place)];
      if (tokens > 0n) calls.push(...this.#curves.buy(coin, creator, { tokens }, place).calls);
      return this.#settle(creator, calls, place);
    });
    this.#coins.set(mint, coin);
    this.#coinsBy.set(creator, (this.#coinsBy.get(creator) ?? 0) + 1);
    return { coin, update };
  }

  /** Trades on the curve, or in the pool once there is one. Throws where the trader cannot pay or has too little. */
  trade(request: TradeRequest, place: Place): Update {
    return this.tradeTogether([request], place);
  }

  /**
   * Trades in one transaction, of the same coin or several, by one wallet or several; the first pays its fees. A
   * trade that fails undoes those before it, and those after it are not executed.
   */
  tradeTogether(requests: readonly TradeRequest[], place: Place): Update {
    const payer = requests[0]?.user;
    if (payer === undefined) throw new RangeError('no trade to execute');
    for (const { coin, user } of requests) this.#accounts.openQuoteAccounts(coin, user);
    return this.#atomically(
      requests.map(({ coin }) => coin),
      (undo) => {
        const calls: Call[] = [];
        for (const request of requests) {
          calls.push(...(request.fails ? this.#failing(request, place) : this.#succeeding(request, place)));
          if (!request.fails) continue;
          undo();
          break;
        }
        const bid = place.priority ?? USUAL_PRIORITY;
        const priority = { ...bid, computeUnits: bid.computeUnits * requests.length };
        return this.#settle(payer, calls, { ...place, priority });
      },
    );
  }

  /**
   * Moves a completed coin to its pool, one that is not quoted in SOL only where the layout has such pools; where it knows no
   * pools, its curve is emptied for another exchange and the coin trades no more. `isBoosted` false is a migration while
   * PumpSwap's `toggle_boost` has boosts off.
   */
  migrate(coin: Coin, place: Place, isBoosted = this.layout.isBoosted): Update {
    if (!coin.complete || coin.pool || !this.canMigrate(coin)) throw new Error('the coin cannot migrate');
    if (!this.layout.hasPools) {
      return this.#atomically([coin], () => {
        const call = this.#curves.withdraw(coin);
        return this.#settle(MIGRATION_AUTHORITY, [call], place);
      });
    }
    const keys = poolKeys(coin);
    coin.poolKeys = keys;
    this.#accounts.openFeeAccounts(coin, keys);
    return this.#atomically([coin], () => {
      this.#accounts.openPoolAccounts(coin, keys, MIGRATION_AUTHORITY);
      return this.#settle(MIGRATION_AUTHORITY, [this.#pools.migrate(coin, keys, isBoosted, place)], place);
    });
  }

  /** Whether a completed coin leaves its curve. */
  canMigrate({ quote }: Coin): boolean {
    return isSol(quote) || this.layout.keepsFees;
  }

  /**
   * Puts a wallet's tokens and quote into a coin's pool for exactly so many LP tokens. Throws where the pool is boosted,
   * since the program refuses then, or the wallet has too little.
   */
  deposit(coin: Coin, user: Address, lpTokens: bigint, place: Place): Update {
    this.#accounts.openQuoteAccounts(coin, user);
    return this.#atomically([coin], () =>
      this.#settle(user, this.#pools.deposit(coin, user, lpTokens, place), place),
    );
  }

  /** Gives a wallet its share of a coin's pool back for exactly so many LP tokens. Throws where it has less of them. */
  withdraw(coin: Coin, user: Address, lpTokens: bigint, place: Place): Update {
    this.#accounts.openQuoteAccounts(coin, user);
    return this.#atomically([coin], () =>
      this.#settle(user, this.#pools.withdraw(coin, user, lpTokens, place), place),
    );
  }

  /** Trades over two pools, or a pool and a curve, in one instruction. Throws where the trader has too little. */
  swap(request: RouteRequest, place: Place): Update {
    const { coin, through, user } = request;
    this.#accounts.openQuoteAccounts(coin, user);
    return this.#atomically([coin, through], () => {
      const bid = place.priority ?? USUAL_PRIORITY;
      const priority = { ...bid, computeUnits: bid.computeUnits * 2 };
      return this.#settle(user, this.#routes.swap(request, place), { ...place, priority });
    });
  }

  /** Pays out the fees of one kind that wait on a coin's curve or in its pool. */
  sweep(
    coin: Coin,
    venue: 'curve' | 'pool',
    bucket: keyof WaitingFees,
    payer: Address,
    place: Place,
  ): Update {
    this.#accounts.openQuoteAccounts(coin, coin.creator);
    if (coin.poolKeys) this.#accounts.openFeeAccounts(coin, coin.poolKeys);
    return this.#atomically([coin], () => {
      const program = venue === 'pool' ? this.#pools : this.#curves;
      return this.#settle(payer, [program.sweep(coin, payer, bucket, place)], place);
    });
  }

  /** Sends SOL from wallet to wallet. Throws where the sender has too little. */
  transferSol(from: Address, to: Address, lamports: bigint, place: Place): Update {
    return this.#atomically([], () => {
      this.ledger.moveLamports(from, to, lamports);
      return this.#settle(from, [transferLamports(from, to, lamports)], place);
    });
  }

  /**
   * Sends a launch's tokens from wallet to wallet, opening the receiver's account at the sender's cost. `checked`
   * false takes the older instruction, so that a transfer into an open account names not even the mint. Throws where
   * the sender has too little.
   */
  sendTokens(coin: Coin, from: Address, to: Address, tokens: bigint, place: Place, checked = true): Update {
    return this.#atomically([], () => {
      const calls = this.#accounts.openTrader(coin, to, from);
      const [source, destination] = [traderAccount(coin, from), traderAccount(coin, to)];
      this.ledger.moveTokens(source, destination, tokens);
      const program = coin.tokenProgram;
      calls.push(
        checked
          ? transferCoin(coin, source, destination, from, tokens)
          : transferUnchecked({ program, source, destination, authority: from, amount: tokens }),
      );
      return this.#settle(from, calls, place);
    });
  }

  /** Burns a wallet's tokens. Throws where it has too little. */
  burn(coin: Coin, owner: Address, tokens: bigint, place: Place): Update {
    return this.#atomically([coin], () => this.#settle(owner, [this.#burnt(coin, owner, tokens)], place));
  }

  #burnt(coin: Coin, owner: Address, tokens: bigint): Call {
    const account = traderAccount(coin, owner);
    this.ledger.addTokens(account, -tokens);
    coin.supply -= tokens;
    return burnTokens(coin.tokenProgram, account, coin.mint, owner, tokens);
  }

  /** Tokens of a coin that an owner holds. */
  tokensOf(coin: Coin, owner: Address): bigint {
    const account = coin.traders.get(owner);
    return account === undefined ? 0n : this.ledger.tokenAmount(account);
  }

  /** LP tokens of a coin's pool that an owner holds. */
  lpTokensOf({ poolKeys: keys }: Coin, owner: Address): bigint {
    return keys === null ? 0n : this.ledger.tokenAmount(lpAccount(keys, owner));
  }

  /**
   * Drops a coin that nobody will trade again and no other is bought with: every account of its mint, and those who took
   * part in it and have no other, with their SOL and dollars. Who comes back is funded anew, like a wallet that had sent
   * all to an exchange.
   */
  retire({ mint, creator, keys, poolKeys: pool, traders }: Coin): void {
    this.#coins.delete(mint);
    this.#accounts.forgetQuote(mint);
    const mints = pool ? [mint, pool.lpMint] : [mint];
    const accounts = mints.flatMap((each) => [...this.ledger.accountsOfMint(each)]);
    this.ledger.forget([mint, keys.curve, ...accounts]);
    const others = this.#coinsBy.get(creator)! - 1;
    if (others > 0) this.#coinsBy.set(creator, others);
    else this.#coinsBy.delete(creator);
    const ofCreator = [creator, keys.creatorVault, ...(pool ? [pool.creatorVaultAuthority] : [])];
    const owners = [
      keys.curve,
      ...(pool ? [pool.pool, pool.boostAuthority] : []),
      ...(others > 0 ? [] : ofCreator),
      ...traders.keys(),
    ];
    for (const owner of owners)
      if (this.#isIdle(owner)) this.ledger.forget([owner, ...this.ledger.accountsOfOwner(owner)]);
  }

  /** Whether an owner created no coin that lives and holds none, whose supply must stay whole. */
  #isIdle(owner: Address): boolean {
    if (this.#coinsBy.has(owner)) return false;
    for (const account of this.ledger.accountsOfOwner(owner))
      if (this.#coins.has(this.ledger.token(account)!.mint)) return false;
    return true;
  }

  /** Executes a transaction as a whole: where it cannot be, or asks for it, ledger and coins are as before. */
  #atomically(coins: readonly Coin[], execute: (undo: () => void) => Update): Update {
    this.ledger.begin();
    const before = coins.map(({ supply, curve, complete, pool, waiting, beyondCurve }) => ({
      supply,
      curve,
      complete,
      pool,
      waiting,
      beyondCurve,
    }));
    const undo = (): void => {
      this.ledger.rollBack();
      coins.forEach((coin, position) => {
        Object.assign(coin, before[position]);
      });
    };
    try {
      return execute(undo);
    } catch (error) {
      undo();
      throw error;
    }
  }

  #succeeding(request: TradeRequest, place: Place): Call[] {
    const { coin, user, side, router, closes, burns } = request;
    const venue = coin.pool ? PUMP_SWAP : PUMP;
    const program = coin.pool ? this.#pools : this.#curves;
    const { calls, instruction, tokens, userQuote } = program[side](coin, user, request, place);
    if (router !== null) {
      const traded = { mint: coin.mint, amount: tokens };
      const paid = { mint: coin.quote.mint, amount: userQuote };
      const swap = side === 'buy' ? { venue, in: paid, out: traded } : { venue, in: traded, out: paid };
      calls[calls.indexOf(instruction)] = route(router, user, instruction, swap);
    }
    if (side === 'buy' && burns) calls.push(this.#burnt(coin, user, tokens));
    if (side === 'sell' && closes) calls.push(...this.#accounts.closeIfEmpty(coin, user));
    return calls;
  }

  #failing(request: TradeRequest, place: Place): Call[] {
    const { coin, user, side, router, failure = 'slippage' } = request;
    if (failure === 'router') {
      if (router === null) throw new Error('a trade without a router cannot fail by it');
      return this.#succeeding(request, place).map((call) =>
        call.program === router ? refuseAsRouter(call, router) : call,
      );
    }
    const program = coin.pool && failure !== 'complete' ? this.#pools : this.#curves;
    const unmet = side === 'buy' ? 1n : 2n ** 63n;
    const call = program.instruction(coin, user, side, request, unmet, []);
    const refused = refuse(failure, call, request, this.ledger.lamports(user));
    return [router === null ? refused : route(router, user, refused, null)];
  }

  #settle(payer: Address, calls: readonly Call[], place: Place): Update {
    const { computeUnits, microLamportsPerUnit, tipLamports } = place.priority ?? USUAL_PRIORITY;
    const all = [setComputeUnitLimit(computeUnits), setComputeUnitPrice(microLamportsPerUnit), ...calls];
    if (tipLamports > 0n) {
      const receiver = TIP_ACCOUNTS[place.index % TIP_ACCOUNTS.length]!;
      all.push(transferLamports(payer, receiver, tipLamports));
      if (!hasFailed(calls)) this.ledger.moveLamports(payer, receiver, tipLamports);
    }
    const priorityFee = (BigInt(computeUnits) * microLamportsPerUnit + 999_999n) / 1_000_000n;
    const feeLamports = SIGNATURE_FEE * countSigners(payer, all) + priorityFee;
    this.ledger.addLamports(payer, -feeLamports);
    if (!this.#encodesFailed && hasFailed(calls))
      return { ...NOT_ENCODED, kind: 'transaction', slot: place.slot, failed: true };
    return encodeTransaction({ ...place, payer, calls: all, feeLamports, computeUnits }, this.ledger);
  }
}

const hasFailed = (calls: readonly Call[]): boolean => calls.some((call) => failureOf(call) !== undefined);

function countSigners(payer: Address, calls: readonly Call[]): bigint {
  const signers = new Set([payer]);
  for (const { accounts } of calls) for (const { key, signer } of accounts) if (signer) signers.add(key);
  return BigInt(signers.size);
}
