/** The way to the market's services, which a proof can bar. */
import { once } from 'node:events';
import { createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from './product.js';

export const GARBAGE = 'answer garbage';
export const SILENT = 'never answer';
export const DOWN = 'are down';

/** Stands before the market's services. */
export async function startWay(to: string) {
  const passOn: RequestListener = (asked, answer) => {
    const { method, url = '/', headers } = asked;
    const there = new URL(url, to);
    // The market answers nobody who asks for another host.
    const passed = request(there, { method, headers: { ...headers, host: there.host } }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  };
  let asked = 0;
  const away: Record<string, RequestListener> = {
    [SILENT]: () => {},
    [DOWN]: (_, answer) => answer.destroy(),
    [GARBAGE]: (_, answer) => answer.end('<html>\0'),
    'answer 429': (_, answer) => answer.writeHead(429, { 'retry-after': '5' }).end(),
  };
  let answering = passOn;
  const server = createServer((question, answer) => {
    asked += 1;
    answering(question, answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: Object.keys(away),
    asked: () => asked,
    become: (fault: string | null) => {
      answering = (fault === null ? undefined : away[fault]) ?? passOn;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Where a product's market said that its services are. */
export function servicesUrlOf({ lines }: Product): string {
  const line = lines.find((text) => text.startsWith('market is up: ')) ?? '';
  const [services] = /http:\/\/[\d.:]+/.exec(line) ?? [];
  if (!services) throw new Error('the market named no services');
  return services;
}
