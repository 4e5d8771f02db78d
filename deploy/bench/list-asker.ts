/**
 * Asks for lists, as a process of its own: `perS` requests a second, each when it is due whatever became of those before
 * it, and its latency counted from then; or, without `perS`, as many as so many connections carry.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceReady } from '@cryptonite/provider/service.js';
import { type Spread, spreadOf } from './trace-trades.js';

/** `headers`: of every request, beside those that ask for gzip. */
export type Asking = {
  urls: string[];
  seconds: number;
  connections: number;
  perS?: number;
  headers?: Record<string, string>;
};
export type Asked = { perS: number; latency: Spread; failed: number; mbPerS: number };

/** @returns the bytes of the answer, null where it is none. */
const ask = (url: string, agent: Agent, headers: Record<string, string>): Promise<number | null> =>
  new Promise((resolve) => {
    const sent = get(url, { agent, headers: { ...headers, 'Accept-Encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(response.statusCode === 200 ? bytes : null));
      response.on('error', () => resolve(null));
    });
    sent.on('error', () => resolve(null));
  });

async function askAll({ urls, seconds, connections, perS, headers = {} }: Asking): Promise<Asked> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let failed = 0;
  let bytes = 0;
  let count = 0;
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1_000;
  const askOne = async (dueMs: number) => {
    const size = await ask(urls[count++ % urls.length] ?? '', agent, headers);
    latencies.push(performance.now() - dueMs);
    if (size === null) failed += 1;
    else bytes += size;
  };
  if (perS === undefined) {
    const askOn = async () => {
      while (performance.now() < endMs) await askOne(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, askOn));
  } else {
    const asking: Promise<void>[] = [];
    for (let index = 0; index < perS * seconds; index += 1) {
      const dueMs = startedMs + (index * 1_000) / perS;
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await sleep(waitMs);
      asking.push(askOne(dueMs));
    }
    await Promise.all(asking);
  }
  const tookS = (performance.now() - startedMs) / 1_000;
  agent.destroy();
  return {
    perS: latencies.length / tookS,
    latency: spreadOf(latencies),
    failed,
    mbPerS: bytes / tookS / 1e6,
  };
}

process.on('message', (asking: Asking) => {
  void askAll(asking).then((asked) => process.send?.({ asked }));
});
process.on('disconnect', () => process.exit(0));
announceReady('asker', {});
