/** The page with answers that a test makes up: the built files, the lists it is given, and a stream that is alive. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { HealthSummary } from '@cryptonite/contracts/api';
import { root } from '@cryptonite/proofs/product.js';
import { AT } from './made-up-tokens.js';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const ALIVE_MS = 1_000;

/**
 * By path, or path and what tells two questions of one path apart (`source`, `show`); a path that ends in a slash answers
 * all below it, and is told what follows. An answer that never comes is null.
 */
export type Answers = Record<string, (asked: string | null) => unknown>;

export const HEALTH: HealthSummary = {
  status: 'ok',
  concern: null,
  source: { kind: 'market', name: 'made up' },
  streamTime: AT,
  slot: 1,
  lagMs: 1_300,
  inStepInMs: null,
  areScoresLate: false,
  awaySince: null,
  gaps: [],
  reach: [],
  eventsPerSecond: 100,
  solPrice: { usd: '150', from: 'made up', observedAt: AT },
  sources: [],
};

/** `healthNow` is asked whenever it is told. */
export async function startMadeUpApi(healthNow: () => HealthSummary = () => HEALTH) {
  let answers: Answers = {};
  const streams = new Set<ServerResponse>();
  const tell = (event: string, data: unknown) => {
    for (const stream of streams) stream.write(`event: ${event}\nid: 0:1\ndata: ${JSON.stringify(data)}\n\n`);
  };
  /** As the test answers it, where it does. */
  const health = () => answers['/api/health']?.(null) ?? healthNow();
  const alive = setInterval(() => tell('health', health()), ALIVE_MS);

  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    if (pathname === '/api/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      streams.add(response);
      response.on('close', () => streams.delete(response));
      tell('health', health());
      return;
    }
    if (pathname === '/api/health') return void response.end(JSON.stringify(health()));
    if (pathname.startsWith('/api/')) {
      const asked = searchParams.get('source') ?? searchParams.get('show');
      const [, folder = '', last = ''] = /^(.*\/)([^/]+)$/.exec(pathname) ?? [];
      const own = answers[`${pathname} ${asked}`] ?? answers[pathname];
      const make = own ?? answers[folder];
      const answer = make?.(own ? asked : last);
      if (answer !== null) response.writeHead(make ? 200 : 404).end(JSON.stringify(answer ?? {}));
      return;
    }
    const isFile = extname(pathname) !== '';
    const type = TYPES[isFile ? extname(pathname) : '.html'] ?? 'application/octet-stream';
    const body = await readFile(join(root, 'web/dist', isFile ? pathname : 'index.html')).catch(() => null);
    response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pageUrl: `http://127.0.0.1:${port}`,
    answer: (next: Answers) => {
      answers = next;
    },
    tell,
    stop: async () => {
      clearInterval(alive);
      for (const stream of streams) stream.end();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
