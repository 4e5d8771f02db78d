/**
 * `npm run test:sources -- [--minutes N] [--seed S] [--layout L]`: one live market is read by Yellowstone and by its RPC.
 *  - For N minutes with as many requests as it asks unless told otherwise: the page is never more than 2 s behind (3 s on slots of
 *    400 ms), and every raw table of ClickHouse holds the same rows. Of the stream's product only what writes the journal runs
 *    meanwhile: two whole products would take the whole machine, and what is behind would say nothing of the source.
 *  - For half as long beside the stream with 10 requests a second, while every third notification is dropped, blocks can be
 *    had 3 slots late and sockets close: no trade that was not, none twice, those that are missing are few and lie in gaps that
 *    were told, of every token the newest trade is at most one behind, and the page never far.
 * Exits 1 when any of this does not hold.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { TableName } from '@cryptonite/contracts/rows';
import type { LayoutName } from '@cryptonite/market/layouts.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { Comparison, SHOWN } from './comparison.js';
import { readHealth } from './health.js';
import { startProcess } from './process.js';
import { type Product, startProduct, until } from './product.js';
import { PRODUCT_OPTIONS } from './proof.js';
import { endWhereStoresAreNamed, oneOf, readOptions, wholeNumber } from './proof-options.js';
import { openStores } from './stores.js';
import { takeAway } from './take-away.js';

const LIMIT_MS = 1_800_000;
/** What is told of a slot depends for some slots on those before it, which only one of two has seen. */
const SETTLED_MS = 60_000;
/** So far behind the newest everything stands in the tables. */
const STORED_MS = 24_000;
const MINUTE_MS = 60_000;
/** Who has stored nothing for so long has stored all. */
const QUIET_MS = 10_000;
/** What may be lost, and how far the page may be behind, before this source is of no use. */
const MISSING_AT_MOST = 0.02;
const BEHIND_AT_MOST_MS = { unhurt: { '2026-10b': 2_000, '2026-07': 3_000 }, hurt: 60_000 };

/** What of a product makes something of the journal. */
const BESIDE_THE_JOURNAL = ['clickhouse', 'screener', 'sink', 'query-api'];

/** What ingest writes of the chain. The price of SOL is no part of it, and gaps are looked at by themselves. */
const RAW = [
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
  'slots',
  'quote_prices',
] as const satisfies readonly TableName[];

const { minutes, seed, layout } = readOptions({
  minutes: wholeNumber(10, 1),
  seed: wholeNumber(7, 0),
  layout: oneOf('2026-10b', '2026-07'),
});
endWhereStoresAreNamed();
const clock = clockOf(layout);
const folder = mkdtempSync(join(tmpdir(), 'cryptonite-sources-'));
// Rare kinds may not happen in a few minutes.
const comparison = new Comparison(0);

const market = await startProcess('market', {
  SEED: String(seed),
  LAYOUT: layout satisfies LayoutName,
  DATA_DIR: join(folder, 'market'),
  FAULT_PORT: '0',
  SERVICE_LIMITS: '0',
});
const { grpc, http, faults } = market.addresses as { grpc: string; http: string; faults: string };
const rpcUrl = http.replace('http:', 'ws:');
const start = (name: string, source: string, env: Record<string, string> = {}) =>
  startProduct(['--source', source, ...PRODUCT_OPTIONS], join(folder, name), {
    FOLLOWED_ACCOUNTS: '0',
    ...env,
  });
