import type { Update } from '@cryptonite/provider/update.js';
import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { beforeAll, describe, expect, it } from 'vitest';
import { toBase58 } from './addresses.js';
import { INITIAL_REAL_TOKENS } from './curve.js';
import { BOUNDED_START_MS, type BoundedMarketOptions, boundedMarket, playBounded } from './market-source.js';
import { eventsOf, instructionsOf, readTransactions, type Transaction } from './read-transactions.js';

const MARKET: BoundedMarketOptions = {
  seed: 7,
  startMs: BOUNDED_START_MS,
  transactions: Number.POSITIVE_INFINITY,
  launches: Number.POSITIVE_INFINITY,
};

const TRANSACTIONS = 3_000;

describe('the market', () => {
  let updates: Update[];
  let transactions: Transaction[];
  beforeAll(() => {
    updates = [...playBounded({ ...MARKET, transactions: TRANSACTIONS })].flat();
    transactions = readTransactions(updates);
  }, 60_000);

  it('makes exactly as many transactions as asked, a quarter to a third of them failed', () => {
    expect(transactions).toHaveLength(TRANSACTIONS);
    const failed = transactions.filter(({ meta }) => meta?.err).length;
    expect(failed / transactions.length).toBeGreaterThan(0.2);
    expect(failed / transactions.length).toBeLessThan(0.34);
    expect(new Set(transactions.map(({ signature }) => Buffer.from(signature).toString('hex'))).size).toBe(
      TRANSACTIONS,
    );
  });

  it('tells every event twice, alike', () => {
    for (const transaction of transactions) {
      const { emitted, logged } = eventsOf(transaction);
      expect(logged).toEqual(emitted);
    }
  });

  it('loses and makes no lamport but the fee', () => {
    const sum = (amounts: readonly string[]): bigint =>
      amounts.reduce((total, amount) => total + BigInt(amount), 0n);
    for (const { meta } of transactions) {
      expect(sum(meta!.preBalances) - sum(meta!.postBalances)).toBe(BigInt(meta!.fee));
    }
  });

  it("lets every curve's reserves follow from its trades", () => {
    const reserves = new Map<string, { quote: bigint; tokens: bigint }>();
    const succeeded = transactions.filter(({ meta }) => meta?.err === undefined);
    for (const { name, data } of succeeded.flatMap((transaction) => eventsOf(transaction).cpi)) {
      const value = (field: string): bigint => BigInt(data[field]!.toString());
      const mint = data.mint?.toString() ?? '';
      if (name === 'CreateEvent') {
        reserves.set(mint, {
          quote: value('virtual_quote_reserves'),
          tokens: value('virtual_token_reserves'),
        });
      }
      if (name !== 'TradeEvent') continue;
      const before = reserves.get(mint)!;
      const tokens = value('token_amount');
      const buy = String(data.is_buy) === 'true';
      const quote = value('quote_amount');
      const instruction = String(data.ix_name);
      const isExactIn = buy && (instruction.includes('exact') || instruction === 'multi_hop_swap');
      if (isExactIn && value('real_token_reserves') > 0n)
        expect(tokens).toBe(((quote - 1n) * before.tokens) / (before.quote + quote - 1n));
      else if (buy) expect(quote).toBe((before.quote * tokens) / (before.tokens - tokens) + 1n);
      else expect(quote).toBe((before.quote * tokens) / (before.tokens + tokens));
      const after = {
        quote: before.quote + (buy ? quote : -quote),
        tokens: before.tokens - (buy ? tokens : -tokens),
      };
      expect({ quote: value('virtual_quote_reserves'), tokens: value('virtual_token_reserves') }).toEqual(
        after,
      );
      expect(value('fee')).toBe((quote * value('fee_basis_points') + 9_999n) / 10_000n);
      expect(value('real_token_reserves')).toBeLessThanOrEqual(INITIAL_REAL_TOKENS);
      reserves.set(mint, after);
    }
  });

  it('confirms and finalizes every block it made', () => {
    const slots = (status: number): number[] =>
      updates.flatMap((update) => (update.kind === 'slot' && update.status === status ? [update.slot] : []));
    const metas = updates.flatMap((update) => (update.kind === 'blockMeta' ? [update.slot] : []));
    expect(slots(1)).toEqual(metas);
    expect(slots(2)).toEqual(metas);
  });

  it('names as parent the block before it', () => {
    const metas = updates.flatMap(({ body }) => SubscribeUpdate.decode(body).blockMeta ?? []);
    metas.slice(1).forEach((meta, position) => {
      expect(meta.parentSlot).toBe(metas[position]!.slot);
      expect(meta.parentBlockhash).toBe(metas[position]!.blockhash);
    });
  });
});

