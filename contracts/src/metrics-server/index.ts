/** Keeps what a service tells of itself, and answers who asks for it. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { isLoopback, isLoopbackHost } from '../loopback/index.js';
import { METRICS, type MeteredService } from '../metrics/index.js';

type Kept = { counter: Counter; gauge: Gauge; histogram: Histogram };
export type Metrics<Service extends MeteredService> = {
  [Name in keyof (typeof METRICS)[Service]]: (typeof METRICS)[Service][Name] extends {
    kind: infer Kind extends keyof Kept;
  }
    ? Kept[Kind]
    : never;
};

const MAKE = { counter: Counter, gauge: Gauge, histogram: Histogram };
const opened = new Map<MeteredService, Metrics<MeteredService>>();

/** What a service counts in this process: the same each time. */
export function metricsOf<Service extends MeteredService>(service: Service): Metrics<Service> {
  let metrics = opened.get(service);
  if (metrics === undefined) {
    metrics = Object.fromEntries(
      Object.entries(METRICS[service]).map(([name, { kind, help, labels, buckets }]: [string, Declared]) => [
        name,
        new MAKE[kind]({ name, help, labelNames: labels ?? [], ...(buckets && { buckets: [...buckets] }) }),
      ]),
    ) as Metrics<MeteredService>;
    opened.set(service, metrics);
  }
  return metrics as Metrics<Service>;
}
type Declared = {
  kind: keyof typeof MAKE;
  help: string;
  labels?: readonly string[];
  buckets?: readonly number[];
};

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (said = '', expected: string) => timingSafeEqual(digest(said), digest(expected));

/** More would be no scraper. */
const CONNECTIONS = 64;

export type MetricsServer = {
  url: string;
  /** From here on `/ready` says so. */
  ready: () => void;
  close: () => void;
};

/**
 * Answers `GET /metrics` (the text format of Prometheus), `/live` (200 while the process can answer) and `/ready` (503 until it
 * serves), and 404 to all else. With a token `/metrics` is 401 without it. On a loopback address a request by another name is refused: a page elsewhere may have sent it.
 * @returns null where no port is given
 */
export async function serveMetrics({
  METRICS_PORT: port,
  METRICS_HOST: host,
  METRICS_TOKEN: token,
}: {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  METRICS_TOKEN?: string | undefined;
}): Promise<MetricsServer | null> {
  if (port === undefined) return null;
  let isReady = false;
  const isHere = isLoopback(host);
  const server = createServer(async (request, response) => {
    const say = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
    const is = (path: string) => request.method === 'GET' && request.url === path;
    if (isHere && !isLoopbackHost(request.headers.host ?? ''))
      say(403, 'text/plain; charset=utf-8', 'Only this machine itself is served here.\n');
    else if (
      is('/metrics') &&
      token !== undefined &&
      !isSame(request.headers.authorization, `Bearer ${token}`)
    )
      say(401, 'text/plain; charset=utf-8', 'Metrics are told to who brings METRICS_TOKEN.\n');
    else if (is('/metrics')) say(200, register.contentType, await register.metrics());
    else if (is('/live')) say(200, 'application/json', '{"live":true}');
    else if (is('/ready')) say(isReady ? 200 : 503, 'application/json', `{"ready":${isReady}}`);
    else say(404, 'text/plain; charset=utf-8', 'GET /metrics, /live and /ready are answered.\n');
  });
  server.maxConnections = CONNECTIONS;
  server.listen(port, host).unref();
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`METRICS_PORT ${port} of ${host} cannot be listened at: ${error.code}`);
  });
  // Once in a process: they are kept for all.
  if (!register.getSingleMetric('process_resident_memory_bytes')) collectDefaultMetrics();
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    ready: () => {
      isReady = true;
    },
    close: () => void server.close(),
  };
}
