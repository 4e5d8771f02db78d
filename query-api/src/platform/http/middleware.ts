import type { IncomingMessage, ServerResponse } from 'node:http';

/** What Express reads in the URL, without what it is mounted at: a route is found by this path, and asked by these parameters. */
export type ReadRequest = IncomingMessage & { path: string; query: Readonly<Record<string, unknown>> };

/** Answers, or passes the request on with `next`. */
export type Middleware = (
  request: ReadRequest,
  response: ServerResponse,
  next: () => void,
) => void | Promise<void>;