const stream = await start('stream', `http://${grpc}`);
try {
  // The market's past is played as fast as it is read.
  await until('the stream is live', async () => ((await lagOf(stream)) < 5_000 ? true : null), LIMIT_MS);

  const giveBack = await Promise.all(BESIDE_THE_JOURNAL.map((name) => takeAway(stream, name, 'frozen')));
  const unhurt = await start('unhurt', rpcUrl);
  try {
    const first = await watch(unhurt, minutes * MINUTE_MS, BEHIND_AT_MOST_MS.unhurt[layout]);
    for (const give of giveBack) await give();
    const { from, to } = await storedOf(unhurt, first);
    await compareTables(openStores(stream).clickhouse, openStores(unhurt).clickhouse, from, to);
  } finally {
    await unhurt.stop();
  }

  await put(`${faults}/rpc`, { droppedShare: 1 / 3, blockLagSlots: 3 });
  const hurt = await start('hurt', rpcUrl, { RPC_REQUESTS_PER_SECOND: '10' });
  const breaking = setInterval(() => void fetch(`${faults}/disconnect`, { method: 'POST' }), 20_000);
  try {
    const first = await watch(hurt, (minutes * MINUTE_MS) / 2, BEHIND_AT_MOST_MS.hurt);
    clearInterval(breaking);
    const { from, to } = await storedOf(hurt, first);
    await compareTrades(openStores(stream).clickhouse, openStores(hurt).clickhouse, from, to);
  } finally {
    clearInterval(breaking);
    await hurt.stop();
  }
} finally {
  await stream.stop();
  await market.end();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${minutes} minutes of a market by Yellowstone and by RPC, seed ${seed}: ${comparison.summary}.`);
process.exit(comparison.differences === 0 ? 0 : 1);

async function lagOf({ pageUrl }: Product): Promise<number> {
  return (await readHealth(pageUrl)).lagMs ?? Number.POSITIVE_INFINITY;
}

async function slotOf({ pageUrl }: Product): Promise<number | null> {
  return (await readHealth(pageUrl)).slot;
}

/** Lets it run, and asks every second how far behind it is; @returns its first slot. */
async function watch(product: Product, ms: number, behindAtMostMs: number): Promise<number> {
  const first = await until('blocks come over the RPC', () => slotOf(product), LIMIT_MS);
  const beganMs = performance.now();
  const lagsMs: number[] = [];
  while (performance.now() - beganMs < ms) {
    await wait(1_000);
    const lagMs = await lagOf(product);
    if (performance.now() - beganMs > 30_000) lagsMs.push(lagMs);
  }
  lagsMs.sort((a, b) => a - b);
  const secondsAt = (share: number) =>
    ((lagsMs[Math.floor(share * (lagsMs.length - 1))] ?? 0) / 1_000).toFixed(1);
  comparison.note(
    `page not behind by more than ${behindAtMostMs / 1_000} s, after the first half minute`,
    (lagsMs.at(-1) ?? 0) <= behindAtMostMs,
    `p50 ${secondsAt(0.5)} s, p99 ${secondsAt(0.99)} s, ${secondsAt(1)} s at most, a block's whole second among it`,
  );
  return first;
}

/** Waits until both have stored what the product has read by now; @returns the slots of which both have all. */
async function storedOf(product: Product, first: number): Promise<{ from: number; to: number }> {
  const newest = Number(await slotOf(product));
  const [from, to] = [first + clock.slotsIn(SETTLED_MS), newest - clock.slotsIn(STORED_MS)];
  for (const each of [stream, product]) {
    await until(
      'the newest of it is stored',
      async () => ((await newestStored(each)) >= newest ? true : null),
      LIMIT_MS,
    );
    // Whoever was held stores one partition after the other: the newest of one says nothing of the others.
    let stored = -1;
    await until(
      'all of it is stored',
      async () => {
        const before = stored;
        stored = await rowsStored(each, from, to);
        await wait(QUIET_MS);
        return stored === before ? true : null;
      },
      LIMIT_MS,
    );
  }
  return { from, to };
}

async function rowsStored(product: Product, from: number, to: number): Promise<number> {
  const counts = RAW.map(
    (table) => `SELECT count() AS rows FROM ${table} WHERE slot BETWEEN {from:UInt64} AND {to:UInt64}`,
  );
  const query = `SELECT sum(rows) AS rows FROM (${counts.join(' UNION ALL ')})`;
  const [row] = await rowsOf(openStores(product).clickhouse, query, { from, to });
  return Number(row?.rows);
}

async function newestStored(product: Product): Promise<number> {
  const [row] = await rowsOf(openStores(product).clickhouse, 'SELECT max(slot) AS slot FROM trades_executed');
  return Number(row?.slot);
}

async function compareTables(
  left: ClickHouseClient,
  right: ClickHouseClient,
  from: number,
  to: number,
): Promise<void> {
  for (const table of RAW) {
    // Who began later knows of a coin once a token that is quoted in it is traded.
    const isOfBoth = table === 'quote_prices' ? await isOfKnownCoin(right, from, to) : 'true';
    const read = async (clickhouse: ClickHouseClient) =>
      new Map(
        (
          await rowsOf(
            clickhouse,
            `SELECT toString(tuple(*)) AS row, count() AS times FROM ${table}
             WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} AND ${isOfBoth} GROUP BY row`,
            { from, to },
          )
        ).map(({ row, times }) => [String(row), Number(times)]),
      );
    const [a, b] = [await read(left), await read(right)];
    const details = [...new Set([...a.keys(), ...b.keys()])]
      .filter((row) => a.get(row) !== b.get(row))
      .slice(0, 2 * SHOWN)
      .map((row) => `${a.has(row) ? '-' : '+'} ${row}`);
    comparison.counted(table, a.size);
    comparison.note(
      `${table}, slots ${from} to ${to}`,
      details.length === 0,
      `${a.size} / ${b.size} rows`,
      details,
    );
  }
}

