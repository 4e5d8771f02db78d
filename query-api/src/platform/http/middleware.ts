import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers, or passes the request on with `next`. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void | Promise<void>;
