/** Counts what `/api/stream` takes on the wire, whoever of the browser reads it: a page, a worker or another tab. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type StreamBytes = {
  /** The page's address by way of the count. */
  pageUrl: string;
  /** Bytes that came back so far, heads of HTTP and frames of chunks included. */
  count: () => number;
  /** Connections that were used for the stream. */
  connections: () => number;
  close: () => void;
};

/** A browser begins every request on a connection with a segment of its own. */
const REQUEST_LINE = /^[A-Z]+ (\S+) HTTP\/1/;
const STREAM_PATH = /^\/api\/stream(\?|$)/;

/** Whether what follows on a connection answers a request for the stream; null where no request begins. */
export function asksForStream(sent: string): boolean | null {
  const [, path] = REQUEST_LINE.exec(sent) ?? [];
  return path === undefined ? null : STREAM_PATH.test(path);
}

/** Stands between a browser and the product, passes on all bytes as they come and changes none. */
export async function countStreamBytes(productUrl: string): Promise<StreamBytes> {
  const { hostname, port } = new URL(productUrl);
  let bytes = 0;
  let connections = 0;
  const open = new Set<Socket>();

  const server = createServer((browser) => {
    const product = connect(Number(port), hostname);
    let isStream = false;
    browser.on('data', (chunk) => {
      const asks = asksForStream(chunk.toString('latin1'));
      if (asks && !isStream) connections += 1;
      isStream = asks ?? isStream;
    });
    product.on('data', (chunk) => {
      if (isStream) bytes += chunk.length;
    });
    browser.pipe(product).pipe(browser);
    for (const [socket, other] of [
      [browser, product],
      [product, browser],
    ] as const) {
      open.add(socket.setNoDelay());
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    pageUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => bytes,
    connections: () => connections,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
