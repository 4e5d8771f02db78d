import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { keyFor, MIGRATION_AUTHORITY, PUMP_SWAP, SHARED, TOKEN, TOKEN_2022, toBase58 } from './addresses.js';
import { type Fields, IdlEncoder, PUMP_SWAP_IDL } from './borsh.js';
import { Chain } from './chain.js';
import { type Coin, type CoinSpec, lpAccount, QUOTES, quoteOf, traderAccount } from './coin.js';
import { NONE_WAITING } from './curve.js';
import type { LayoutName } from './layouts.js';
import { depositInPool, lpTokensFor, withdrawFromPool } from './pool.js';
import { decodePadded, eventsOf, readTransactions, type Transaction } from './read-transactions.js';
import { placesInSlot } from './testing/places.js';

const SOL = 1_000_000_000n;
const [alice, bob, creator] = ['alice', 'bob', 'creator'].map(keyFor) as [string, string, string];

const place = placesInSlot();

/** A coin that Alice completed, with a pool without a boost unless told otherwise. */
function graduate(chain: Chain, options: Partial<CoinSpec> = {}, isBoosted = false): Coin {
  for (const wallet of [alice, bob, creator, MIGRATION_AUTHORITY]) chain.fund(wallet, 1_000n * SOL);
  const spec = {
    ...{ mint: keyFor('mint'), creator, name: 'Tiny Otter', symbol: 'OTTER', uri: '' },
    ...{ quote: QUOTES.SOL, mayhem: false, ...options },
  };
  const { coin } = chain.create(spec, 0n, place());
  trade(chain, coin, 'buy', coin.curve.realTokens);
  chain.migrate(coin, place(), isBoosted);
  return coin;
}

const trade = (chain: Chain, coin: Coin, side: 'buy' | 'sell', tokens: bigint): Transaction =>
  readTransactions([
    chain.trade(
      { coin, user: alice, side, tokens, style: 'keeping', router: null, fails: false, closes: false },
      place(),
    ),
  ])[0]!;

const change = (chain: Chain, coin: Coin, kind: 'deposit' | 'withdraw', lpTokens: bigint): Transaction =>
  readTransactions([chain[kind](coin, alice, lpTokens, place())])[0]!;

/** The only event of a transaction, its values as text. */
function told(transaction: Transaction): Record<string, string> {
  const [event, ...others] = eventsOf(transaction).cpi;
  expect(others).toEqual([]);
  const values = Object.entries(event!.data).map(([name, value]) => [name, String(value)]);
  return { event: event!.name, ...Object.fromEntries(values) };
}

const keysOf = ({ transaction }: Transaction): string[] =>
  transaction!.message!.accountKeys.map((key) => Buffer.from(key).toString('latin1'));

/** The launchpad's instruction: accounts and data, and those that it invokes as program and data. */
function callOf(transaction: Transaction) {
  const keys = keysOf(transaction);
  const index = transaction.meta!.innerInstructions[0]!.index;
  const { accounts, data } = transaction.transaction!.message!.instructions[index]!;
  const children = transaction.meta!.innerInstructions.flatMap(({ instructions }) => instructions);
  return {
    accounts: [...accounts].map((at) => toBase58(keys[at]!)),
    data: Buffer.from(data),
    children: children.map(({ programIdIndex, data: bytes, accounts: named }) => ({
      program: keys[programIdIndex]!,
      accounts: [...named].map((at) => keys[at]!),
      data: Buffer.from(bytes),
    })),
  };
}

/** By how much a token account changed. */
function changeIn(transaction: Transaction, account: string): bigint {
  const { preTokenBalances: before, postTokenBalances: after } = transaction.meta!;
  const at = keysOf(transaction).indexOf(account);
  const amount = (balances: typeof before): bigint =>
    BigInt(balances.find(({ accountIndex }) => accountIndex === at)?.uiTokenAmount?.amount ?? 0);
  return amount(after) - amount(before);
}

const u64s = (...amounts: readonly bigint[]): Buffer =>
  Buffer.concat(
    amounts.map((amount) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigUInt64LE(amount);
      return bytes;
    }),
  );

