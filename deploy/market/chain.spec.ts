import { describe, expect, it } from 'vitest';
import {
  BUYBACK_FEE_RECIPIENT,
  CURVE_FEE_RECIPIENT,
  keyFor,
  MAYHEM_AGENT,
  MIGRATION_AUTHORITY,
  PUMP,
  TOKEN,
  toBase58,
  USDC,
} from './addresses.js';
import { Chain, type TradeRequest } from './chain.js';
import { type Coin, type CoinSpec, QUOTES, quoteOf } from './coin.js';
import { eventsOf, readTransactions, type Transaction } from './read-transactions.js';
import { ROUTERS } from './routers.js';
import { placesInSlot } from './testing/places.js';

const SOL = 1_000_000_000n;
const alice = keyFor('alice');
const creator = keyFor('creator');

const place = placesInSlot();

function openMarket(options: Partial<CoinSpec> = {}): { chain: Chain; coin: Coin } {
  const chain = new Chain();
  for (const wallet of [alice, creator, MAYHEM_AGENT, MIGRATION_AUTHORITY]) chain.fund(wallet, 500n * SOL);
  const spec = {
    mint: keyFor('mint'),
    creator,
    name: 'Tiny Otter',
    symbol: 'OTTER',
    uri: 'https://ipfs.io/ipfs/x',
    quote: QUOTES.SOL,
    mayhem: false,
    ...options,
  };
  return { chain, coin: chain.create(spec, 0n, place()).coin };
}

function trade(chain: Chain, coin: Coin, request: Partial<TradeRequest>): Transaction {
  const defaults = { coin, user: alice, side: 'buy' as const, tokens: 1_000_000_000_000n };
  const update = chain.trade({ ...defaults, router: null, fails: false, closes: false, ...request }, place());
  return readTransactions([update])[0]!;
}

const namesOf = (transaction: Transaction): string[] => eventsOf(transaction).cpi.map(({ name }) => name);

/** Fields of a transaction's first event, as text. */
const fieldsOf = (transaction: Transaction): Record<string, string> => {
  const { data } = eventsOf(transaction).cpi[0]!;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
};

const tokenChange = (transaction: Transaction, owner: string): bigint => {
  const amount = (
    balances: { owner: string; mint: string; uiTokenAmount?: { amount: string } | undefined }[],
  ): bigint => BigInt(balances.find((balance) => balance.owner === owner)?.uiTokenAmount?.amount ?? 0);
  return amount(transaction.meta!.postTokenBalances) - amount(transaction.meta!.preTokenBalances);
};