describe('a market of a few hundred launches', () => {
  it('has creators with rates of their own, transfers that name no mint, and several trades in one transaction, failed ones too', () => {
    const seen = new Map<string, number>();
    const see = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
    for (const updates of playBounded({ ...MARKET, regime: 'low', launches: 300 }))
      for (const transaction of readTransactions(updates)) {
        const { err, postTokenBalances } = transaction.meta!;
        const { accountKeys, instructions } = transaction.transaction!.message!;
        const calls = instructionsOf(transaction);
        for (const { name, data } of eventsOf(transaction).cpi)
          if (name === 'CreateEvent') see(`creator rate ${data.creator_fee_bps}`);
        const trades = calls.filter(({ name }) => /^(buy|sell)/.test(name));
        const isCreation = calls.some(({ name }) => name.startsWith('create'));
        const signers = transaction.transaction!.signatures.length;
        if (trades.length > 1 && !isCreation && err) see('fails after a good trade');
        else if (trades.length > 1 && !isCreation) see(signers > 1 ? 'several wallets' : 'one wallet');
        // TokenInstruction::Transfer.
        if (calls.length > 0 || !instructions.some(({ data }) => data[0] === 3 && data.length === 9))
          continue;
        const keys = new Set(accountKeys.map((key) => toBase58(Buffer.from(key).toString('latin1'))));
        if (postTokenBalances.length > 0 && postTokenBalances.every(({ mint }) => !keys.has(mint)))
          see('names no mint');
      }
    expect([...seen.keys()].sort()).toEqual([
      'creator rate 0',
      'creator rate 100',
      'creator rate 200',
      'fails after a good trade',
      'names no mint',
      'one wallet',
      'several wallets',
    ]);
  }, 60_000);
});

describe('the truth of a market', () => {
  /** Highest price, as a multiple of the opening one, and number of a launch's trades. */
  interface Seen {
    opening: number;
    peakMultiple: number;
    trades: number;
  }

  /** What was emitted, launch by launch, as far as it took effect. */
  function readTrades(updates: readonly Update[]): Map<string, Seen> {
    const launches = new Map<string, Seen>();
    const mints = new Map<string, string>();
    const succeeded = readTransactions(updates).filter(({ meta }) => meta?.err === undefined);
    for (const { name, data } of succeeded.flatMap((transaction) => eventsOf(transaction).cpi)) {
      const value = (field: string): number => Number(data[field]);
      const note = (mint: string, quote: number, tokens: number): void => {
        const launch = launches.get(mint)!;
        launch.trades += 1;
        launch.peakMultiple = Math.max(launch.peakMultiple, quote / tokens / launch.opening);
      };
      if (name === 'CreateEvent') {
        const opening = value('virtual_quote_reserves') / value('virtual_token_reserves');
        launches.set(String(data.mint), { opening, peakMultiple: 1, trades: 0 });
      }
      if (name === 'PostCompleteBuyEvent')
        note(String(data.mint), value('pool_quote_reserves_after'), value('pool_base_reserves_after'));
      if (name === 'CreatePoolEvent') mints.set(String(data.pool), String(data.base_mint));
      if (name === 'TradeEvent')
        note(String(data.mint), value('virtual_quote_reserves'), value('virtual_token_reserves'));
      const pooled = mints.get(String(data.pool))!;
      const quoteBefore = value('pool_quote_token_reserves') + value('virtual_quote_reserves');
      const tokensBefore = value('pool_base_token_reserves');
      if (name === 'BuyEvent')
        note(
          pooled,
          // Net of fees, whichever of the two fields it stands in, and the LP's fee.
          quoteBefore + Math.min(value('quote_amount_in'), value('user_quote_amount_in')) + value('lp_fee'),
          tokensBefore - value('base_amount_out'),
        );
      if (name === 'SellEvent')
        note(
          pooled,
          quoteBefore - value('quote_amount_out_without_lp_fee'),
          tokensBefore + value('base_amount_in'),
        );
    }
    return launches;
  }

  it('has the trades and the peak of every launch as they were emitted', () => {
    const told: { mint: string; peakMultiple: number; trades: number }[] = [];
    const onTruth: BoundedMarketOptions['onTruth'] = (truth) => told.push(JSON.parse(truth.toJson(true)));
    const seen = readTrades([...playBounded({ ...MARKET, regime: 'high', launches: 80, onTruth })].flat());
    expect(told).toHaveLength(80);
    const wrong = told.filter(({ mint, peakMultiple, trades }) => {
      const launch = seen.get(mint)!;
      return trades !== launch.trades || Math.abs(peakMultiple / launch.peakMultiple - 1) > 1e-5;
    });
    expect(wrong).toEqual([]);
  }, 60_000);

  it('is told once of every launch, also where the market is stopped early', async () => {
    const told: string[] = [];
    const onTruth: BoundedMarketOptions['onTruth'] = (truth) =>
      told.push((JSON.parse(truth.toJson(false)) as { mint: string }).mint);
    const source = boundedMarket({ ...MARKET, launches: 10, onTruth });
    const launched = new Set<string>();
    for await (const updates of source.updates(new AbortController().signal)) {
      for (const { name, data } of readTransactions(updates).flatMap((sent) => eventsOf(sent).cpi))
        if (name === 'CreateEvent') launched.add(String(data.mint));
      if (launched.size === 5) break;
    }
    source.close?.();
    source.close?.();
    expect(told.sort()).toEqual([...launched].sort());
  });
});