describe('a deposit into a pool', () => {
  it('is the instruction, the transfers, the LP tokens and the event of the program, and changes the pool by as much', () => {
    const chain = new Chain();
    const coin = graduate(chain);
    const [before, keys] = [coin.pool!, coin.poolKeys!];
    const held = chain.tokensOf(coin, alice);
    const lamports = chain.ledger.lamports(alice);
    const lpTokens = lpTokensFor(before, 300_000_000_000_000n);
    const { base, quote, after } = depositInPool(before, lpTokens);
    const deposit = change(chain, coin, 'deposit', lpTokens);

    expect(coin.pool).toEqual(after);
    expect(chain.ledger.tokenAmount(keys.base)).toBe(before.base + base);
    expect(chain.ledger.tokenAmount(keys.quote)).toBe(before.quote + quote);
    expect(chain.tokensOf(coin, alice)).toBe(held - base);
    expect(chain.lpTokensOf(coin, alice)).toBe(lpTokens);
    const rent = chain.ledger.lamports(lpAccount(keys, alice));
    expect(lamports - chain.ledger.lamports(alice)).toBe(quote + rent + BigInt(deposit.meta!.fee));

    const own = [
      traderAccount(coin, alice),
      keyOfWrapped(deposit, keys.quote),
      lpAccount(keys, alice),
    ] as const;
    expect(told(deposit)).toEqual({
      event: 'DepositEvent',
      timestamp: '1790812800',
      lp_token_amount_out: String(lpTokens),
      max_base_amount_in: String((base * 11n) / 10n),
      max_quote_amount_in: String((quote * 11n) / 10n),
      user_base_token_reserves: String(held),
      user_quote_token_reserves: String(quote),
      pool_base_token_reserves: String(before.base),
      pool_quote_token_reserves: String(before.quote),
      base_amount_in: String(base),
      quote_amount_in: String(quote),
      lp_mint_supply: String(before.lpSupply),
      pool: toBase58(keys.pool),
      user: toBase58(alice),
      user_base_token_account: toBase58(own[0]),
      user_quote_token_account: toBase58(own[1]),
      user_pool_token_account: toBase58(own[2]),
    });

    const { accounts, data, children } = callOf(deposit);
    const named = [
      ...[keys.pool, SHARED.swapConfig, alice, coin.mint, coin.quote.mint, keys.lpMint],
      ...[...own, keys.base, keys.quote, TOKEN, TOKEN_2022, SHARED.swapEventAuthority, PUMP_SWAP],
    ];
    expect(accounts).toEqual(named.map(toBase58));
    expect(data.toString('hex', 0, 8)).toBe('f223c68952e1f2b6');
    expect(data.subarray(8)).toEqual(u64s(lpTokens, (base * 11n) / 10n, (quote * 11n) / 10n));
    const [paidBase, paidQuote, minted, event] = children;
    expect(paidBase).toMatchObject({
      program: TOKEN_2022,
      accounts: [own[0], coin.mint, keys.base, alice],
      data: Buffer.concat([Buffer.of(12), u64s(base), Buffer.of(6)]),
    });
    expect(paidQuote).toMatchObject({
      program: TOKEN,
      accounts: [own[1], coin.quote.mint, keys.quote, alice],
      data: Buffer.concat([Buffer.of(12), u64s(quote), Buffer.of(9)]),
    });
    expect(minted).toMatchObject({
      program: TOKEN_2022,
      accounts: [keys.lpMint, own[2], keys.pool],
      data: Buffer.concat([Buffer.of(7), u64s(lpTokens)]),
    });
    // As long as the real ones: discriminators of self-call and event, eleven numbers and five keys.
    expect(event!.data).toHaveLength(8 + 256);
    expect(children).toHaveLength(4);

    expect(changeIn(deposit, keys.base)).toBe(base);
    expect(changeIn(deposit, keys.quote)).toBe(quote);
    expect(changeIn(deposit, own[0])).toBe(-base);
    expect(changeIn(deposit, own[2])).toBe(lpTokens);
  });

  it('leaves the price, and trades go on from the reserves after it', () => {
    const chain = new Chain();
    const coin = graduate(chain);
    trade(chain, coin, 'sell', 10_000_000_000_000n);
    const before = coin.pool!;
    // Fees wait in the vault: they are nobody's liquidity.
    expect(before.virtualQuote).toBeLessThan(0n);
    change(chain, coin, 'deposit', before.lpSupply);
    const doubled = coin.pool!;
    expect(doubled.base).toBe(2n * before.base);
    expect(doubled.quote).toBe(before.quote + before.quote + before.virtualQuote);
    expect(told(trade(chain, coin, 'buy', 1_000_000_000n))).toMatchObject({
      event: 'BuyEvent',
      pool_base_token_reserves: String(doubled.base),
      pool_quote_token_reserves: String(doubled.quote),
      virtual_quote_reserves: String(before.virtualQuote),
      can_boost: 'false',
    });
    expect(chain.ledger.tokenAmount(coin.poolKeys!.quote)).toBe(coin.pool!.quote);
    expect(coin.pool!.lpSupply).toBe(2n * before.lpSupply);
  });

  it('is refused by a pool with a boost, and where the user has too little, and changes nothing then', () => {
    const chain = new Chain();
    const boosted = graduate(chain, {}, true);
    const coin = graduate(chain, { mint: keyFor('second') });
    const state = () => [boosted.pool, coin.pool, ...[alice, bob].map((key) => chain.ledger.lamports(key))];
    const before = state();
    expect(() => chain.deposit(boosted, alice, 10n ** 9n, place())).toThrow('boosted');
    expect(() => chain.withdraw(boosted, alice, 10n ** 9n, place())).toThrow('boosted');
    expect(() => chain.deposit(coin, bob, 10n ** 9n, place())).toThrow();
    expect(() => chain.withdraw(coin, alice, 10n ** 9n, place())).toThrow();
    expect(state()).toEqual(before);
  });
});

