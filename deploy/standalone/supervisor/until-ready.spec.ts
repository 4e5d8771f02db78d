import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { healthOf } from './testing-health.js';
import { untilLive } from './until-ready.js';

/** Answers with each lag once, and with the last from then on; a lag of null as a page that cannot say it. */
async function pageWith(...lags: (number | null)[]): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((_request, response) => {
    const lagMs = lags[Math.min(asked++, lags.length - 1)] ?? null;
    response.end(JSON.stringify(healthOf({ streamTime: 1_000, lagMs })));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

it('is live when its newest trades are no later than the page calls late', async () => {
  const page = await pageWith(6_000_000, null, 29_000);
  await untilLive(page.url, new AbortController().signal, 1);
  expect(page.asked()).toBe(3);
});

it('waits no longer than the product runs', async () => {
  const page = await pageWith(6_000_000);
  const ending = new AbortController();
  const waiting = untilLive(page.url, ending.signal, 1);
  ending.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
