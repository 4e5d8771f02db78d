import type { IncomingMessage, ServerResponse } from 'node:http';
import { metricsOf } from '@cryptonite/contracts/metrics-server';

const metrics = metricsOf('query-api');

/** Counts a request when its connection is done with it. A stream counts too, and takes no time: it lasts as long as its reader likes. */
export function countRequest({ method = '' }: IncomingMessage, response: ServerResponse): void {
  const beganMs = performance.now();
  response.once('close', () => {
    metrics.query_api_requests_total.inc({ method, status: response.statusCode });
    if (!String(response.getHeader('Content-Type')).startsWith('text/event-stream'))
      metrics.query_api_request_seconds.observe((performance.now() - beganMs) / 1_000);
  });
}
