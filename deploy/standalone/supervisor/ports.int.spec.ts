import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findPorts } from './ports.js';

it('finds another port where the wanted one is taken, and never one twice', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const address = taken.address();
  const port = typeof address === 'object' && address ? address.port : expect.fail('no port');
  const ports = await findPorts({ a: port, b: port, c: 0 });
  taken.close();
  expect(new Set([port, ...Object.values(ports)]).size).toBe(4);
});

it('leaves the ports that it found free', async () => {
  const { a } = await findPorts({ a: 0 });
  expect(await findPorts({ a })).toEqual({ a });
});