describe('the simulated chain', () => {
  it('completes a curve by its last token, migrates it and trades on in the pool', () => {
    const { chain, coin } = openMarket();
    const last = trade(chain, coin, { tokens: coin.curve.realTokens });
    expect(namesOf(last)).toEqual(['TradeEvent', 'CompleteEvent']);

    const [migration] = readTransactions([chain.migrate(coin, place())]);
    expect(namesOf(migration!)).toEqual([
      'CreatePoolEvent',
      'InitBoostEvent',
      'CompletePumpAmmMigrationEvent',
    ]);
    expect(fieldsOf(migration!)).toMatchObject({
      quote_amount_in: '84990359056',
      initial_liquidity: '4193388282604',
      base_mint: toBase58(coin.mint),
    });

    const before = coin.pool!;
    const bought = trade(chain, coin, { tokens: 2_000_000_000_000n });
    const buy = fieldsOf(bought);
    expect(buy).toMatchObject({
      pool_base_token_reserves: '206900000000000',
      pool_quote_token_reserves: '67405853768',
      virtual_quote_reserves: '17584505288',
      base_amount_out: '2000000000000',
    });
    expect(tokenChange(bought, toBase58(alice))).toBe(2_000_000_000_000n);
    expect(coin.pool!.quote - before.quote).toBe(BigInt(buy.quote_amount_in!) + BigInt(buy.lp_fee!));

    const sold = trade(chain, coin, { side: 'sell', tokens: 1_000_000_000_000n });
    expect(namesOf(sold)).toEqual(['SellEvent']);
    expect(tokenChange(sold, toBase58(alice))).toBe(-1_000_000_000_000n);
    expect(chain.ledger.tokenAmount(coin.poolKeys!.quote)).toBe(coin.pool!.quote);
    expect(chain.ledger.tokenAmount(coin.poolKeys!.base)).toBe(coin.pool!.base);
  });

  it('shows a routed trade two levels down, with the trader as user', () => {
    const { chain, coin } = openMarket();
    const routed = trade(chain, coin, { router: keyFor('router') });
    const heights = routed.meta!.innerInstructions.flatMap(({ instructions }) =>
      instructions.map(({ stackHeight }) => stackHeight),
    );
    expect(heights[0]).toBe(2);
    expect(Math.max(...heights.map(Number))).toBe(3);
    expect(fieldsOf(routed).user).toBe(toBase58(alice));
  });

  it('charges a failed trade its fee and changes nothing else', () => {
    const { chain, coin } = openMarket();
    const curve = coin.curve;
    const failed = trade(chain, coin, { fails: true });
    expect(failed.meta!.err).toBeDefined();
    expect(namesOf(failed)).toEqual([]);
    expect(coin.curve).toEqual(curve);
    expect(failed.meta!.logMessages.at(-1)).toContain('failed: custom program error: 0x1772');
    // InstructionError(3, Custom(6002)): after two compute budget instructions comes the trade.
    expect(Buffer.from(failed.meta!.err!.err).toString('hex')).toBe('08000000021900000072170000');
  });

  it('reports a coin quoted in USDC by its quote fields, its SOL fields being 0', () => {
    const { chain, coin } = openMarket({ quote: QUOTES.USDC });
    const fields = fieldsOf(trade(chain, coin, {}));
    expect(fields).toMatchObject({
      sol_amount: '0',
      virtual_sol_reserves: '0',
      real_sol_reserves: '0',
      quote_mint: toBase58(USDC),
      quote_amount: String(coin.curve.realQuote),
      virtual_quote_reserves: String(coin.curve.virtualQuote),
    });
  });

  it('lets the mayhem agent trade without fees', () => {
    const { chain, coin } = openMarket({ mayhem: true });
    const agent = fieldsOf(trade(chain, coin, { user: MAYHEM_AGENT }));
    expect(agent).toMatchObject({ mayhem_mode: 'true', fee: '0', creator_fee: '0', fee_basis_points: '0' });
    expect(fieldsOf(trade(chain, coin, {}))).toMatchObject({ mayhem_mode: 'true', fee_basis_points: '95' });
  });

  it('drops a closed account from the balances after the sale that emptied it', () => {
    const { chain, coin } = openMarket();
    trade(chain, coin, {});
    const sold = trade(chain, coin, { side: 'sell', closes: true });
    const owners = (balances: { owner: string }[]): string[] => balances.map(({ owner }) => owner);
    expect(owners(sold.meta!.preTokenBalances)).toContain(toBase58(alice));
    expect(owners(sold.meta!.postTokenBalances)).not.toContain(toBase58(alice));
  });

  it('refuses to sell what a trader does not hold', () => {
    const { chain, coin } = openMarket();
    trade(chain, coin, {});
    expect(() => trade(chain, coin, { side: 'sell', tokens: 2_000_000_000_000n })).toThrow(RangeError);
  });

  it('makes a legacy coin by the older instruction, with every account under the token program', () => {
    const { chain, coin } = openMarket({ tokenProgram: TOKEN });
    const bought = trade(chain, coin, {});
    expect(bought.meta!.postTokenBalances.map(({ programId }) => programId)).toEqual(
      bought.meta!.postTokenBalances.map(() => toBase58(TOKEN)),
    );
    expect(tokenChange(bought, toBase58(alice))).toBe(1_000_000_000_000n);
    const { data } = eventsOf(
      readTransactions([chain.create({ ...coin, mint: keyFor('second') }, 5n, place()).update])[0]!,
    ).cpi[0]!;
    expect(String(data.token_program)).toBe(toBase58(TOKEN));
  });

  it('lets a coin be bought with another, whose supply stays what it is', () => {
    const { chain, coin: quoteCoin } = openMarket();
    trade(chain, quoteCoin, { tokens: 50_000_000_000_000n });
    const quote = quoteOf(quoteCoin, 30_000_000_000_000n);
    const spec = { ...quoteCoin, mint: keyFor('quoted'), symbol: 'SECOND', quote, mayhem: false };
    const { coin } = chain.create(spec, 0n, place());
    const fields = fieldsOf(trade(chain, coin, {}));
    expect(fields).toMatchObject({ sol_amount: '0', quote_mint: toBase58(quoteCoin.mint) });
    const paid = BigInt(fields.quote_amount!) + BigInt(fields.fee!) + BigInt(fields.creator_fee!);
    expect(chain.tokensOf(quoteCoin, alice)).toBe(50_000_000_000_000n - paid);
    const bob = keyFor('bob');
    chain.fund(bob, SOL);
    expect(() => trade(chain, coin, { user: bob })).toThrow();
  });

  it('forgets with a retired coin what belongs to no other, and keeps the supply of those that live', () => {
    const { chain, coin: quoteCoin } = openMarket();
    const bob = keyFor('bob');
    for (const user of [bob, keyFor('carol')]) {
      chain.fund(user, 10n * SOL);
      trade(chain, quoteCoin, { user, tokens: 50_000_000_000_000n });
    }
    const quote = quoteOf(quoteCoin, 30_000_000_000_000n);
    const { coin } = chain.create(
      { ...quoteCoin, mint: keyFor('quoted'), quote, mayhem: false },
      0n,
      place(),
    );
    trade(chain, coin, { user: bob });
    const { coin: inUsdc } = chain.create(
      { ...quoteCoin, creator: alice, mint: keyFor('in dollars'), quote: QUOTES.USDC, mayhem: false },
      0n,
      place(),
    );
    const dave = keyFor('dave');
    for (const user of [dave, bob]) {
      chain.fund(user, SOL);
      trade(chain, inUsdc, { user });
    }
    const holders = (mint: string) =>
      [...chain.ledger.tokenAccounts()].filter(([, held]) => held.mint === mint);
    const supply = (mint: string) => holders(mint).reduce((sum, [, { amount }]) => sum + amount, 0n);

    chain.retire(inUsdc);
    expect(chain.ledger.lamports(dave)).toBe(0n);
    expect(chain.ledger.lamports(inUsdc.keys.creatorVault)).toBe(0n);
    // Bob still holds the other coin.
    expect(chain.ledger.lamports(bob)).toBeGreaterThan(0n);
    expect(holders(USDC).map(([, { owner }]) => owner)).toEqual([
      CURVE_FEE_RECIPIENT,
      BUYBACK_FEE_RECIPIENT,
      bob,
    ]);

    chain.retire(coin);
    expect(holders(coin.mint)).toEqual([]);
    expect(supply(quoteCoin.mint)).toBe(10n ** 15n);
    expect(chain.ledger.lamports(creator)).toBeGreaterThan(0n);
    expect(chain.ledger.lamports(quoteCoin.keys.creatorVault)).toBeGreaterThan(0n);

    chain.retire(quoteCoin);
    expect(holders(quoteCoin.mint)).toEqual([]);
    expect(holders(USDC).map(([, { owner }]) => owner)).toEqual([CURVE_FEE_RECIPIENT, BUYBACK_FEE_RECIPIENT]);
    for (const gone of [creator, bob, quoteCoin.keys.creatorVault])
      expect(chain.ledger.lamports(gone)).toBe(0n);
  });

  it('executes several trades in one transaction, of one coin and of others, by several wallets', () => {
    const { chain, coin } = openMarket();
    const other = chain.create({ ...coin, mint: keyFor('other') }, 0n, place()).coin;
    const bob = keyFor('bob');
    chain.fund(bob, 10n * SOL);
    const request = {
      coin,
      user: alice,
      side: 'buy',
      tokens: 10n ** 12n,
      router: null,
      fails: false,
    } as const;
    const together = readTransactions([
      chain.tradeTogether(
        [
          { ...request, closes: false },
          { ...request, coin: other, user: bob, closes: false },
          { ...request, side: 'sell', tokens: 10n ** 11n, closes: false },
        ],
        place(),
      ),
    ])[0]!;
    expect(namesOf(together)).toEqual(['TradeEvent', 'TradeEvent', 'TradeEvent']);
    expect(together.transaction!.signatures).toHaveLength(2);
    expect(together.meta!.fee).toBe(String(2 * 5_000 + 3 * 20_000));
    expect(chain.tokensOf(coin, alice)).toBe(9n * 10n ** 11n);
    expect(chain.tokensOf(other, bob)).toBe(10n ** 12n);
  });

  it('undoes the trades before one that fails, events and all', () => {
    const { chain, coin } = openMarket();
    const { curve } = coin;
    const lamports = chain.ledger.lamports(alice);
    const request = {
      coin,
      user: alice,
      side: 'buy',
      tokens: 10n ** 12n,
      router: null,
      closes: false,
    } as const;
    const failed = readTransactions([
      chain.tradeTogether(
        [
          { ...request, fails: false },
          { ...request, fails: true },
        ],
        place(),
      ),
    ])[0]!;
    expect(namesOf(failed)).toEqual(['TradeEvent']);
    expect(failed.meta!.err).toBeDefined();
    expect(coin.curve).toEqual(curve);
    expect(chain.tokensOf(coin, alice)).toBe(0n);
    expect(lamports - chain.ledger.lamports(alice)).toBe(BigInt(failed.meta!.fee));
    expect(failed.meta!.postTokenBalances).toEqual(failed.meta!.preTokenBalances);
  });

  it.each([
    ['slippage', 'buy', null, '08000000021900000072170000'],
    ['router', 'buy', ROUTERS.jupiter.id, '08000000031900000071170000'],
    ['complete', 'buy', null, '08000000021900000075170000'],
    ['account', 'sell', null, '080000000219000000c40b0000'],
    ['tokens', 'sell', null, '08000000021900000001000000'],
    ['lamports', 'buy', ROUTERS.axiom.id, '08000000021900000001000000'],
    ['compute', 'buy', null, '080000000225000000'],
  ] as const)('fails by %s with the error that goes with it', (failure, side, router, error) => {
    const { chain, coin } = openMarket();
    const before = { curve: coin.curve, lamports: chain.ledger.lamports(alice) };
    const failed = trade(chain, coin, { fails: true, failure, side, router });
    expect(Buffer.from(failed.meta!.err!.err).toString('hex')).toBe(error);
    expect(failed.meta!.logMessages.at(-1)).toMatch(/ failed: /);
    expect({ curve: coin.curve, lamports: chain.ledger.lamports(alice) + BigInt(failed.meta!.fee) }).toEqual(
      before,
    );
  });

  it('leaves nothing of a trade that cannot be paid', () => {
    const { chain, coin } = openMarket();
    const bob = keyFor('poor bob');
    chain.fund(bob, SOL / 10n);
    const { curve } = coin;
    expect(() => trade(chain, coin, { user: bob, tokens: 10n ** 14n })).toThrow(RangeError);
    expect(coin.curve).toEqual(curve);
    expect(chain.ledger.lamports(bob)).toBe(SOL / 10n);
    expect(chain.ledger.tokenAmount(coin.keys.vault)).toBe(10n ** 15n);
  });

  it('sends tokens and SOL between wallets without a word to any launchpad', () => {
    const { chain, coin } = openMarket();
    trade(chain, coin, {});
    const bob = keyFor('bob');
    const send = (tokens: bigint, checked: boolean) =>
      readTransactions([chain.sendTokens(coin, alice, bob, tokens, place(), checked)])[0]!;
    expect(tokenChange(send(600_000_000_000n, true), toBase58(bob))).toBe(600_000_000_000n);
    const plain = send(400_000_000_000n, false);
    const keys = plain.transaction!.message!.accountKeys.map((key) =>
      toBase58(Buffer.from(key).toString('latin1')),
    );
    expect(keys).not.toContain(toBase58(coin.mint));
    expect(keys).not.toContain(toBase58(PUMP));
    expect(chain.tokensOf(coin, bob)).toBe(10n ** 12n);
    expect(namesOf(plain)).toEqual([]);

    const sol = readTransactions([chain.transferSol(alice, bob, SOL, place())])[0]!;
    expect(BigInt(sol.meta!.postBalances[1]!) - BigInt(sol.meta!.preBalances[1]!)).toBe(SOL);
    expect(() => chain.sendTokens(coin, alice, bob, 1n, place())).toThrow(RangeError);
  });

  it('tells Jupiter what was swapped, by an event of its own among the self-calls', () => {
    const { chain, coin } = openMarket();
    const routed = trade(chain, coin, { router: ROUTERS.jupiter.id });
    const keys = routed.transaction!.message!.accountKeys;
    const told = routed
      .meta!.innerInstructions.flatMap(({ instructions }) => instructions)
      .filter(
        ({ programIdIndex }) => Buffer.from(keys[programIdIndex]!).toString('latin1') === ROUTERS.jupiter.id,
      );
    expect(told).toHaveLength(1);
    expect(Buffer.from(told[0]!.data).readBigUInt64LE(16 + 32 + 32 + 8 + 32)).toBe(1_000_000_000_000n);
  });

  it('pays what the transaction bids, and the tip unless it fails', () => {
    const { chain, coin } = openMarket();
    const priority = { computeUnits: 150_000, microLamportsPerUnit: 2_000_001n, tipLamports: 1_000_000n };
    const request = {
      coin,
      user: alice,
      side: 'buy',
      tokens: 10n ** 12n,
      router: null,
      closes: false,
    } as const;
    const read = (fails: boolean) =>
      readTransactions([chain.trade({ ...request, fails }, { ...place(), priority })])[0]!;
    const paid = read(false);
    expect(paid.meta!.fee).toBe(String(5_000 + 300_001));
    expect(Number(paid.meta!.computeUnitsConsumed)).toBeLessThan(150_000);
    const sum = (amounts: readonly string[]): bigint =>
      amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    for (const { meta } of [paid, read(true)]) {
      expect(sum(meta!.preBalances) - sum(meta!.postBalances)).toBe(BigInt(meta!.fee));
    }
  });
});
