import { createServer, type Socket } from 'node:net';
import { Strangers } from '../strangers.js';
import { Broker, type BrokerOptions } from './broker.js';
import { Connection } from './connection.js';
import type { Credentials } from './sasl.js';

/** How a server is set up. */
export interface ServerOptions extends BrokerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** Null lets everybody in. */
  readonly credentials: Credentials | null;
}

/** A broker that listens on the loopback interface. */
export interface RunningServer {
  /** host:port */
  readonly address: string;
  /** Takes no more requests, finishes what is queued and ends. */
  close(): Promise<void>;
}

/** Recovers the data folder, then listens. Rejects if the folder is damaged or in use, or the port is taken. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const broker = await Broker.open(options);
  const sockets = new Set<Socket>();
  const strangers = new Strangers();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    if (options.credentials) strangers.add(socket);
    new Connection(socket, broker, options.credentials, () => strangers.forget(socket));
  });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
    await broker.close();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, broker.host, () => {
        server.off('error', reject);
        resolve();
      });
    });
    // From now on an error concerns one connection that could not be taken (too many open files).
    server.on('error', (error) => console.error(`a connection could not be accepted: ${error.message}`));
  } catch (error) {
    await broker.close();
    throw error;
  }
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the server has no port');
  broker.port = listening.port;
  return { address: `${broker.host}:${broker.port}`, close };
}
