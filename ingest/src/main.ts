import { setTimeout as sleep } from 'node:timers/promises';
import { serveMetrics } from '@cryptonite/contracts/metrics-server';
import { Outage } from '@cryptonite/contracts/outages';
import { openTraces, type Traces } from '@cryptonite/contracts/traces';
import type { Kafka } from 'kafkajs';
import { type Environment, readEnvironment } from './environment.js';
import { FollowedAccounts } from './follow/followed-accounts.js';
import { readFollowed } from './follow/read-followed.js';
import { Ingest } from './ingest.js';
import { hasRoom } from './publish/disk-guard.js';
import { openKafka } from './publish/kafka.js';
import { readLayoutDrifts } from './publish/layout-drifts.js';
import { Publisher } from './publish/publisher.js';
import type { SolPrice } from './publish/slot-facts.js';
import { fetchSolPrice } from './publish/sol-price.js';
import { openRpcTransport } from './rpc/rpc-transport.js';
import { openGrpcTransport } from './yellowstone/grpc-transport.js';
import { openOfficialTransport } from './yellowstone/official-transport.js';
import type { Transport } from './yellowstone/transport.js';

const DISK_CHECK_MS = 5_000;
const PRICE_POLL_MS = 20_000;
const LONGEST_FLUSH_MS = 5_000;
const HEAR_AGAIN_MS = 5_000;

/** To stderr, which the supervisor shows: what happens to the connection is the operator's business. */
const log = (line: string): void => console.error(line);
const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function main(env: Environment): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGTERM', stop).once('SIGINT', stop).once('disconnect', stop);

  const metrics = await serveMetrics(env);
  const kafkaOutage = new Outage('Kafka', log);
  const kafka = openKafka(env, kafkaOutage);
  const traces = await openTraces('ingest', env);
  const publisher = new Publisher(kafka, log, kafkaOutage, traces);
  stopping.signal.addEventListener('abort', () => void exit(publisher, traces));
  const tail = await publisher.start();
  const drifts = await readLayoutDrifts(kafka, log);

  const { transport, host } = openSource(env);
  const solPrice = watchSolPrice(env, stopping.signal);
  const followed = new FollowedAccounts(env.FOLLOWED_ACCOUNTS);
  if (followed.most > 0) void hearFollowed(kafka, followed, stopping.signal);
  const ingest = new Ingest({ transport, host, publisher, tail, drifts, solPrice, followed, log });
  metrics?.ready();
  process.send?.({ ready: { ingest: `asks ${host}` } });
  console.log(`ingest ready at ${host}`);
  await followWhileRoom(ingest, env, stopping.signal);
}

function openSource(env: Environment): { transport: Transport; host: string } {
  if (env.RPC_URLS !== undefined) {
    const host = env.RPC_URLS.map((url) => url.host)
      .join(', ')
      .slice(0, 300);
    return { transport: openRpcTransport(env.RPC_URLS, env.RPC_REQUESTS_PER_SECOND, log), host };
  }
  const open = env.YELLOWSTONE_CLIENT === 'official' ? openOfficialTransport : openGrpcTransport;
  const url = env.YELLOWSTONE_URL!;
  return { transport: open(url, env.YELLOWSTONE_TOKEN), host: url.host };
}

/** What was taken in is written out, within reason; the rest is still on the chain. */
async function exit(publisher: Publisher, traces: Traces | null): Promise<void> {
  await Promise.race([publisher.flush(), sleep(LONGEST_FLUSH_MS)]);
  await Promise.race([publisher.stop(), sleep(LONGEST_FLUSH_MS)]);
  await Promise.race([traces?.close(), sleep(LONGEST_FLUSH_MS)]);
  process.exit(0);
}

/** Follows the chain, except while the disk is nearly full. */
async function followWhileRoom(ingest: Ingest, env: Environment, stopped: AbortSignal): Promise<void> {
  const { DISK_GUARD_PATH: path, MIN_FREE_BYTES: minFreeBytes } = env;
  const isRoomLeft = async () => path === undefined || (await hasRoom(path, minFreeBytes));
  while (!stopped.aborted) {
    if (!(await isRoomLeft())) {
      log(`taking nothing in: less than ${minFreeBytes} bytes are free at ${path}`);
      while (!stopped.aborted && !(await isRoomLeft())) await pause(DISK_CHECK_MS, stopped);
      if (stopped.aborted) return;
      log('there is room again: taking in');
    }
    const pausing = new AbortController();
    const following = ingest.follow(pausing.signal);
    while (!stopped.aborted && (await isRoomLeft())) await pause(DISK_CHECK_MS, stopped);
    pausing.abort();
    await following;
  }
}

/** The newest price, asked for again and again; null until there is one. */
function watchSolPrice(env: Environment, stopped: AbortSignal): () => SolPrice | null {
  const { SOL_PRICE_URL: url, SOL_PRICE_USD: priceUsd, SOL_PRICE_FROM: name } = env;
  if (priceUsd !== undefined) {
    const fixed = { priceUsd, from: name ?? '--sol-price' };
    return () => fixed;
  }
  if (url === undefined) return () => null;
  let price: SolPrice | null = null;
  const outage = new Outage(`the SOL price of ${url.host}`, log);
  const poll = async (): Promise<void> => {
    while (!stopped.aborted) {
      const askedMs = Date.now();
      try {
        price = await fetchSolPrice(url, name ?? url.host);
        outage.ended(Date.now());
      } catch (error) {
        outage.began(askedMs, describe(error));
      }
      await pause(PRICE_POLL_MS, stopped);
    }
  };
  void poll();
  return () => price;
}

/** Without Kafka nobody new is followed. */
async function hearFollowed(kafka: Kafka, followed: FollowedAccounts, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    try {
      await readFollowed(kafka, (told, toldMs) => followed.note(told, toldMs));
      return;
    } catch (error) {
      log(`whom to follow cannot be heard: ${describe(error)}; next attempt in ${HEAR_AGAIN_MS} ms`);
      await pause(HEAR_AGAIN_MS, stopped);
    }
  }
}

const pause = (ms: number, stopped: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: stopped }).catch(() => {});

try {
  await main(readEnvironment(process.env));
} catch (error) {
  console.error(`ingest: ${describe(error)}`);
  process.exit(2);
}
