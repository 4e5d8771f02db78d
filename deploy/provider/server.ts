import { createHash, timingSafeEqual } from 'node:crypto';
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  Metadata as WritableMetadata,
} from '@grpc/grpc-js';
import { CommitmentLevel } from '@triton-one/yellowstone-grpc';
import { GEYSER, MAX_MESSAGE_BYTES } from './geyser.js';
import { LOOPBACK } from './loopback.js';
import { type Block, type BufferLimits, SlotBuffer } from './slot-buffer.js';
import { Subscriber } from './subscriber.js';
import type { Update } from './update.js';

/** What `GetVersion` answers beside a real provider's fields, so that what is simulated or replayed can be labelled. */
export interface SourceLabel {
  package: string;
  version: string;
  source: { kind: 'market' | 'tape'; name: string };
}

/** Where the updates come from. */
export interface UpdateSource {
  readonly label: SourceLabel;
  /**
   * Whom the source waits for: nobody (a clock drives it), the first client (then a clock), or the slowest client
   * at every step (it then runs as fast as it is read).
   */
  readonly waitsFor: 'nobody' | 'first-client' | 'slowest-client';
  /** Waits for nobody who is behind, even where it is behind its clock itself: they are cut off. */
  readonly keepsPace?: true;
  /** The oldest slot, where it is known before anything is read. */
  readonly firstSlot: number | null;
  /** What came before: it is kept for `from_slot` as what comes. */
  readonly past?: readonly Update[];
  updates(stopped: AbortSignal): AsyncIterable<readonly Update[]>;
}

export interface ServerOptions {
  source: UpdateSource;
  port: number;
  /** 127.0.0.1 unless told otherwise. */
  host?: string;
  /** Clients must send it as `x-token`; undefined lets everyone in (the server binds to loopback only). */
  token: string | undefined;
  limits: BufferLimits;
  /** False: `from_slot` is refused and no slot is named, as by providers that keep nothing. Asked each time. */
  keepsHistory?: () => boolean;
  /** Whether somebody else reads the source: one that waits for a client goes on for it, too. */
  isReadElsewhere?: () => boolean;
  log: (line: string) => void;
}

export interface RunningServer {
  address: string;
  /** Resolves when the source has ended; rejects when it failed. */
  sourceEnded: Promise<void>;
  /** Ends every client's stream, as a provider's restart does, and says how many there were. */
  disconnect(): number;
  /** To be called when somebody else begins to read. */
  wake(): void;
  close(): Promise<void>;
}

const PING_INTERVAL_MS = 10_000;

/** Filters name programs and accounts. gRPC takes a request in whole before the token is looked at. */
const MAX_REQUEST_BYTES = 1 << 20;

/** A source that waits for its clients is asked for more once all of them are within so many updates of the end. */
const MAX_BACKLOG = 1_000;

/** So long does a source wait at most for clients that are behind: a quarter of a slot. */
const BREATH_MS = 100;

/** A transaction may name a blockhash for 150 blocks (Solana's MAX_PROCESSING_AGE). */
const BLOCKHASH_LIFE = 150;

const RESTARTING = { code: status.UNAVAILABLE, details: 'the server is restarting' };

