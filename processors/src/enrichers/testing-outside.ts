/** A local server of a test, and the real way to it. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FetchCache } from './fetch/cache.js';
import { FetchGuard } from './fetch/guard.js';
import { Hosts } from './fetch/hosts.js';
import type { Resolve } from './fetch/resolve-strangers.js';
import { Outside } from './outside.js';

type Handler = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

export async function startServer(handler: Handler) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => handler(Object.assign(request, { body }), response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** Paths in the order in which they were asked. */
    asked,
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}

/** Within limits that no test reaches, and a folder of its own. */
export async function openOutside(
  trusted: readonly string[],
  { services = new Map(), resolve }: { services?: ReadonlyMap<string, string>; resolve?: Resolve } = {},
) {
  const dir = await mkdtemp(join(tmpdir(), 'enrichers-'));
  const guard = new FetchGuard({ trusted, ...(resolve && { resolve }) });
  const hosts = new Hosts({
    limits: new Map(),
    others: { requests: 1_000_000, perMs: 1_000, atOnce: 100 },
    mostWaiting: 1_000,
  });
  const lines: string[] = [];
  const cache = await FetchCache.open({ dir, maxBytes: 10 << 20, log: (line) => lines.push(line) });
  return {
    outside: new Outside(guard, hosts, cache, services),
    hosts,
    log: (line: string) => lines.push(line),
    lines,
    close: async () => {
      hosts.close();
      await guard.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
