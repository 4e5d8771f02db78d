import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Strangers } from '../strangers.js';
import { type Credentials, checkCaller, findCaller } from './access.js';
import { ClickHouseFault, notImplemented, toFault } from './errors.js';
import { sendFault } from './respond.js';

/** Parameters travel in the URL, which ClickHouse allows to be this long. */
const MAX_HEADER_BYTES = 1024 * 1024;

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Somebody who may send statements, and what answers them. */
export type Caller = Credentials & { answer: Answer };

/** Starts the HTTP front on 127.0.0.1. @param port 0 for any free one */
export async function startServer(
  port: number,
  callers: readonly Caller[],
): Promise<{ server: Server; url: string }> {
  const strangers = new Strangers();
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    const authenticate = () => {
      const { answer } = findCaller(request.headers, callers);
      strangers.forget(request.socket);
      return answer;
    };
    respond(authenticate, request, response).catch((error) => {
      request.resume();
      sendFault(response, toFault(error));
    });
  });
  server.on('connection', (socket) => strangers.add(socket));
  // Uploads and statements may take long; what bounds them is max_execution_time and the body limit.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function respond(
  authenticate: () => Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.setHeader('X-ClickHouse-Server-Display-Name', 'standalone');
  checkCaller(request.headers, request.socket.localPort ?? 0);
  const path = (request.url ?? '/').split('?', 1)[0];
  if (path === '/ping') {
    request.resume();
    response.end('Ok.\n');
    return;
  }
  if (path !== '/') throw new ClickHouseFault(404, 'NOT_FOUND', `there is nothing at ${path}`, 404);
  if (request.method !== 'GET' && request.method !== 'POST') throw notImplemented(`method ${request.method}`);
  await authenticate()(request, response);
}
