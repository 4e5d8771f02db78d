import { afterEach, describe, expect, it } from 'vitest';
import { connectGeyser } from './client.js';
import { serveFaultSwitches } from './fault-switches.js';
import { GEYSER } from './geyser.js';
import { ProviderFaults } from './provider-faults.js';
import { Random } from './random.js';
import { serveYellowstone } from './server.js';

describe('the fault switches', () => {
  let close = (): void => {};
  afterEach(() => close());

  async function open() {
    const faults = new ProviderFaults(new Random('switches'));
    let disconnects = 0;
    const disconnect = (): number => ++disconnects;
    const { url, server } = await serveFaultSwitches({ faults, disconnect }, 0);
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    const ask = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const response = await fetch(`${url}${path}`, init);
      return { status: response.status, body: (await response.json()) as unknown };
    };
    return { faults, ask, url };
  }

  it('change what lasts, and say what is set', async () => {
    const { faults, ask } = await open();
    expect(await ask('PUT', '/faults', { lagMs: 500, forkShare: 0.5 })).toEqual({
      status: 200,
      body: { lagMs: 500, keepsHistory: true, forkShare: 0.5 },
    });
    expect(faults.settings.lagMs).toBe(500);
    expect((await ask('GET', '/faults')).body).toEqual(faults.settings);
    for (const wrong of [{ lagMs: -1 }, { lagMs: 60_000 }, { unknown: 1 }, 'text'])
      expect((await ask('PUT', '/faults', wrong)).status).toBe(400);
    expect(faults.settings.lagMs).toBe(500);
  });

  it('do once what happens once', async () => {
    const { ask } = await open();
    expect((await ask('POST', '/faults/disconnect')).body).toEqual({ disconnected: 1 });
    expect((await ask('POST', '/faults/missing', { slots: 3 })).body).toEqual({ fromSlot: 1, toSlot: 3 });
    expect((await ask('POST', '/faults/missing', { slots: 0 })).status).toBe(400);
    expect((await ask('POST', '/elsewhere')).status).toBe(404);
  });

  it('obey no page of another origin', async () => {
    const { ask, faults } = await open();
    const stranger = await ask('PUT', '/faults', { lagMs: 1 }, { origin: 'https://example.org' });
    expect(stranger.status).toBe(403);
    const linked = await ask('PUT', '/faults', { lagMs: 1 }, { 'sec-fetch-site': 'cross-site' });
    expect(linked.status).toBe(403);
    expect(faults.settings.lagMs).toBe(0);
  });
});

it('a provider that lags answers while its source is behind its clock', async () => {
  const faults = new ProviderFaults(new Random('lag'));
  faults.settings.lagMs = 30_000;
  const slots = 500_000;
  let played = 0;
  const server = await serveYellowstone({
    source: faults.disturb({
      label: { package: 'test', version: '1', source: { kind: 'market', name: 'never waits' } },
      waitsFor: 'nobody',
      firstSlot: null,
      async *updates(stopped) {
        while (!stopped.aborted && played++ < slots) yield [];
      },
    }),
    port: 0,
    token: undefined,
    limits: { slots: 10, bytes: 1 << 20 },
    log: () => {},
  });
  const client = connectGeyser(`http://${server.address}`, undefined);
  expect(await client.call(GEYSER.Ping, { count: 1 })).toEqual({ count: 2 });
  expect(played).toBeLessThan(slots);
  client.close();
  await server.close();
});
