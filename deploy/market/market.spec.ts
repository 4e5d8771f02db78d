import { SubscribeUpdate } from '@triton-one/yellowstone-grpc';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Update } from '../yellowstone/update.js';
import { INITIAL_REAL_TOKENS } from './curve.js';
import { BOUNDED_START_MS, playBounded } from './market-source.js';
import { eventsOf, readTransactions, type Transaction } from './read-transactions.js';

function play(seed: number, transactions: number): Update[] {
  const bounds = { seed, startMs: BOUNDED_START_MS, transactions, launches: Number.POSITIVE_INFINITY };
  return [...playBounded(bounds)].flat();
}

const TRANSACTIONS = 3_000;

describe('the market', () => {
  let updates: Update[];
  let transactions: Transaction[];
  beforeAll(() => {
    updates = play(7, TRANSACTIONS);
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
      const quote = buy
        ? (before.quote * tokens) / (before.tokens - tokens) + 1n
        : (before.quote * tokens) / (before.tokens + tokens);
      expect(value('quote_amount')).toBe(quote);
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