/** Serves `geyser.Geyser`. */
export async function serveYellowstone(options: ServerOptions): Promise<RunningServer> {
  const { source, log, keepsHistory = () => true, host = LOOPBACK, isReadElsewhere = () => false } = options;
  const buffer = new SlotBuffer(options.limits);
  for (const update of source.past ?? []) buffer.append(update);
  const subscribers = new Set<Subscriber>();
  const stopping = new AbortController();
  let wake: () => void = () => {};

  const server = new Server({
    'grpc.max_receive_message_length': MAX_REQUEST_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  });
  const admits = tokenCheck(options.token);
  const refusal = { code: status.UNAUTHENTICATED, details: 'missing or wrong x-token' };

  const answer =
    <Request, Response>(reply: (request: Request) => Response | null) =>
    (call: ServerUnaryCall<Request, Response>, done: sendUnaryData<Response>): void => {
      if (!admits(call.metadata)) {
        done(refusal);
        return;
      }
      const response = reply(call.request);
      if (response === null) done({ code: status.UNAVAILABLE, details: 'no block yet' });
      else done(null, response);
    };
  const newestBlock = (commitment: CommitmentLevel | undefined): Block | null =>
    buffer.blocks(commitment ?? CommitmentLevel.PROCESSED).at(-1) ?? null;

  server.addService(GEYSER, {
    Subscribe(call: ConstructorParameters<typeof Subscriber>[0]) {
      if (!admits(call.metadata)) {
        call.emit('error', refusal);
        return;
      }
      call.sendMetadata(new WritableMetadata());
      const subscriber = new Subscriber(call, buffer, keepsHistory, () => wake());
      subscribers.add(subscriber);
      const peer = call.getPeer();
      log(`client ${peer} connected`);
      const leave = (): void => {
        if (!subscribers.delete(subscriber)) return;
        subscriber.stop();
        log(`client ${peer} left`);
      };
      call.on('cancelled', leave);
      call.on('close', leave);
      call.on('error', leave);
      call.on('end', () => {
        leave();
        call.end();
      });
    },
    SubscribeReplayInfo: answer(() => {
      const first = keepsHistory() ? (buffer.firstAvailable ?? source.firstSlot) : null;
      return { firstAvailable: first === null ? undefined : String(first) };
    }),
    Ping: answer(({ count }: { count: number }) => ({ count: count + 1 })),
    GetVersion: answer(() => ({ version: JSON.stringify(source.label) })),
    GetSlot: answer(({ commitment }: { commitment?: CommitmentLevel }) => {
      const slot = buffer.head(commitment ?? CommitmentLevel.PROCESSED);
      return slot === null ? null : { slot: String(slot) };
    }),
    GetBlockHeight: answer(({ commitment }: { commitment?: CommitmentLevel }) => {
      const height = newestBlock(commitment)?.height ?? null;
      return height === null ? null : { blockHeight: String(height) };
    }),
    GetLatestBlockhash: answer(({ commitment }: { commitment?: CommitmentLevel }) => {
      const block = newestBlock(commitment);
      if (!block) return null;
      const lastValidBlockHeight = String((block.height ?? 0) + BLOCKHASH_LIFE);
      return { slot: String(block.slot), blockhash: block.hash, lastValidBlockHeight };
    }),
    IsBlockhashValid: answer((request: { blockhash: string; commitment?: CommitmentLevel }) => {
      const blocks = buffer.blocks(request.commitment ?? CommitmentLevel.PROCESSED);
      const newest = blocks.at(-1);
      if (!newest) return null;
      return { slot: String(newest.slot), valid: blocks.some(({ hash }) => hash === request.blockhash) };
    }),
  });

  const active = (): Subscriber[] => [...subscribers].filter((subscriber) => subscriber.active);
  const until = async (condition: () => boolean): Promise<void> => {
    while (!stopping.signal.aborted && !condition()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const someoneListens = (): boolean => active().length > 0 || isReadElsewhere();
  const allHaveAll = (): boolean => active().every(({ backlog }) => backlog === 0);
  const allCaughtUp = (): boolean => active().every(({ backlog }) => backlog < MAX_BACKLOG);

  const play = async (): Promise<void> => {
    if (source.waitsFor !== 'nobody') await until(someoneListens);
    for await (const updates of source.updates(stopping.signal)) {
      if (stopping.signal.aborted) return;
      for (const update of updates) buffer.append(update);
      for (const subscriber of subscribers) subscriber.pump();
      await immediate();
      if (source.waitsFor === 'slowest-client') {
        await until(() => someoneListens() && allCaughtUp());
        continue;
      }
      if (source.keepsPace) continue;
      // A source that is behind its clock would leave those who read no time before it has cut them off.
      const breathesUntilMs = Date.now() + BREATH_MS;
      while (!allHaveAll() && Date.now() < breathesUntilMs) await sleep(BREATH_MS / 50);
    }
  };

  const port = await bind(server, host, options.port);
  const pings = setInterval(() => {
    for (const subscriber of active()) subscriber.ping(Date.now());
  }, PING_INTERVAL_MS);
  const sourceEnded = play();
  sourceEnded.catch(() => {});
  return {
    address: `${host}:${port}`,
    sourceEnded,
    disconnect() {
      const ended = [...subscribers];
      for (const subscriber of ended) subscriber.fail(RESTARTING);
      return ended.length;
    },
    wake: () => wake(),
    async close() {
      stopping.abort();
      wake();
      clearInterval(pings);
      server.forceShutdown();
      await sourceEnded.catch(() => {});
    },
  };
}

function bind(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`${host}:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}

/** Compares digests, so that neither the token's length nor its beginning shows in the time taken. */
function tokenCheck(token: string | undefined): (metadata: Metadata) => boolean {
  if (token === undefined) return () => true;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(token);
  return (metadata) => timingSafeEqual(digest(String(metadata.get('x-token')[0] ?? '')), expected);
}
