import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Why a request to a loopback port is refused, or null. Any web page can send one; it cannot forge these headers.
 * A picture that it includes comes without Origin, but with Sec-Fetch-Site. Other ports are for a network of services alone.
 */
export function refuseStranger({ headers, socket }: IncomingMessage): string | null {
  if (socket.localAddress !== LOOPBACK) return null;
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  if (!own.includes(host)) return `Host ${host} is not served here`;
  if (origin !== undefined && !own.some((address) => origin === `http://${address}`))
    return 'requests from other origins are not served';
  if (site !== 'none' && site !== 'same-origin') return 'requests from other sites are not served';
  return null;
}

/** Listens on `host` (port 0: any free one) and says under which URL. */
export async function listenAt(server: Server, port: number, host = LOOPBACK): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
