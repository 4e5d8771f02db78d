import type { Update } from '@cryptonite/provider/update.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUYBACK_FEE_RECIPIENT, SYSTEM, toBase58, USDC, WRAPPED_SOL } from './addresses.js';
import { type Coin, isSol } from './coin.js';
import { INITIAL_REAL_TOKENS, POOL_TOKENS, sumWaiting } from './curve.js';
import { NEWEST_LAYOUT } from './layouts.js';
import { Market } from './market.js';
import { BOUNDED_START_MS } from './market-source.js';
import { boostOf } from './pool.js';
import { eventsOf, type MarketEvent, readTransactions, type Transaction } from './read-transactions.js';
import { clockOf } from './slot-clock.js';

const NOBODY = toBase58(SYSTEM);

/** Value of an event's field. */
const amountOf = ({ data }: MarketEvent, field: string): bigint => BigInt(String(data[field]));

const roundedUp = (amount: bigint, bps: bigint): bigint => (amount * bps + 9_999n) / 10_000n;

/** How accounts' lamports changed in a transaction, by key. */
function lamportChanges({ transaction, meta }: Transaction): Map<string, bigint> {
  const keys = transaction!.message!.accountKeys.map((key) => toBase58(Buffer.from(key).toString('latin1')));
  return new Map(
    keys.map((key, at) => [key, BigInt(meta!.postBalances[at]!) - BigInt(meta!.preBalances[at]!)]),
  );
}

/** By how much an owner's tokens of a mint changed. */
function tokenChange({ meta }: Transaction, owner: string, mint: string): bigint {
  const held = (balances: NonNullable<Transaction['meta']>['preTokenBalances']): bigint =>
    balances
      .filter((balance) => balance.owner === owner && balance.mint === mint)
      .reduce((sum, { uiTokenAmount }) => sum + BigInt(uiTokenAmount!.amount), 0n);
  return held(meta!.postTokenBalances) - held(meta!.preTokenBalances);
}

/** What accounts of a coin hold against what its reserves and waiting fees add up to. */
function faultsOf(coin: Coin, { ledger }: Market): string[] {
  const { curve, keys, pool, poolKeys, quote, waiting, beyondCurve } = coin;
  const faults: string[] = [];
  const same = (what: string, found: bigint, expected: bigint): void => {
    if (found !== expected) faults.push(`${coin.symbol} ${what}: ${found}, not ${expected}`);
  };
  const onCurve = (pool ? 0n : curve.realQuote + beyondCurve.quote) + sumWaiting(waiting);
  if (isSol(quote)) same('curve lamports', ledger.lamports(keys.curve), CURVE_RENT + onCurve);
  else same('curve quote', ledger.tokenAmount(keys.quoteVault), onCurve);
  const tokens = pool ? 0n : curve.realTokens + POOL_TOKENS - beyondCurve.tokens;
  same('curve tokens', ledger.tokenAmount(keys.vault), tokens);
  if (!pool || !poolKeys) return faults;
  same('pool tokens', ledger.tokenAmount(poolKeys.base), pool.base);
  same('pool quote', ledger.tokenAmount(poolKeys.quote), pool.quote);
  // The boost lies in a vault of its own, whatever fees wait.
  same('boost', ledger.tokenAmount(poolKeys.boostVault), boostOf(pool));
  return faults;
}

/** With the seed below all that is looked for is there within so many. */
const LAUNCHES = 250;

/** Lamports that keep a curve's account alive. */
const CURVE_RENT = 3_681_840n;

/** Follows curves and pools event by event: each must go on where the one before it left off, by the programs' formulas. */
class Follower {
  readonly #curves = new Map<string, { quote: bigint; tokens: bigint; real: bigint; waiting: bigint }>();
  readonly #pools = new Map<string, { base: bigint; vault: bigint; virtual: bigint; waiting: bigint }>();
  readonly #rewarding = new Set<string>();
  readonly #beyond = new Map<string, { base: bigint; quote: bigint }>();
  readonly faults: string[] = [];
  readonly counted: Record<string, number> = {};

