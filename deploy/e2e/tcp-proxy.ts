/** A TCP proxy of which a test decides what becomes of the bytes: a network that stalls, refuses, is slow or is cut. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** Who refuses takes connections and drops them; where the network is cut, nobody is there to take any. */
export type Network = 'open' | 'stalled' | 'refusing' | 'cut' | { bytesPerS: number };

export type TcpProxy = { url: string; become: (network: Network) => void; close: () => void };

/** Stands before `target` on a port of its own. */
export async function startProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const pairs = new Set<readonly [Socket, Socket]>();
  let network: Network = 'open';

  /** Lets bytes through as the network is; what is held back goes on when it is open again. */
  const passing = () => {
    const waiting: (() => void)[] = [];
    const resume = () => {
      for (const go of waiting.splice(0)) go();
    };
    const stream = new Transform({
      transform(chunk: Buffer, _, done) {
        const go = () => {
          if (network === 'stalled') waiting.push(go);
          else if (typeof network === 'object')
            setTimeout(() => done(null, chunk), (chunk.length / network.bytesPerS) * 1_000);
          else done(null, chunk);
        };
        go();
      },
    });
    resumes.add(resume);
    stream.on('close', () => resumes.delete(resume));
    return stream;
  };
  const resumes = new Set<() => void>();

  const server = createServer((client) => {
    if (network === 'refusing') return void client.destroy();
    const upstream = connect(Number(port), hostname);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.pipe(passing()).pipe(upstream);
    upstream.pipe(passing()).pipe(client);
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        for (const other of pair) other.destroy();
        pairs.delete(pair);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  const { port: ownPort } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${ownPort}`,
    become: (next) => {
      if (network === 'cut' && next !== 'cut') server.listen(ownPort, '127.0.0.1');
      if (network !== 'cut' && next === 'cut') server.close();
      network = next;
      if (network === 'refusing' || network === 'cut') cutAll();
      else if (network !== 'stalled') for (const resume of resumes) resume();
    },
    close: () => {
      server.close();
      cutAll();
    },
  };
}
