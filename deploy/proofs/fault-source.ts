/**
 * A simulated market of a fixed size behind a Yellowstone server that can be made to fail, and its services, with their
 * own faults and without limits, as its time runs faster than the clock; for tests alone. Commands
 * come from the parent process; what is under way is told to it.
 */
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { boundedMarket } from '@cryptonite/market/market-source.js';
import { serveServices } from '@cryptonite/market/services/serve-services.js';
import { Random } from '@cryptonite/provider/random.js';
import { type RunningServer, serveYellowstone, type UpdateSource } from '@cryptonite/provider/server.js';
import { announceReady, onStop, readEnvironment } from '@cryptonite/provider/service.js';
import bs58 from 'bs58';
import { z } from 'zod';
import { disturbChain } from './chain-faults.js';

export type SourceCommand = 'disconnect' | 'hold' | 'go' | { refuseReplaysMs: number };

export type SourceMessage = {
  played: {
    transactions: number;
    slot: number;
    /** Block time of the slot, ms. */
    timeMs: number;
    /** The chain has ended, and everything stands ready to be read. */
    isOver: boolean;
    forks: number;
    /** Transactions that come in another slot than their own: signature, slot that they come in. */
    late: [string, number][];
  };
};

const env = readEnvironment(
  z.object({
    SEED: z.coerce.number().int(),
    TRANSACTIONS: z.coerce.number().int().positive(),
    START_TIME_MS: z.coerce.number().int().positive(),
    /** By which way it is read; the faults of a chain are told by Yellowstone alone. */
    KIND: z.enum(['grpc', 'wss']),
    /** Unset: as fast as they are read. */
    TRANSACTIONS_PER_SECOND: z.coerce.number().positive().optional(),
  }),
);

/** A resumed stream must find all that was missed. */
const LIMITS = { slots: 1_000_000, bytes: 1 << 30 };
const REPORT_EVERY_MS = 100;
const HELD_LOOK_MS = 50;

const played: SourceMessage['played'] = {
  transactions: 0,
  slot: 0,
  timeMs: 0,
  isOver: false,
  forks: 0,
  late: [],
};
let isHeld = false;
let refusesUntilMs = 0;

const bounded = boundedMarket({
  seed: env.SEED,
  startMs: env.START_TIME_MS,
  transactions: env.TRANSACTIONS,
  launches: Number.POSITIVE_INFINITY,
});

const source: UpdateSource = {
  ...bounded,
  waitsFor: env.TRANSACTIONS_PER_SECOND ? 'first-client' : 'slowest-client',
  async *updates(stopped) {
    const faults = {
      standsStillAfter: Math.floor(env.TRANSACTIONS / 2),
      onFork: () => {
        played.forks += 1;
      },
      onLate: (signature: Buffer, arrivesIn: number) => {
        played.late.push([bs58.encode(signature), arrivesIn]);
      },
    };
    let dueMs = performance.now();
    const chain =
      env.KIND === 'grpc'
        ? disturbChain(bounded.play(), new Random(`chain faults ${env.SEED}`), faults)
        : bounded.play();
    for (const updates of chain) {
      while (isHeld && !stopped.aborted) await wait(HELD_LOOK_MS);
      if (stopped.aborted) return;
      yield updates;
      const transactions = updates.filter(({ kind }) => kind === 'transaction').length;
      played.transactions = Math.min(env.TRANSACTIONS, played.transactions + transactions);
      const block = updates.findLast((update) => update.kind === 'blockMeta');
      if (block) Object.assign(played, { slot: block.slot, timeMs: (block.blockTimeS ?? 0) * 1_000 });
      if (!env.TRANSACTIONS_PER_SECOND) continue;
      // What was not played in time is not caught up with: the pace is never exceeded.
      const now = performance.now();
      dueMs = Math.max(dueMs, now) + (transactions * 1_000) / env.TRANSACTIONS_PER_SECOND;
      await wait(dueMs - now);
    }
  },
};

let server: RunningServer | null = null;
const services = await serveServices({
  seed: env.SEED,
  market: bounded.market,
  port: 0,
  faultScale: 1,
  isLimited: false,
  onSubscriber: () => server?.wake(),
});

server = await serveYellowstone({
  source,
  isReadElsewhere: () => services.hasSubscribers(),
  port: 0,
  token: undefined,
  limits: LIMITS,
  keepsHistory: () => performance.now() >= refusesUntilMs,
  log: () => {},
});
server.sourceEnded.then(() => {
  played.isOver = true;
});

/** Clients come through here, so that their connections can break like a cable. */
const sockets = new Set<Socket>();
const [, serverPort] = server.address.split(':');
const front = createServer((client) => {
  const behind = connect(Number(serverPort), '127.0.0.1');
  for (const [socket, other] of [
    [client, behind],
    [behind, client],
  ] as const) {
    sockets.add(socket);
    socket.pipe(other);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  }
});
const breakConnections = () => {
  for (const socket of sockets) socket.destroy();
  services.disconnect();
};

const obey = (command: SourceCommand): void => {
  if (command === 'hold') isHeld = true;
  else if (command === 'go') isHeld = false;
  else {
    if (command !== 'disconnect') refusesUntilMs = performance.now() + command.refuseReplaysMs;
    breakConnections();
  }
};
process.on('message', (command) => obey(command as SourceCommand));

const reports = setInterval(() => process.send?.({ played } satisfies SourceMessage), REPORT_EVERY_MS);
onStop(async () => {
  clearInterval(reports);
  front.close();
  breakConnections();
  services.close();
  await server.close();
});
await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
const address = front.address();
if (address === null || typeof address === 'string') throw new Error('the source has no port');
announceReady('source', { grpc: `127.0.0.1:${address.port}`, http: services.url });
