/**
 * Whom enrichers ask is down, never answers, answers garbage, or wants no requests: the lists go on, and of what was launched
 * meanwhile documents are read afterwards.
 */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { RejectedTokens } from '@cryptonite/contracts/api';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { z } from 'zod';
import { askingAt } from './answers.js';
import { readHealth, untilLive } from './health.js';
import { startProcess } from './process.js';
import { type Product, startProduct, until } from './product.js';
import { environmentOf, openStores } from './stores.js';
import { GARBAGE, servicesUrlOf, startWay } from './way.js';

const LIVE_LIMIT_MS = 600_000;
/** Hosts are left alone for a minute at most, and what was asked in vain of a token near a list is asked again after two. */
const TOLD_AGAIN_WITHIN_MS = 300_000;
/** A listed token is measured in every slot that trades it, and leaves after a quiet while. */
const MEASURED_WITHIN_MS = 60_000;
const GROWN_MOST_MB = 64;
const SLOTS_PER_S = 1_000 / clockOf().slotMs;
const DAY_MS = 24 * 60 * 60_000;

type Check = (what: string, isSo: boolean) => void;

async function countOf(clickhouse: ClickHouseClient, query: string, params: object): Promise<number> {
  const answer = await clickhouse.query({
    query: `SELECT count() AS n FROM ${query}`,
    query_params: { ...params },
    format: 'JSONEachRow',
  });
  const [row] = z.array(z.object({ n: z.coerce.number() })).parse(await answer.json());
  return row?.n ?? 0;
}

const AT = 'fromUnixTimestamp64Milli';
const LAUNCHED = `launches_created WHERE time BETWEEN ${AT}({fromMs:Int64}) AND ${AT}({toMs:Int64})`;
/**
 * Of the launches of a time those whose document was read by now. A launch may name the document of one before it, which is
 * known without asking: these are left out.
 */
const READ_OF_LAUNCHED = `(SELECT DISTINCT mint FROM metadata_resolved WHERE failure IS NULL
  AND mint IN (SELECT mint FROM ${LAUNCHED})
  AND document_sha256 NOT IN (
    SELECT document_sha256 FROM metadata_resolved WHERE failure IS NULL AND time <= ${AT}({fromMs:Int64})))`;
/** Of what was launched while nobody answered so much is read soon after; the rest waits its turn within the limits. */
const READ_SOON_SHARE = 0.1;
const TOLD = ['social_observed', 'mints_observed'] as const;
const toldSince = (table: (typeof TOLD)[number]) => `${table} WHERE time > ${AT}({fromMs:Int64})`;

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
  const way = await startWay(servicesUrlOf(product));
  const at = (folder: string) => join(product.dataDir, folder);
  const enrichers = await startProcess(
    'enrichers',
    {
      ...environmentOf(product),
      ...askingAt(way.url),
      PICTURES_DIR: at('pictures'),
      CACHE_DIR: at('fetched'),
    },
    at('logs/enrichers.log'),
  );
  const memory = () => residentOf(enrichers.child.pid ?? 0);
  const health = () => readHealth(product.pageUrl);
  /** Checks that `least` rows are there within the time. */
  const comes = async (what: string, query: string, params: object, withinMs: number, least = 1) => {
    const beganAt = performance.now();
    let found = 0;
    const look = async () => {
      found = await countOf(clickhouse, query, params);
      return found >= least || null;
    };
    const missing = await until(what, look, withinMs).then(
      () => null,
      (error: Error) => error,
    );
    const afterS = ((performance.now() - beganAt) / 1_000).toFixed(1);
    const why = missing?.cause === undefined ? '' : `: ${String(missing.cause)}`;
    check(`${what}, ${least} and more: ${found} after ${afterS} s${why}`, missing === null);
  };
  try {
    await untilLive(product.pageUrl, LIVE_LIMIT_MS);
    for (const table of TOLD)
      await comes(`${table} has rows`, toldSince(table), { fromMs: 0 }, TOLD_AGAIN_WITHIN_MS);
    for (const fault of way.faults) {
      console.log(`The services ${fault} for ${seconds} s`);
      const { slot: slotBefore, streamTime: fromMs } = await health();
      const [beforeMb, askedBefore] = [memory(), way.asked()];
      way.become(fault);
      await wait(seconds * 1_000);
      const { slot, streamTime: toMs, status } = await health();
      const slots = (slot ?? 0) - (slotBefore ?? 0);
      check(`${slots} slots were folded`, slots > (seconds * SLOTS_PER_S) / 2);
      check(`health is ${status}: nothing of the scanner is down`, status === 'ok');
      const quietMs = await quietOf(product, toMs ?? 0);
      check(`a listed token was measured ${quietMs} ms ago`, quietMs < MEASURED_WITHIN_MS);
      const asked = way.asked() - askedBefore;
      check(`they were asked ${asked} times`, asked > 0);
      const nowMb = memory();
      check(
        `enrichers hold ${nowMb.toFixed(0)} MB, ${beforeMb.toFixed(0)} before`,
        nowMb < beforeMb + GROWN_MOST_MB,
      );
      const launched = { fromMs, toMs };
      const early = await countOf(clickhouse, READ_OF_LAUNCHED, launched);
      check(`new documents of launches of that time that were read meanwhile: ${early}`, early === 0);
      way.become(null);
      const since = { fromMs: toMs, toMs: (toMs ?? 0) + DAY_MS };
      await comes('documents of launches are read again', READ_OF_LAUNCHED, since, TOLD_AGAIN_WITHIN_MS);
      for (const table of TOLD)
        await comes(`${table} has news`, toldSince(table), { fromMs: toMs }, TOLD_AGAIN_WITHIN_MS);
      // What is garbage counts as the document: it is asked for again when its token comes near a list, and not before.
      if (fault === GARBAGE) continue;
      const launches = await countOf(clickhouse, LAUNCHED, launched);
      await comes(
        `documents of ${launches} launches while the services ${fault} are read`,
        READ_OF_LAUNCHED,
        launched,
        TOLD_AGAIN_WITHIN_MS,
        Math.ceil(launches * READ_SOON_SHARE),
      );
    }
  } finally {
    await enrichers.end();
    await clickhouse.close();
    way.close();
    await product.stop();
  }
}
