import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Fetched, FetchFailed, NotAsked } from './fetch/guard.js';
import type { Wanted } from './outside.js';
import { openOutside, startServer } from './testing-outside.js';

const WANTED: Wanted = {
  nearness: 'far',
  turnWithinMs: 15_000,
  timeoutMs: 15_000,
  maxBytes: 1 << 20,
  service: null,
  keep: 'changing',
};

let server: Awaited<ReturnType<typeof startServer>>;
let way: Awaited<ReturnType<typeof openOutside>>;
let lookedUp: string[];
beforeEach(async () => {
  lookedUp = [];
  server = await startServer(({ url }, response) => {
    if (url === '/missing') response.writeHead(404).end();
    else response.end('ours');
  });
  way = await openOutside([server.url], {
    services: new Map([
      ['api.x.example', 'X'],
      ['dweb.example', 'the gateway'],
    ]),
    resolve: async (host) => {
      lookedUp.push(host);
      return [];
    },
  });
});
afterEach(async () => {
  await way.close();
  await server.stop();
});

const pause = (service: string): Promise<unknown> =>
  way.hosts
    .run(service, 'far', 1_000, () => Promise.reject(new FetchFailed('rate-limited', 'x', 60_000, 429)))
    .catch(() => undefined);

it.each([
  ['X', 'http://api.x.example/2/tweets'],
  ['X', 'https://api.x.example.:8443/2/tweets'],
  ['the gateway', 'https://bafkreib.ipfs.dweb.example/1.json'],
])('asks nobody beyond the limit of %s where a stranger names it as %s', async (service, url) => {
  await pause(service);
  await expect(way.outside.get(url, WANTED)).rejects.toThrow(NotAsked);
  expect(lookedUp).toEqual([]);
});

it('tells a stranger nothing that a service of ours was told', async () => {
  const url = `${server.url}/`;
  const { bytes } = await way.outside.get(url, { ...WANTED, service: 'ours' });
  expect(bytes.toString()).toBe('ours');
  await expect(way.outside.get(url, WANTED)).rejects.toThrow(FetchFailed);
});

it('lets hear of what was really asked alone, and keeps what may be kept', async () => {
  const heard: string[] = [];
  let mayKeep = false;
  const ask = (path: string) => {
    const hears = (outcome: Fetched | FetchFailed) => {
      heard.push(outcome instanceof FetchFailed ? outcome.failure : outcome.bytes.toString());
      return mayKeep;
    };
    return way.outside
      .get(`${server.url}${path}`, { ...WANTED, service: 'ours', heard: hears })
      .catch(() => undefined);
  };
  await ask('/missing');
  mayKeep = true;
  for (let turn = 0; turn < 3; turn++) for (const path of ['/missing', '/']) await ask(path);
  await pause('ours');
  await ask('/another');
  expect(heard).toEqual(['not-found', 'not-found', 'ours']);
});