  note(event: MarketEvent): void {
    const amount = (field: string): bigint => amountOf(event, field);
    const text = (field: string): string => String(event.data[field]);
    const same = (what: string, found: bigint, expected: bigint): void => {
      if (found !== expected)
        this.faults.push(`${event.name} ${text('ix_name')} ${what}: ${found}, not ${expected}`);
    };
    const count = (what: string): void => {
      this.counted[what] = (this.counted[what] ?? 0) + 1;
    };
    switch (event.name) {
      case 'CreateEvent':
        this.#curves.set(text('mint'), {
          quote: amount('virtual_quote_reserves'),
          tokens: amount('virtual_token_reserves'),
          real: 0n,
          waiting: 0n,
        });
        if (amount('depth') === 1n) count('depth 1');
        if (text('is_holder_reward') === 'true') this.#rewarding.add(text('mint'));
        break;
      case 'TradeEvent': {
        const curve = this.#curves.get(text('mint'))!;
        const [tokens, quote] = [amount('token_amount'), amount('quote_amount')];
        const buys = text('is_buy') === 'true';
        const name = text('ix_name');
        const left = amount('real_token_reserves');
        const isExactIn = (name.includes('exact') || name === 'multi_hop_swap') && buys && left > 0n;
        if (isExactIn) same('tokens', tokens, ((quote - 1n) * curve.tokens) / (curve.quote + quote - 1n));
        else if (buys) same('quote', quote, (curve.quote * tokens) / (curve.tokens - tokens) + 1n);
        else same('quote', quote, (curve.quote * tokens) / (curve.tokens + tokens));
        const sign = buys ? 1n : -1n;
        const keeps = text('fee_recipient') === NOBODY;
        const creatorFee = amount('creator_fee');
        const after = {
          quote: curve.quote + sign * quote,
          tokens: curve.tokens - sign * tokens,
          real: curve.real + sign * quote,
          waiting: curve.waiting + (keeps ? creatorFee : 0n),
        };
        same('virtual quote', amount('virtual_quote_reserves'), after.quote);
        same('virtual tokens', amount('virtual_token_reserves'), after.tokens);
        same('real quote', amount('real_quote_reserves'), after.real);
        same('waiting', amount('creator_fee_unclaimed'), after.waiting);
        same('fee', amount('fee'), roundedUp(quote, amount('fee_basis_points')));
        same('creator fee', creatorFee, roundedUp(quote, amount('creator_fee_basis_points')));
        same('buyback', amount('buyback_fee'), amount('fee') / 2n);
        // What holders get is the creator's fee, told again.
        const rewarded = this.#rewarding.has(text('mint')) ? creatorFee : 0n;
        same('holder rewards', amount('holder_rewards'), rewarded);
        if (rewarded > 0n) count('holder rewards');
        this.#curves.set(text('mint'), after);
        count(`curve ${name}${keeps ? ' kept' : ''}`);
        break;
      }
      case 'PostCompleteBuyEvent': {
        const curve = this.#curves.get(text('mint'))!;
        const inSol = text('quote_mint') === NOBODY;
        const [base, quote] = [amount('pool_base_reserves_before'), amount('pool_quote_reserves_before')];
        same('base before', base, 206_900_000_000_000n);
        same('quote before', quote, curve.real - (inSol ? 15_000_001n : 0n));
        const [out, paid] = [amount('base_out'), amount('quote_in')];
        const exactIn = ((paid - 1n) * base) / (quote + paid - 1n);
        const exactOut = (quote * out + base - out - 1n) / (base - out);
        if (out !== exactIn && paid !== exactOut)
          this.faults.push(
            `bought beyond the curve ${out} for ${paid}: neither ${exactIn} nor for ${exactOut}`,
          );
        const after = { base: base - out, quote: quote + paid };
        same('base after', amount('pool_base_reserves_after'), after.base);
        same('quote after', amount('pool_quote_reserves_after'), after.quote);
        same('fee', amount('fee'), roundedUp(paid, amount('fee_basis_points')));
        same('creator fee', amount('creator_fee'), roundedUp(paid, amount('creator_fee_basis_points')));
        curve.waiting += amount('creator_fee');
        this.#beyond.set(text('mint'), after);
        count(`bought beyond the curve in ${inSol ? 'SOL' : 'coin'}`);
        break;
      }
      case 'CompleteEvent':
        count('completed');
        break;
      case 'CreatePoolEvent': {
        const curve = this.#curves.get(text('base_mint'))!;
        const inSol = text('quote_mint') === toBase58(WRAPPED_SOL);
        const before = { base: POOL_TOKENS, quote: curve.real - (inSol ? 15_000_001n : 0n) };
        const opened = this.#beyond.get(text('base_mint')) ?? before;
        same('pool tokens', amount('pool_base_amount'), opened.base);
        same('pool quote', amount('pool_quote_amount'), opened.quote);
        // The boost is a share of what there was before anything was bought beyond the curve.
        const boost = (before.quote * 2_069n) / 10_000n;
        const vault = opened.quote - boost;
        this.#pools.set(text('pool'), { base: opened.base, vault, virtual: boost, waiting: 0n });
        count(`pool in ${inSol ? 'SOL' : text('quote_mint') === toBase58(USDC) ? 'USDC' : 'coin'}`);
        break;
      }
      case 'InitBoostEvent': {
        const pool = this.#pools.get(text('pool'))!;
        same('boost', amount('virtual_quote_reserves'), pool.virtual);
        same('vault', amount('real_quote_reserves_after'), pool.vault);
        break;
      }
      case 'BuyEvent':
      case 'SellEvent': {
        const pool = this.#pools.get(text('pool'))!;
        const buys = event.name === 'BuyEvent';
        const name = buys ? text('ix_name') : amount('protocol_fee') > 0n ? 'sell' : 'sell without a fee';
        same('vault before', amount('pool_quote_token_reserves'), pool.vault);
        same('tokens before', amount('pool_base_token_reserves'), pool.base);
        same('virtual before', amount('virtual_quote_reserves'), pool.virtual);
        const effective = pool.vault + pool.virtual;
        const [lp, protocol, creator] = [
          amount('lp_fee'),
          amount('protocol_fee'),
          amount('coin_creator_fee'),
        ];
        const keeps = text('protocol_fee_recipient') === NOBODY;
        const kept = keeps ? protocol - amount('buyback_fee') + creator : 0n;
        const tokens = amount(buys ? 'base_amount_out' : 'base_amount_in');
        const told = [amount(buys ? 'quote_amount_in' : 'quote_amount_out')];
        told.push(amount(buys ? 'user_quote_amount_in' : 'user_quote_amount_out'));
        const [less, more] = told[0]! < told[1]! ? [told[0]!, told[1]!] : [told[1]!, told[0]!];
        const net = buys ? less : more;
        same('fees', more - less, lp + protocol + creator);
        if (!buys) same('net', net, (effective * tokens) / (pool.base + tokens));
        else if (name === 'buy' || name === 'buy_v2')
          same('net', net, (effective * tokens + pool.base - tokens - 1n) / (pool.base - tokens));
        else same('tokens', tokens, ((net - 1n) * pool.base) / (effective + net - 1n));
        same('lp fee', lp, roundedUp(net, amount('lp_fee_basis_points')));
        same('protocol fee', protocol, roundedUp(net, amount('protocol_fee_basis_points')));
        same('creator fee', creator, roundedUp(net, amount('coin_creator_fee_basis_points')));
        const sign = buys ? 1n : -1n;
        const after = {
          base: pool.base - sign * tokens,
          vault: pool.vault + sign * net + lp + kept,
          virtual: pool.virtual - kept,
          waiting: pool.waiting + (keeps ? creator : 0n),
        };
        same('waiting', amount('creator_fee_unclaimed'), after.waiting);
        this.#pools.set(text('pool'), after);
        count(`pool ${name}${keeps ? ' kept' : ''}`);
        if (after.virtual < 0n) count('negative virtual');
        break;
      }
      case 'SweepBondingCurveFeeEvent': {
        const curve = this.#curves.get(text('mint'))!;
        if (amount('bucket') === 1n) {
          same('amount', amount('amount'), curve.waiting);
          curve.waiting = 0n;
        }
        count(`curve sweep ${text('bucket')}`);
        break;
      }
      case 'SweepPoolFeeEvent': {
        const pool = this.#pools.get(text('pool'))!;
        if (amount('bucket') === 1n) {
          same('amount', amount('amount'), pool.waiting);
          pool.waiting = 0n;
        }
        pool.vault -= amount('amount');
        pool.virtual += amount('amount');
        count(`pool sweep ${text('bucket')}`);
        break;
      }
    }
  }
}

