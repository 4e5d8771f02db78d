import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Why a request to a loopback port is refused, or null. Any web page can send one; it cannot forge these headers.
 * A picture that it includes comes without Origin, but with Sec-Fetch-Site.
 */
export function refuseStranger({ headers, socket }: IncomingMessage): string | null {
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers;
  if (!own.includes(host)) return `Host ${host} is not served here`;
  if (origin !== undefined && !own.some((address) => origin === `http://${address}`))
    return 'requests from other origins are not served';
  if (site !== 'none' && site !== 'same-origin') return 'requests from other sites are not served';
  return null;
}

/** Listens on 127.0.0.1 (port 0: any free one) and says under which URL. */
export async function listenOnLoopback(server: Server, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
