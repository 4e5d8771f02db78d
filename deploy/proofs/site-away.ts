/**
 * Postgres, the object store and the RPC are frozen and then killed, one after the other: the scanner goes on, health says which is
 * away, what needs it answers 503 and when to try again, and afterwards everything that was acknowledged is there.
 */

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Health } from '@cryptonite/contracts/api';
import { Problem, UploadAddress } from '@cryptonite/contracts/api';
import { toBase58 } from '@cryptonite/market/addresses.js';
import { GATE_MINT, WORTHLESS_TEST_WALLET } from '@cryptonite/market/gate-token.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { Comparison } from './comparison.js';
import { readHealth, untilLive } from './health.js';
import { startProcess } from './process.js';
import { type Product, startProduct, until } from './product.js';
import { environmentOf } from './stores.js';
import { type How, takeAway } from './take-away.js';
import { outagesIn } from './told-outages.js';
import { newWallet, Visitor, walletOf } from './visitor.js';
import { DOWN, SILENT, servicesUrlOf, startWay } from './way.js';
import { writeMeanwhile } from './written-meanwhile.js';

const LIVE_LIMIT_MS = 600_000;
const BACK_WITHIN_MS = 60_000;
const SLOTS_PER_S = 1_000 / clockOf().slotMs;
const VISITORS = 3;
const LIST = '/api/tokens/rejected';

type Check = (what: string, isSo: boolean) => void;

type Away = {
  name: 'postgres' | 's3' | 'rpc';
  title: string;
  /** Of the query-api that needs it, and its log. */
  health: () => Promise<Health>;
  log: string;
  /** Health knows by then. */
  toldWithinMs: number;
  take: (how: How) => Promise<() => Promise<void>>;
  /** What cannot be answered without it. */
  command: () => Promise<Response>;
};

/** Lets each be away for `seconds`, in both ways. */
export async function goThroughSite(seconds: number, check: Check): Promise<void> {
  const admin = walletOf(WORTHLESS_TEST_WALLET.secretKey);
  const lifted = { COMMANDS_PER_MINUTE: '100000', WALLET_COMMANDS_PER_MINUTE: '100000', SERVICE_FAULTS: '0' };
  const site = { ADMIN_WALLETS: admin.address, GATE_TOKEN_MINT: toBase58(GATE_MINT), ...lifted };
  const product = await startProduct([], undefined, site);
  const way = await startWay(servicesUrlOf(product));
  // The market's RPC goes with its chain: this one can be away by itself.
  const beside = await startProcess(
    'query-api',
    { ...environmentOf(product), ...site, SOLANA_RPC_URL: way.url, PORT: '0' },
    join(product.dataDir, 'logs/query-api-beside.log'),
  );
  const besideUrl = beside.addresses['query-api'] ?? '';
  const writing = await writeMeanwhile(environmentOf(product));
  const uploader = new Visitor(product.pageUrl, admin);
  const all: Away[] = [
    {
      name: 'postgres',
      title: 'Postgres',
      health: product.health,
      log: 'query-api.log',
      toldWithinMs: 5_000,
      take: (how) => takeAway(product, 'postgres', how),
      command: () => new Visitor(product.pageUrl).askToSignIn(),
    },
    {
      name: 's3',
      title: 'The object store',
      health: product.health,
      log: 'query-api.log',
      toldWithinMs: 10_000,
      take: (how) => takeAway(product, 's3', how),
      command: () => release(uploader),
    },
    {
      name: 'rpc',
      title: 'The RPC',
      health: beside.health,
      log: 'query-api-beside.log',
      toldWithinMs: 20_000,
      take: async (how) => {
        way.become(how === 'frozen' ? SILENT : DOWN);
        return async () => way.become(null);
      },
      // One that was not asked for before.
      command: () => balanceOf(besideUrl, newWallet().address),
    },
  ];
  try {
    await untilLive(product.pageUrl, LIVE_LIMIT_MS);
    await untilLive(besideUrl, LIVE_LIMIT_MS);
    await uploader.signIn();
    for (const how of ['frozen', 'killed'] as const)
      for (const away of all) await goThrough(product, away, how, seconds, check);
    const held = await balanceOf(besideUrl, admin.address);
    check(`the admin's balance is known again: ${held.status}`, held.status === 200);
    check('the admin is signed in', await uploader.isSignedIn());
    await writing.stop();
    const comparison = new Comparison(0);
    await writing.compare(comparison);
    check(`of what was written meanwhile: ${comparison.summary}`, comparison.differences === 0);
  } finally {
    await writing.stop();
    await beside.end();
    way.close();
    await product.stop();
  }
}

