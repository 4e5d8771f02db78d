import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Places } from './places.js';
import { ProblemError } from './problem.js';
import { networksAround, peerOf, trustedIn } from './visitor-address.js';

export type ConnectionLimits = {
  most: number;
  mostOfCaller: number;
  /** Addresses and networks of proxies whose connections are many visitors'. */
  proxies: readonly string[];
};

const full = () => new ProblemError('rate_limited', 'As many are connected as may.');

/**
 * Closes a connection beyond what its address may hold, before anything is read of it, and where all are taken one of who has
 * most. Those of trusted proxies are not counted: they limit their own visitors.
 */
export function limitConnections(server: Server, { most, mostOfCaller, proxies }: ConnectionLimits): void {
  const isProxy = trustedIn(proxies);
  const places = new Places({ most, mostOfCaller, refuseCaller: full, refuseAll: full });
  server.on('connection', (socket: Socket) => {
    const peer = peerOf({ socket });
    if (isProxy(peer)) return;
    try {
      socket.once(
        'close',
        places.take(networksAround(peer), () => socket.destroy()),
      );
    } catch {
      socket.destroy();
    }
  });
}
