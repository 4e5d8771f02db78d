import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.js';

const sockets: Socket[] = [];
let server: Server;

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
});

async function listen(proxies: readonly string[]): Promise<void> {
  server = createServer((_, response) => response.end('here'));
  limitConnections(server, { most: 10, mostOfCaller: 3, proxies });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

/** What comes back on a connection of its own that stays open: nothing where it is closed. */
async function ask(): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [''])]);
  return String(answer);
}

it('an address has so many connections, and another one once it closes one', async () => {
  await listen([]);
  for (let opened = 0; opened < 3; opened += 1) expect(await ask()).toContain('here');
  expect(await ask()).toBe('');
  sockets[0]!.destroy();
  await expect.poll(ask).toContain('here');
});

it('a trusted proxy has as many as it opens', async () => {
  await listen(['127.0.0.0/8']);
  for (let opened = 0; opened < 12; opened += 1) expect(await ask()).toContain('here');
});
