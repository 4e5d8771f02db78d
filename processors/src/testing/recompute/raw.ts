/** What the raw tables hold, each token's facts in the order of the chain. */
import type { ClickHouseClient } from '@clickhouse/client';
import { msOf, type Row, type TableName } from '@cryptonite/contracts/rows';

const FACT_TABLES = [
  'launches_created',
  'trades_executed',
  'curves_completed',
  'pools_created',
  'tokens_migrated',
  'liquidity_changed',
  'pools_boosted',
  'fees_swept',
  'balances_changed',
  'authorities_observed',
  'supplies_changed',
] as const satisfies TableName[];

type FactTable = (typeof FACT_TABLES)[number];

/** A row of a raw table about a token; `at` is its time in ms. */
export type RawFact = { [Table in FactTable]: { table: Table; at: number; row: Row<Table> } }[FactTable];
export type RawTrade = Row<'trades_executed'>;

export type Slot = { slot: number; at: number };

export type Raw = {
  /** By mint, then by position. */
  facts: Map<string, RawFact[]>;
  trades: RawTrade[];
  balances: Row<'balances_changed'>[];
  /** Confirmed slots. */
  slots: Slot[];
  gaps: { beforeSlot: number; at: number }[];
  prices: { position: string; usd: string }[];
  /** Of the coins that tokens are quoted in, in the order of slots. */
  quotePrices: RawQuotePrice[];
};

export type RawQuotePrice = Row<'quote_prices'> & { slot: number; at: number };

/** The rows of a query, 64-bit integers and decimals as text. */
export async function rowsOf<T = Record<string, unknown>>(
  client: ClickHouseClient,
  query: string,
): Promise<T[]> {
  const answer = await client.query({
    query,
    format: 'JSONEachRow',
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 1,
      output_format_json_quote_decimals: 1,
    },
  });
  return answer.json<T>();
}

export async function readRaw(client: ClickHouseClient): Promise<Raw> {
  const raw: Raw = {
    facts: new Map(),
    trades: [],
    balances: [],
    slots: [],
    gaps: [],
    prices: [],
    quotePrices: [],
  };
  for (const table of FACT_TABLES) {
    for (const row of await rowsOf<RawFact['row']>(
      client,
      `SELECT * FROM ${table} ORDER BY mint, position`,
    )) {
      const fact = { table, at: msOf(row.time), row } as RawFact;
      const own = raw.facts.get(row.mint);
      if (own) own.push(fact);
      else raw.facts.set(row.mint, [fact]);
      if (fact.table === 'trades_executed') raw.trades.push(fact.row);
      if (fact.table === 'balances_changed') raw.balances.push(fact.row);
    }
  }
  for (const own of raw.facts.values()) own.sort((a, b) => (a.row.position < b.row.position ? -1 : 1));
  type SlotRow = { slot: string; time: string };
  for (const { slot, time } of await rowsOf<SlotRow>(
    client,
    `SELECT slot, time FROM slots WHERE status = 'confirmed' ORDER BY slot`,
  ))
    raw.slots.push({ slot: Number(slot), at: msOf(time) });
  for (const gap of await rowsOf<{ before_slot: string; time: string }>(
    client,
    'SELECT before_slot, time FROM gaps ORDER BY before_slot',
  ))
    raw.gaps.push({ beforeSlot: Number(gap.before_slot), at: msOf(gap.time) });
  for (const price of await rowsOf<{ position: string; price_usd: string }>(
    client,
    'SELECT position, price_usd FROM sol_prices ORDER BY position',
  ))
    raw.prices.push({ position: price.position, usd: price.price_usd });
  for (const row of await rowsOf<Row<'quote_prices'>>(
    client,
    'SELECT * FROM quote_prices ORDER BY position, quote_mint, pool',
  ))
    raw.quotePrices.push({ ...row, slot: Number(row.position.split('-')[0]), at: msOf(row.time) });
  return raw;
}