describe(`a market of ${NEWEST_LAYOUT}`, () => {
  const follower = new Follower();
  const faults: string[] = [];
  const completing: { transaction: Transaction; events: MarketEvent[] }[] = [];
  let checked = 0;

  beforeAll(() => {
    const market = new Market({
      seed: 22,
      startSlot: clockOf().slotAt(BOUNDED_START_MS),
      activity: 1,
      launches: LAUNCHES,
    });
    const note = (updates: readonly Update[]): void => {
      for (const transaction of readTransactions(updates)) {
        if (transaction.meta!.err) continue;
        const events = eventsOf(transaction).cpi;
        for (const event of events) follower.note(event);
        if (events.some(({ name }) => name === 'PostCompleteBuyEvent'))
          completing.push({ transaction, events });
      }
    };
    for (let slots = 0; !market.isOver; slots += 1) {
      note(market.next());
      if (market.launched >= LAUNCHES) market.skipQuiet();
      if (slots % 50 > 0) continue;
      for (const coin of market.coins()) {
        faults.push(...faultsOf(coin, market));
        checked += 1;
      }
    }
  }, 240_000);

  it('holds in its vaults what reserves and waiting fees add up to', () => {
    expect(faults).toEqual([]);
    expect(checked).toBeGreaterThan(10_000);
  });

  it('goes on from event to event, by the formulas of the programs', () => {
    expect(follower.faults).toEqual([]);
  });

  it('has everything that is new', () => {
    expect(Object.keys(follower.counted)).toEqual(
      expect.arrayContaining([
        'depth 1',
        'holder rewards',
        'curve buy',
        'curve buy kept',
        'curve buy_exact_sol_in',
        'curve buy_exact_quote_in',
        'curve buy_exact_quote_in kept',
        'curve sell kept',
        'curve multi_hop_swap kept',
        'completed',
        'bought beyond the curve in SOL',
        'pool in SOL',
        'pool in coin',
        'pool buy',
        'pool buy_v2 kept',
        'pool buy_exact_quote_in',
        'pool buy_exact_quote_in_v2 kept',
        'pool multi_hop_swap kept',
        'pool sell',
        'pool sell kept',
        'pool sell without a fee kept',
        'curve sweep 0',
        'curve sweep 1',
        'pool sweep 0',
        'pool sweep 1',
      ]),
    );
  });

  it('sums both parts of every completing purchase to what the buyer paid and got, to the lamport', () => {
    const counted = { 'in SOL': 0, 'in coin': 0, 'by a route': 0 };
    const buyback = toBase58(BUYBACK_FEE_RECIPIENT);
    for (const { transaction, events } of completing) {
      const at = events.findIndex(({ name }) => name === 'PostCompleteBuyEvent');
      expect(events.slice(at - 2, at + 1).map(({ name }) => name)).toEqual([
        'TradeEvent',
        'CompleteEvent',
        'PostCompleteBuyEvent',
      ]);
      const [curve, , beyond] = events.slice(at - 2, at + 1) as [MarketEvent, MarketEvent, MarketEvent];
      expect(String(beyond.data.user)).toBe(String(curve.data.user));
      const [user, mint, curveKey, quoteMint] = ['user', 'mint', 'bonding_curve', 'quote_mint'].map((field) =>
        String(beyond.data[field]),
      ) as [string, string, string, string];
      const sumOf = (event: MarketEvent, ...fields: string[]): bigint =>
        fields.reduce((sum, field) => sum + amountOf(event, field), 0n);
      const paid =
        sumOf(curve, 'quote_amount', 'fee', 'creator_fee') + sumOf(beyond, 'quote_in', 'fee', 'creator_fee');
      const got = amountOf(curve, 'token_amount') + amountOf(beyond, 'base_out');
      expect(tokenChange(transaction, user, mint)).toBe(got);
      const lamports = lamportChanges(transaction);
      const changeOf = (owner: string): bigint =>
        quoteMint === NOBODY ? lamports.get(owner)! : tokenChange(transaction, owner, quoteMint);
      const isRoute = String(curve.data.ix_name) === 'multi_hop_swap';
      counted[isRoute ? 'by a route' : quoteMint === NOBODY ? 'in SOL' : 'in coin'] += 1;
      expect(changeOf(curveKey) + (isRoute ? 0n : changeOf(buyback))).toBe(paid);
      if (isRoute) continue;
      // Beside the trade in SOL: the transaction's fee, the account that it opens, a tip.
      const parties = [user, buyback, curveKey];
      const elsewhere =
        quoteMint === NOBODY
          ? [...lamports].reduce(
              (sum, [key, change]) => (parties.includes(key) ? sum : sum + change),
              BigInt(transaction.meta!.fee),
            )
          : 0n;
      expect(-changeOf(user) - elsewhere).toBe(paid);
    }
    expect(counted['in SOL']).toBeGreaterThan(3);
    expect(counted['in coin'] + counted['by a route']).toBeGreaterThan(0);
  });

  it('sells a curve once', () => {
    for (const { events } of completing) {
      const [last] = events.filter(({ name }) => name === 'TradeEvent').slice(-1);
      expect(amountOf(last!, 'real_token_reserves')).toBe(0n);
      expect(amountOf(last!, 'virtual_token_reserves')).toBe(1_073_000_000_000_000n - INITIAL_REAL_TOKENS);
    }
  });
});
