import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { TextSink } from './text-sink.js';

const PIECE = randomBytes(64 * 1024);
/** What the two ends of a connection take in without being read, and what a sink lets wait. */
const MORE_THAN_WAITS = 32 * 1024 * 1024;

it.each([
  ['plain', false],
  ['packed', true],
])('cuts a client off that leaves too much unread of what is %s', async (_, isPacked) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  client.pause();
  const [, response] = await once(server, 'request');
  const sink = new TextSink(response, isPacked);
  let most = 0;
  let written = 0;
  for (; written < MORE_THAN_WAITS && !response.destroyed; written += PIECE.length) {
    sink.write(PIECE);
    most = Math.max(most, response.writableLength);
    await new Promise(setImmediate);
  }
  expect(response.destroyed).toBe(true);
  expect(most).toBeGreaterThan(isPacked ? 1024 * 1024 : 4 * 1024 * 1024);
  expect(most).toBeLessThan((isPacked ? 1024 * 1024 : 4 * 1024 * 1024) + 2 * PIECE.length);
});