async function goThrough(
  product: Product,
  { name, title, health: readAll, log, toldWithinMs, take, command }: Away,
  how: How,
  seconds: number,
  check: Check,
): Promise<void> {
  console.log(`${title} is ${how} for ${seconds} s`);
  const stateOf = async () => (await readAll()).site.find((state) => state.name === name)?.status;
  const isWell = async () => (await stateOf()) === 'up' && (await command()).status !== 503;
  await until(`${name} answers`, async () => (await isWell()) || null, BACK_WITHIN_MS);
  const visitors = Array.from({ length: VISITORS }, () => new Visitor(product.pageUrl));
  for (const visitor of visitors) await visitor.signIn();
  const before = await readHealth(product.pageUrl);
  const awayMs = Date.now();
  const giveBack = await take(how);
  const over = awayMs + seconds * 1_000;
  const refused = { rightly: 0, otherwise: [] as number[] };
  const commanding = (async () => {
    while (Date.now() < over) {
      const answer = await command();
      if (await isRefusedRightly(answer)) refused.rightly += 1;
      else refused.otherwise.push(answer.status);
      await wait(200);
    }
  })();
  const lists = { asked: 0, failed: 0, unwell: 0 };
  let toldMs: number | null = null;
  while (Date.now() < over) {
    const [list, health, state] = await Promise.all([
      fetch(`${product.pageUrl}${LIST}`),
      readHealth(product.pageUrl),
      stateOf(),
    ]);
    lists.asked += 1;
    if (list.status !== 200) lists.failed += 1;
    if (health.status !== 'ok') lists.unwell += 1;
    if (state === 'down') toldMs ??= Date.now() - awayMs;
    await wait(200);
  }
  await commanding;
  const backMs = Date.now();
  const { slot } = await readHealth(product.pageUrl);
  await giveBack();
  await until(`${name} is back`, async () => (await isWell()) || null, BACK_WITHIN_MS);
  console.log(`  at work again ${Date.now() - backMs} ms after it was let go`);
  // What is over before health asks again is told by nobody.
  const isLong = seconds * 1_000 > toldWithinMs;
  if (isLong) check(`health said so after ${toldMs ?? 'no'} ms`, toldMs !== null && toldMs <= toldWithinMs);
  check(
    `what needs it was refused with 503 and a time to wait ${refused.rightly} times, and answered ${refused.otherwise.join(', ') || 'never'}`,
    refused.rightly > 0 &&
      (how === 'killed'
        ? !refused.otherwise.some((status) => status >= 500)
        : refused.otherwise.length === 0),
  );
  check(
    `of ${lists.asked} lists ${lists.failed} failed, and health was not ok ${lists.unwell} times`,
    lists.failed === 0 && lists.unwell === 0,
  );
  const slots = (slot ?? 0) - (before.slot ?? 0);
  check(`${slots} slots were folded`, slots > (seconds * SLOTS_PER_S) / 2);
  const signedIn = await Promise.all(visitors.map((visitor) => visitor.isSignedIn()));
  check(
    `${signedIn.filter(Boolean).length} of ${VISITORS} visitors are still signed in`,
    signedIn.every(Boolean),
  );
  if (!isLong) return;
  const told = await until(`the log tells the end`, () => outagesIn(product, log, title, backMs)[0] ?? null);
  check(
    `the log: away from ${new Date(told.fromMs).toISOString()} to ${new Date(told.toMs).toISOString()}`,
    Math.abs(told.fromMs - awayMs) <= toldWithinMs && told.toMs >= backMs,
  );
}

async function isRefusedRightly(answer: Response): Promise<boolean> {
  if (answer.status !== 503 || !(Number(answer.headers.get('retry-after')) > 0)) return false;
  const { data } = Problem.safeParse(await answer.json());
  return data?.code === 'store_unavailable';
}

/** Of a file that was never sent: looked for where files are, and not found. */
async function release(uploader: Visitor): Promise<Response> {
  const asked = await uploader.post('/api/objects/upload');
  if (!asked.ok) return asked;
  const { uploadURL } = UploadAddress.parse(await asked.json());
  return uploader.post('/api/apk/check', { apkUrl: uploadURL });
}

/** Who asks more often than it may waits as it is told. */
async function balanceOf(url: string, walletAddress: string): Promise<Response> {
  for (;;) {
    const asked = { walletAddress, tokenMintAddress: toBase58(GATE_MINT) };
    const answer = await new Visitor(url).post('/api/token-balance', asked);
    if (answer.status !== 429) return answer;
    await wait(Number(answer.headers.get('retry-after')) * 1_000);
  }
}
