/** Whom enrichers ask is down, answers garbage, or wants no requests: the lists go on, and what is asked is known again later. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { RejectedTokens } from '@cryptonite/contracts/api';
import { z } from 'zod';
import { readHealth } from './health.js';
import { startProcess } from './process.js';
import { type Product, startProduct, until } from './product.js';
import { environmentOf, openStores } from './stores.js';

const LIVE_LIMIT_MS = 600_000;
/** Hosts are left alone for a minute at most, and what was asked in vain is asked again after two. */
const KNOWN_AGAIN_WITHIN_MS = 300_000;
/** A listed token is measured in every slot that trades it, and leaves after a quiet while. */
const MEASURED_WITHIN_MS = 60_000;
const GROWN_MOST_MB = 64;
const SLOTS_PER_S = 2.5;

/** What was answered of it is a row. Of boosts one only where something changed. */
const TABLES = ['metadata_resolved', 'social_observed', 'mints_observed'] as const;

type Check = (what: string, isSo: boolean) => void;

/** Stands before the market's services. */
async function startWay(to: string) {
  const passOn: RequestListener = (asked, answer) => {
    const { method, url = '/', headers } = asked;
    const passed = request(new URL(url, to), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  };
  const away: Record<string, RequestListener> = {
    'are down': (_, answer) => answer.destroy(),
    'answer garbage': (_, answer) => answer.end('<html>\0'),
    'answer 429': (_, answer) => answer.writeHead(429, { 'retry-after': '5' }).end(),
  };
  let answering = passOn;
  const server = createServer((asked, answer) => answering(asked, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: Object.keys(away),
    become: (fault: string | null) => {
      answering = (fault === null ? undefined : away[fault]) ?? passOn;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Rows since then, of documents those that were read. */
async function rowsSince(clickhouse: ClickHouseClient, table: string, timeMs: number): Promise<number> {
  const answer = await clickhouse.query({
    query: `SELECT count() AS rows FROM {table:Identifier} WHERE time > fromUnixTimestamp64Milli({timeMs:Int64})
              ${table === 'metadata_resolved' ? 'AND failure IS NULL' : ''}`,
    query_params: { table, timeMs },
    format: 'JSONEachRow',
  });
  const [row] = z.array(z.object({ rows: z.coerce.number() })).parse(await answer.json());
  return row?.rows ?? 0;
}

/** Of resident memory, MB. */
const residentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;

/** Since when the newest measurement of a listed token stands still, ms of stream time. */
async function quietOf({ pageUrl }: Product, streamTime: number): Promise<number> {
  const { items } = RejectedTokens.parse(await (await fetch(`${pageUrl}/api/tokens/rejected`)).json());
  return streamTime - Math.max(...items.map(({ measuredAt }) => measuredAt));
}

/** Lets each fault last `seconds`, on a market of its own. */
export async function goThroughServices(seconds: number, check: Check): Promise<void> {
  const product = await startProduct([], undefined, { ENRICHERS: '0' });
  const { clickhouse } = openStores(product);
  const line = product.lines.find((text) => text.startsWith('market is up: ')) ?? '';
  const way = await startWay(/http:\/\/[\d.:]+/.exec(line)?.[0] ?? '');
  const at = (folder: string) => join(product.dataDir, folder);
  const enrichers = await startProcess(
    'enrichers',
    {
      ...environmentOf(product),
      IPFS_GATEWAYS: way.url,
      DEXSCREENER_URL: way.url,
      X_API_URL: way.url,
      X_BEARER_TOKEN: 'made-up',
      TELEGRAM_API_URL: way.url,
      TELEGRAM_BOT_TOKEN: 'made-up',
      SOLANA_RPC_URL: way.url,
      PICTURES_DIR: at('pictures'),
      CACHE_DIR: at('fetched'),
    },
    at('logs/enrichers.log'),
  );
  const memory = () => residentOf(enrichers.child.pid ?? 0);
  const health = () => readHealth(product.pageUrl);
  try {
    const knownAgain = async (sinceMs: number) =>
      Object.fromEntries(
        await Promise.all(
          TABLES.map(async (table) => {
            const askedAt = performance.now();
            await until(
              `${table} has news`,
              async () => (await rowsSince(clickhouse, table, sinceMs)) > 0 || null,
              KNOWN_AGAIN_WITHIN_MS,
            );
            return [table, `${((performance.now() - askedAt) / 1_000).toFixed(1)} s`] as const;
          }),
        ),
      );
    await until('it is live', async () => (await health()).status === 'ok' || null, LIVE_LIMIT_MS);
    await knownAgain((await health()).streamTime ?? 0);
    for (const fault of way.faults) {
      console.log(`The services ${fault} for ${seconds} s`);
      const [slot, beforeMb] = [(await health()).slot ?? 0, memory()];
      way.become(fault);
      await wait(seconds * 1_000);
      const { slot: slotNow, streamTime, status } = await health();
      const slots = (slotNow ?? 0) - slot;
      check(`${slots} slots were folded`, slots > (seconds * SLOTS_PER_S) / 2);
      check(`health is ${status}: nothing of the scanner is down`, status === 'ok');
      const quietMs = await quietOf(product, streamTime ?? 0);
      check(`a listed token was measured ${quietMs} ms ago`, quietMs < MEASURED_WITHIN_MS);
      const nowMb = memory();
      check(
        `enrichers hold ${nowMb.toFixed(0)} MB, ${beforeMb.toFixed(0)} before`,
        nowMb < beforeMb + GROWN_MOST_MB,
      );
      way.become(null);
      const again = await knownAgain(streamTime ?? 0).catch((error: Error) => error.message);
      check(`known again: ${JSON.stringify(again)}`, typeof again !== 'string');
    }
  } finally {
    await enrichers.end();
    await clickhouse.close();
    way.close();
    await product.stop();
  }
}
