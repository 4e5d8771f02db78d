import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { asksForStream, countStreamBytes, type StreamBytes } from './web-stream-bytes.js';

describe('a connection', () => {
  it.each([
    ['GET /api/stream HTTP/1.1\r\nHost: a\r\n\r\n', true],
    ['GET /api/stream?profile=live HTTP/1.1\r\n', true],
    ['GET /api/streams HTTP/1.1\r\n', false],
    ['GET /assets/index.js HTTP/1.1\r\nReferer: /api/stream\r\n', false],
    ['the rest of a body with GET /api/stream HTTP/1.1', null],
  ])('that sends %j asks for the stream: %s', (sent, asks) => {
    expect(asksForStream(sent)).toBe(asks);
  });
});

let close: (() => void)[] = [];
afterEach(() => {
  for (const end of close) end();
  close = [];
});

const STREAM_TEXT = 'data: 1\n\n'.repeat(100);

async function startCounted(): Promise<StreamBytes> {
  const server = createServer((request, response) =>
    response.end(request.url?.startsWith('/api/stream') ? STREAM_TEXT : 'x'.repeat(5_000)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const counted = await countStreamBytes(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  close.push(counted.close, () => server.close());
  return counted;
}

const bodyOf = async (url: string, agent: Agent): Promise<string> => {
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return text;
};

it('counts the stream alone, on a connection that was used for other answers before and is after', async () => {
  const counted = await startCounted();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  close.push(() => agent.destroy());
  expect(await bodyOf(`${counted.pageUrl}/`, agent)).toHaveLength(5_000);
  expect(counted.count()).toBe(0);
  expect(await bodyOf(`${counted.pageUrl}/api/stream?profile=live`, agent)).toBe(STREAM_TEXT);
  const bytes = counted.count();
  expect(bytes).toBeGreaterThan(STREAM_TEXT.length);
  expect(bytes).toBeLessThan(STREAM_TEXT.length + 500);
  await bodyOf(`${counted.pageUrl}/api/health`, agent);
  expect(counted.count()).toBe(bytes);
  expect(counted.connections()).toBe(1);
});

it('passes the end of the product on to the browser', async () => {
  const counted = await countStreamBytes('http://127.0.0.1:9');
  close.push(counted.close);
  const [error] = await once(get(`${counted.pageUrl}/`, { agent: false }), 'error');
  expect(error).toBeInstanceOf(Error);
});
