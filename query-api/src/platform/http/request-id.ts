import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** UUIDs and trace ids: nothing that a log line must hide, and nothing that breaks it. */
const SANE = /^[0-9a-f-]{16,64}$/i;

const ids = new WeakMap<IncomingMessage, string>();

/** Names a request by what its caller calls it, where that is sane, else anew. The answer carries the name, and so does its log line. */
export function nameRequest(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && SANE.test(given) ? given : randomUUID();
  ids.set(request, id);
  response.setHeader(REQUEST_ID_HEADER, id);
}

export const requestIdOf = (request: IncomingMessage): string | null => ids.get(request) ?? null;
