import type { IncomingMessage } from 'node:http';

/** Why a request to a loopback port is refused, or null. Any web page can send one; it cannot forge these headers. */
export function refuseStranger({ headers, socket }: IncomingMessage): string | null {
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  const { host = '', origin } = headers;
  if (!own.includes(host)) return `Host ${host} is not served here`;
  if (origin !== undefined && !own.some((address) => origin === `http://${address}`))
    return 'requests from other origins are not served';
  return null;
}