describe('a withdrawal from a pool', () => {
  it('is the instruction, the transfers, the burnt LP tokens and the event of the program', () => {
    const chain = new Chain();
    const coin = graduate(chain);
    const lpTokens = 3n * coin.pool!.lpSupply;
    const put = told(change(chain, coin, 'deposit', lpTokens));
    trade(chain, coin, 'sell', chain.tokensOf(coin, alice));
    const [before, keys] = [coin.pool!, coin.poolKeys!];
    const lamports = chain.ledger.lamports(alice);
    const { base, quote, after } = withdrawFromPool(before, lpTokens);
    const withdrawal = change(chain, coin, 'withdraw', lpTokens);

    expect(coin.pool).toEqual(after);
    expect(after.lpSupply).toBe(BigInt(put.lp_mint_supply!));
    expect(chain.ledger.tokenAmount(keys.base)).toBe(before.base - base);
    expect(chain.ledger.tokenAmount(keys.quote)).toBe(before.quote - quote);
    expect(chain.tokensOf(coin, alice)).toBe(base);
    expect(chain.lpTokensOf(coin, alice)).toBe(0n);
    expect(chain.ledger.lamports(alice) - lamports).toBe(quote - BigInt(withdrawal.meta!.fee));
    expect(told(withdrawal)).toMatchObject({
      event: 'WithdrawEvent',
      lp_token_amount_in: String(lpTokens),
      min_base_amount_out: String((base * 9n) / 10n),
      min_quote_amount_out: String((quote * 9n) / 10n),
      user_base_token_reserves: '0',
      user_quote_token_reserves: '0',
      pool_base_token_reserves: String(before.base),
      pool_quote_token_reserves: String(before.quote),
      base_amount_out: String(base),
      quote_amount_out: String(quote),
      lp_mint_supply: String(before.lpSupply),
      pool: toBase58(keys.pool),
      user: toBase58(alice),
    });
    const { accounts, data, children } = callOf(withdrawal);
    expect(accounts).toHaveLength(15);
    expect(data.toString('hex', 0, 8)).toBe('b712469c946da122');
    expect(data.subarray(8)).toEqual(u64s(lpTokens, (base * 9n) / 10n, (quote * 9n) / 10n));
    expect(children.map(({ program, data: bytes }) => [program, bytes[0]])).toEqual([
      [TOKEN_2022, 12],
      [TOKEN, 12],
      [TOKEN_2022, 8],
      [PUMP_SWAP, 0xe4],
    ]);
    expect(children[2]).toMatchObject({
      accounts: [lpAccount(keys, alice), keys.lpMint, alice],
      data: Buffer.concat([Buffer.of(8), u64s(lpTokens)]),
    });
    expect(changeIn(withdrawal, keys.base)).toBe(-base);
    expect(changeIn(withdrawal, keys.quote)).toBe(-quote);
    expect(changeIn(withdrawal, traderAccount(coin, alice))).toBe(base);
    expect(changeIn(withdrawal, lpAccount(keys, alice))).toBe(-lpTokens);
  });

  it.each(['2025-05', '2026-04', '2026-10'] as const)('was the same in %s', (layout: LayoutName) => {
    const chain = new Chain(layout);
    const coin = graduate(chain, layout === '2026-10' ? { tokenProgram: TOKEN } : {});
    const before = coin.pool!;
    change(chain, coin, 'deposit', before.lpSupply);
    const withdrawal = change(chain, coin, 'withdraw', before.lpSupply);
    expect(told(withdrawal)).toMatchObject({ event: 'WithdrawEvent' });
    expect(coin.pool).toEqual(before);
  });

  it('pays in the coin that a pool is quoted in', () => {
    const chain = new Chain();
    const quoteCoin = graduate(chain);
    const quote = quoteOf(quoteCoin, 10_000_000_000_000n);
    const coin = graduate(chain, { mint: keyFor('quoted'), quote });
    const [before, held] = [coin.pool!, chain.tokensOf(quoteCoin, alice)];
    const deposit = change(chain, coin, 'deposit', before.lpSupply);
    expect(told(deposit)).toMatchObject({
      user_quote_token_reserves: String(held),
      quote_amount_in: String(before.quote),
    });
    expect(chain.tokensOf(quoteCoin, alice)).toBe(held - before.quote);
    change(chain, coin, 'withdraw', before.lpSupply);
    expect(chain.tokensOf(quoteCoin, alice)).toBe(held);
    expect(coin.pool).toEqual(before);
  });

  it('leaves no account of LP tokens behind when the coin is retired', () => {
    const chain = new Chain();
    const coin = graduate(chain);
    change(chain, coin, 'deposit', coin.pool!.lpSupply);
    chain.retire(coin);
    expect([...chain.ledger.accountsOfMint(coin.poolKeys!.lpMint)]).toEqual([]);
  });
});

