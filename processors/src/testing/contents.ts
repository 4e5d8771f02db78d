/** What a run left behind, in a form that two runs can be compared by: bytes of topics as latin1. */
import type { ClickHouseClient } from '@clickhouse/client';
import { TABLES } from '@cryptonite/contracts/rows';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import { readTopic } from './topics.js';

/** Of what is written into these tables their views give the newest row of each key, which counts. */
const readOf = (table: string) => table.replace(/_unmerged$/, '');

/** What views fill, merged, each with an order of its own. */
const VIEWS = {
  token_scores: 'SELECT * FROM token_scores',
  token_scores_latest: 'SELECT * FROM token_scores_latest',
  candles_1s: `SELECT mint, venue, quote_mint, bucket, argMinMerge(open) AS first, max(high) AS highest, min(low) AS lowest,
    argMaxMerge(close) AS last, sum(trades) AS n, sum(token_volume) AS tokens, sum(quote_volume) AS quotes
    FROM candles_1s GROUP BY mint, venue, quote_mint, bucket`,
  candles_1m: `SELECT mint, bucket, argMinMerge(open) AS first, max(high) AS highest, argMaxMerge(close) AS last, sum(trades) AS n
    FROM candles_1m GROUP BY mint, bucket`,
  candles_1h:
    'SELECT mint, bucket, sum(trades) AS n, sum(quote_volume) AS quotes FROM candles_1h GROUP BY mint, bucket',
  trade_flow: 'SELECT * FROM v_trade_flow_1m',
  bonding_progress: 'SELECT * FROM v_bonding_progress',
  owner_balances: 'SELECT * FROM v_owner_balances',
  concentration: 'SELECT mint, owners, seen, top1_share, top10_share FROM v_holder_concentration',
};

export async function contentsOf(
  kafka: Kafka,
  clickHouse: ClickHouseClient,
): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {};
  for (const { partition, bytes } of await readTopic(kafka, TOPICS.screening.name)) {
    contents[`screening/${partition}`] ??= [];
    contents[`screening/${partition}`]?.push(bytes?.toString('latin1') ?? '');
  }

  const states = new Map<string, string>();
  for (const { partition, key, bytes } of await readTopic(kafka, TOPICS.screenerState.name)) {
    if (bytes === null) states.delete(`${partition}/${key}`);
    else states.set(`${partition}/${key}`, bytes.toString('latin1'));
  }
  contents.states = [...states].map(([key, value]) => `${key} ${value}`).sort();

  const read = async (query: string) => {
    const result = await clickHouse.query({ query, format: 'JSONEachRow' });
    return (await result.text()).split('\n').filter(Boolean).sort();
  };
  // Offsets of control records depend on how a run was cut into transactions.
  for (const table of Object.keys(TABLES)) {
    if (table === 'sink_progress') continue;
    contents[table] = await read(`SELECT * FROM ${readOf(table)}`);
  }
  for (const [view, query] of Object.entries(VIEWS)) contents[view] = await read(query);
  return contents;
}
