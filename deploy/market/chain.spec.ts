import { describe, expect, it } from 'vitest';
import { keyFor, MAYHEM_AGENT, MIGRATION_AUTHORITY, toBase58, USDC } from './addresses.js';
import type { Place } from './call.js';
import { Chain, type TradeRequest } from './chain.js';
import { type Coin, QUOTES } from './coin.js';
import { eventsOf, readTransactions, type Transaction } from './read-transactions.js';

const SOL = 1_000_000_000n;
const alice = keyFor('alice');
const creator = keyFor('creator');

let places = 0;
const place = (): Place => ({
  slot: 450_000_000,
  index: places++,
  timeS: 1_790_812_800,
  sentAtMs: 1_790_812_800_100,
  recentBlockhash: Buffer.alloc(32, 1),
  label: `test ${places}`,
});

function openMarket(options: Partial<Pick<Coin, 'quote' | 'mayhem'>> = {}): { chain: Chain; coin: Coin } {
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
    expect(namesOf(migration!)).toEqual(['CreatePoolEvent', 'CompletePumpAmmMigrationEvent']);
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
});
