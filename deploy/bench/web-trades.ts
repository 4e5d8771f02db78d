import type { Product } from '@cryptonite/proofs/product.js';
import { openStores } from '@cryptonite/proofs/stores.js';
import { z } from 'zod';

const QUERY = `SELECT count() AS trades FROM trades_executed
  WHERE time >= fromUnixTimestamp64Milli({from:Int64}) AND time < fromUnixTimestamp64Milli({to:Int64})`;
const Rows = z.tuple([z.object({ trades: z.coerce.number() })]);

/** The last seconds are left out: what they brought may not be stored yet. */
const STORED_WITHIN_MS = 10_000;

/** Trades that the product has stored of a span of the market's time, which is the clock's. */
export async function tradesPerSecond(product: Product, fromMs: number, toMs: number): Promise<number> {
  const { clickhouse } = openStores(product);
  const to = toMs - STORED_WITHIN_MS;
  const answer = await clickhouse.query({
    query: QUERY,
    query_params: { from: fromMs, to },
    format: 'JSONEachRow',
  });
  const [{ trades }] = Rows.parse(await answer.json());
  await clickhouse.close();
  return trades / ((to - fromMs) / 1_000);
}