/** A condition: rows of coins from where a product has told their price first. */
async function isOfKnownCoin(clickhouse: ClickHouseClient, from: number, to: number): Promise<string> {
  const coins = await rowsOf(
    clickhouse,
    `SELECT quote_mint AS coin, min(slot) AS first FROM quote_prices
     WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} GROUP BY coin`,
    { from, to },
  );
  const known = coins.map(({ coin, first }) => `(quote_mint = '${coin}' AND slot >= ${first})`);
  return known.length === 0 ? 'true' : `(${known.join(' OR ')})`;
}

type Trade = { id: string; mint: string; slot: number; position: string; times: number };

async function compareTrades(
  left: ClickHouseClient,
  right: ClickHouseClient,
  from: number,
  to: number,
): Promise<void> {
  const read = async (clickhouse: ClickHouseClient): Promise<Trade[]> =>
    (
      await rowsOf(
        clickhouse,
        `SELECT id, mint, slot, position, toString(tuple(*)) AS row, count() AS times FROM trades_executed
         WHERE slot BETWEEN {from:UInt64} AND {to:UInt64} GROUP BY id, mint, slot, position, row ORDER BY position`,
        { from, to },
      )
    ).map((row) => ({
      id: String(row.row),
      mint: String(row.mint),
      slot: Number(row.slot),
      position: String(row.position),
      times: Number(row.times),
    }));
  const [truth, seen] = [await read(left), await read(right)];
  const [true_, seen_] = [truth, seen].map((trades) => new Set(trades.map(({ id }) => id)));
  const gaps = (await rowsOf(right, 'SELECT after_slot, before_slot, reason FROM gaps')).map((gap) => ({
    after: Number(gap.after_slot),
    before: Number(gap.before_slot),
    reason: String(gap.reason),
  }));
  const missing = truth.filter(({ id }) => !seen_!.has(id));
  const lost = missing.filter(({ slot }) => !gaps.some(({ after, before }) => slot > after && slot < before));
  const added = seen.filter(({ id }) => !true_!.has(id));
  const doubled = seen.filter(({ times }) => times > 1);
  comparison.counted('trades with 10 requests a second', truth.length);
  const show = (trades: readonly Trade[]) => trades.map(({ id }) => id);
  for (const { after, before, reason } of gaps)
    console.log(`gap        after ${after} before ${before}: ${reason}`);
  comparison.note('trades that can be compared', truth.length > 0, `${truth.length}`);
  comparison.note(
    'trades that were none',
    added.length === 0,
    `${added.length} of ${seen.length}`,
    show(added),
  );
  comparison.note('trades twice', doubled.length === 0, `${doubled.length}`, show(doubled));
  comparison.note(
    'trades missing outside the gaps that were told',
    lost.length === 0,
    `${lost.length}; ${missing.length - lost.length} of ${truth.length} in ${gaps.length} gaps`,
    show(lost),
  );
  comparison.note(
    `trades missing, of which ${100 * MISSING_AT_MOST}% may be`,
    missing.length <= MISSING_AT_MOST * truth.length,
    `${missing.length} of ${truth.length}`,
  );
  const newest = new Map(seen.map(({ mint, position }) => [mint, position]));
  const behind = new Map<string, number>();
  for (const { mint, position } of truth)
    if (position > (newest.get(mint) ?? '')) behind.set(mint, (behind.get(mint) ?? 0) + 1);
  const far = [...behind].filter(([, trades]) => trades > 1);
  comparison.note(
    'tokens whose newest trade is more than one behind',
    far.length === 0,
    `${far.length} of ${new Set(truth.map(({ mint }) => mint)).size}`,
    far.map(([mint, trades]) => `${mint}: ${trades} trades`),
  );
}

async function rowsOf(
  clickhouse: ClickHouseClient,
  query: string,
  query_params: Record<string, unknown> = {},
) {
  const answer = await clickhouse.query({ query, query_params, format: 'JSONEachRow' });
  return answer.json<Record<string, unknown>>();
}

async function put(url: string, body: object): Promise<void> {
  const { ok, status } = await fetch(url, { method: 'PUT', body: JSON.stringify(body) });
  if (!ok) throw new Error(`${url} answered with ${status}`);
}