/** The user's account for wrapped SOL, opened and closed within: where what is paid into a vault comes from. */
function keyOfWrapped(transaction: Transaction, vault: string): string {
  const payment = callOf(transaction).children.find(
    ({ program, accounts }) => program === TOKEN && accounts[2] === vault,
  );
  return payment!.accounts[0]!;
}

const REAL = fileURLToPath(new URL('../../../shared/data/transactions/event/', import.meta.url));

describe.skipIf(!existsSync(REAL))(`real deposits and withdrawals (skipped where ${REAL} is absent)`, () => {
  const real = (name: string): Buffer[] =>
    readdirSync(REAL)
      .filter((file) => file.startsWith(name))
      .map((file) => Buffer.from(JSON.parse(readFileSync(join(REAL, file), 'utf8')).base64, 'base64'))
      // Another program has an event of this name and is shorter.
      .filter(({ length }) => length === 256);
  const program = toBase58(PUMP_SWAP);
  const isKey = (field: string): boolean => /^(pool|user|user_\w+_token_account)$/.test(field);

  it.each(['DepositEvent', 'WithdrawEvent'])(
    '%s: the encoder writes the bytes that mainnet wrote',
    (name) => {
      const events = real(name);
      expect(events.length).toBeGreaterThan(0);
      for (const bytes of events) {
        const { data } = decodePadded({ program, payload: bytes.toString('base64') });
        const fields = Object.entries(data).map(([field, value]) => [
          field,
          isKey(field) ? Buffer.from(bs58.decode(String(value))).toString('latin1') : BigInt(String(value)),
        ]);
        const encoder = new IdlEncoder(PUMP_SWAP_IDL);
        expect(encoder.event(name, Object.fromEntries(fields) as Fields).equals(bytes)).toBe(true);
      }
    },
  );

  it.each([
    ['DepositEvent', 'lp_token_amount_out', 'in', depositInPool],
    ['WithdrawEvent', 'lp_token_amount_in', 'out', withdrawFromPool],
  ] as const)('%s: the amounts are those that are computed', (name, lpField, way, compute) => {
    for (const bytes of real(name)) {
      const { data } = decodePadded({ program, payload: bytes.toString('base64') });
      const amount = (field: string): bigint => BigInt(String(data[field]));
      const pool = {
        base: amount('pool_base_token_reserves'),
        quote: amount('pool_quote_token_reserves'),
        virtualQuote: 0n,
        waiting: NONE_WAITING,
        lpSupply: amount('lp_mint_supply'),
      };
      const computed = compute(pool, amount(lpField));
      expect(computed.base).toBe(amount(`base_amount_${way}`));
      expect(computed.quote).toBe(amount(`quote_amount_${way}`));
    }
  });
});
