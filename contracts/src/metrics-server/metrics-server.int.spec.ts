import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type MetricsServer, metricsOf, serveMetrics } from './index.js';

let server: MetricsServer | null = null;
afterEach(() => server?.close());

const HOST = { METRICS_HOST: '127.0.0.1' };

it('tells what was counted, whether it lives, and whether it serves', async () => {
  server = await serveMetrics({ ...HOST, METRICS_PORT: 0 });
  const ask = async (path: string, method = 'GET') => {
    const answer = await fetch(`${server!.url}${path}`, { method });
    return [answer.status, await answer.text()] as const;
  };
  metricsOf('sink').sink_rows_total.inc({ table: 'gaps' }, 3);
  const [status, text] = await ask('/metrics');
  expect(status).toBe(200);
  expect(text).toContain('# HELP sink_rows_total Rows stored, by table.\n# TYPE sink_rows_total counter\n');
  expect(text).toContain('sink_rows_total{table="gaps"} 3\n');
  expect(text).toContain('process_resident_memory_bytes ');
  expect(await ask('/live')).toEqual([200, '{"live":true}']);
  expect(await ask('/ready')).toEqual([503, '{"ready":false}']);
  server!.ready();
  expect(await ask('/ready')).toEqual([200, '{"ready":true}']);
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics?x', 'GET'],
    ['/metrics', 'POST'],
  ] as const)
    expect((await ask(path, method))[0]).toBe(404);
});

it('with a token tells what was counted to who brings it alone', async () => {
  const METRICS_TOKEN = 'token-of-this-test';
  server = await serveMetrics({ ...HOST, METRICS_PORT: 0, METRICS_TOKEN });
  const ask = async (path: string, headers = {}) =>
    (await fetch(`${server!.url}${path}`, { headers })).status;
  const by = (authorization: string) => ask('/metrics', { authorization });
  expect(await ask('/metrics')).toBe(401);
  expect(await by('Bearer token-of-this-tesT')).toBe(401);
  expect(await by(METRICS_TOKEN)).toBe(401);
  expect(await by(`Bearer ${METRICS_TOKEN}`)).toBe(200);
  expect(await ask('/live')).toBe(200);
});

it('on a loopback address refuses who asks by another name', async () => {
  server = await serveMetrics({ ...HOST, METRICS_PORT: 0 });
  const statusOf = async (host: string) => {
    const asked = request(`${server!.url}/live`, { headers: { host } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const { port } = new URL(server!.url);
  expect(await statusOf(`localhost:${port}`)).toBe(200);
  expect(await statusOf(`rebound.example:${port}`)).toBe(403);
});

it('is nowhere without a port, and says in a line that one is taken', async () => {
  expect(await serveMetrics({ ...HOST })).toBeNull();
  server = await serveMetrics({ ...HOST, METRICS_PORT: 0 });
  const port = Number(new URL(server!.url).port);
  await expect(serveMetrics({ ...HOST, METRICS_PORT: port })).rejects.toThrow(
    `METRICS_PORT ${port} of 127.0.0.1 cannot be listened at: EADDRINUSE`,
  );
});
