import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** @returns whether it has answered; false leaves the request as it came. */
export type Ahead = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Asks `ahead` before the framework sees a request. By the framework's way to a handler (its router, pipes, a response of its
 * own) a server answers a quarter of the requests (`npm run bench -- lists`).
 */
export function answerAhead(server: Server, ahead: Ahead): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (ahead(request, response)) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}
