import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SOL_MINT } from '@cryptonite/contracts/chain';
import { afterEach, expect, it } from 'vitest';
import { fetchSolPrice } from './sol-price.js';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<URL> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/price/v3`);
}
const body = (price: unknown) => JSON.stringify({ [SOL_MINT]: { usdPrice: price } });

it.each([
  [150.25, '150.25'],
  [1e-7, '0.0000001'],
  [200, '200'],
])('%s is read as a plain decimal', async (given, expected) => {
  let asked = '';
  const url = await serve((request, response) => {
    asked = request.url ?? '';
    response.end(body(given));
  });
  expect(await fetchSolPrice(url, 'market')).toEqual({ priceUsd: expected, from: 'market' });
  expect(asked).toBe(`/price/v3?ids=${SOL_MINT}`);
});

it.each([
  ['a price that is none', body('150')],
  ['a price of 0', body(0)],
  ['another shape', '{}'],
  ['no JSON', '<html>'],
  ['more than 64 kB', `${body(1)}${' '.repeat(70_000)}`],
])('%s is refused', async (_, text) => {
  const url = await serve((_request, response) => void response.end(text));
  await expect(fetchSolPrice(url, 'x')).rejects.toThrow();
});

it('an error and a silent server are refused in time', async () => {
  const url = await serve((request, response) => {
    if (request.url?.includes('silent')) return;
    response.statusCode = 500;
    response.end();
  });
  await expect(fetchSolPrice(url, 'x')).rejects.toThrow('HTTP 500');
  await expect(fetchSolPrice(new URL('/silent', url), 'x')).rejects.toThrow('timeout');
}, 10_000);
