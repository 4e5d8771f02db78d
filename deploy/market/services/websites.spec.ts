import { expect, it } from 'vitest';
import { serveWebsite, siteWay } from './websites.js';

const hosts = Array.from({ length: 2_000 }, (_, number) => `coin-${String(number).padStart(4, '0')}.example`);

it('serves each site by its host alone, some of them badly', () => {
  const ways = hosts.map(siteWay);
  const shareOf = (way: ReturnType<typeof siteWay>) => ways.filter((one) => one === way).length / ways.length;
  expect(shareOf(null)).toBeGreaterThan(0.6);
  expect(shareOf('gone')).toBeGreaterThan(0.1);
  for (const way of ['down', 'keeps strangers out', 'slow', 'stalled', 'huge'] as const)
    expect(shareOf(way)).toBeGreaterThan(0.005);
  const statuses = { gone: 404, down: 503, 'keeps strangers out': 403 } as Record<string, number>;
  for (const host of hosts.slice(0, 200)) {
    const answer = serveWebsite(`/site/${host}/`);
    expect(answer?.status).toBe(statuses[siteWay(host) ?? ''] ?? 200);
    expect(serveWebsite(`/site/${host}`)).toEqual(answer);
  }
});

it('knows nothing of hosts that no launch of it names', () => {
  for (const path of [
    '/site/127.0.0.1/',
    '/site/xn--pump-fun.example/',
    '/site/a-0001.example.com/',
    '/site/',
  ])
    expect(serveWebsite(path)).toBeNull();
});
