import type { IncomingMessage } from 'node:http';

/** Whether a request's Accept-Encoding names gzip, and not with a weight of 0. */
export const acceptsGzip = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?(\s*(,|$)))/i.test(String(headers['accept-encoding'] ?? ''));
