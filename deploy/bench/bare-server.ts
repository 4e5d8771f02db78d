/** Answers the same bytes as another server answered once, and does nothing else: the peer of the bench `lists`. */
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { announceReady, readEnvironment } from '@cryptonite/provider/service.js';
import { z } from 'zod';

const env = readEnvironment(z.object({ BASE_URL: z.url(), PATHS: z.string() }));

type Kept = { headers: Record<string, string>; body: Buffer };
const kept = new Map<string, Kept>();

const read = (path: string): Promise<Kept> =>
  new Promise((resolve, reject) => {
    const sent = get(`${env.BASE_URL}${path}`, { headers: { 'Accept-Encoding': 'gzip' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        const { connection: _, 'transfer-encoding': __, date: ___, ...headers } = response.headers;
        resolve({
          headers: { ...(headers as Record<string, string>), 'content-length': String(body.length) },
          body,
        });
      });
    });
    sent.on('error', reject);
  });

for (const path of env.PATHS.split(' ')) kept.set(path, await read(path));

const server = createServer((request, response) => {
  const answer = kept.get(request.url ?? '');
  if (answer) response.writeHead(200, answer.headers).end(answer.body);
  else response.writeHead(404).end();
}).listen(0, '127.0.0.1', () =>
  announceReady('bare', { bare: `127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('disconnect', () => process.exit(0));
