import { setTimeout as sleep } from 'node:timers/promises';
import yellowstone, {
  type ClientDuplexStream,
  type SubscribeRequest,
  SubscribeUpdate,
} from '@triton-one/yellowstone-grpc';
import {
  answerDeadline,
  MAX_MESSAGE_BYTES,
  type StreamEnd,
  type Subscription,
  type SubscriptionListener,
  type Transport,
} from './transport.js';

// Its types describe a CommonJS module, of which an ES module would import the namespace; it is one itself.
const Client = yellowstone as unknown as typeof yellowstone.default;
type Client = InstanceType<typeof Client>;

/** What {@link openGrpcTransport} asks of its channel, in this client's words. */
const CHANNEL = {
  grpcInitialConnectionWindowSize: 16 << 20,
  grpcInitialStreamWindowSize: 16 << 20,
  grpcHttp2KeepAliveInterval: 10_000,
  grpcKeepAliveWhileIdle: true,
};

// The native part tells a status by tonic's text for it (tonic::Code::description), never by its number.
const UNIMPLEMENTED = 'Operation is not implemented or not supported';
const INVALID_ARGUMENT = 'Client specified an invalid argument';
/** How it says that a connection broke in the midst of a stream, also as a ping was not answered. */
const DROPPED = 'h2 protocol error: error reading a body from connection';
const REPLAY_REFUSALS = new Set<string | null>([
  'Operation was attempted past the valid range',
  'Internal error',
  INVALID_ARGUMENT,
  UNIMPLEMENTED,
]);

/**
 * The official client behind our transport: the peer that ours is compared with, and a way out where a provider
 * treats the two differently. It hands out decoded objects, which are encoded again here. Weaker than ours:
 * an update that is no protobuf ends the stream instead of becoming a dead letter, and comes again with the replay;
 * while paused it holds 16 updates of whatever size beside its HTTP/2 window; and it has no way to close a
 * connection, which goes when the process does, also one that a more patient one has replaced.
 */
export function openOfficialTransport(
  url: URL,
  token: string | undefined,
  maxMessageBytes = MAX_MESSAGE_BYTES,
  deadline = answerDeadline(),
): Transport {
  let connection: { patienceMs: number; client: Promise<Client> } | null = null;
  /**
   * A connection whose pings may be answered as late as questions. Once connected, the channel mends itself; a first
   * connection that fails is tried anew when next asked for.
   */
  const connect = (patienceMs: number): Promise<Client> => {
    if (connection?.patienceMs === patienceMs) return connection.client;
    // Its endpoint parser takes no path.
    const client = new Client(url.origin, token, {
      ...CHANNEL,
      grpcKeepAliveTimeout: patienceMs,
      grpcMaxDecodingMessageSize: maxMessageBytes,
    });
    const connected = client.connect().then(() => client);
    connected.catch(() => {
      if (connection?.client === connected) connection = null;
    });
    connection = { patienceMs, client: connected };
    return connected;
  };
  const miss = (afterMs: number) => deadline.missed(afterMs, Date.now());
  const ask = async <T>(question: (client: Client) => Promise<T>): Promise<T> => {
    const answered = new AbortController();
    const patienceMs = deadline.at(Date.now());
    const late = sleep(patienceMs, undefined, { signal: answered.signal }).then(() => {
      miss(patienceMs);
      throw new Error(`no answer in ${patienceMs} ms`);
    });
    try {
      return await Promise.race([connect(patienceMs).then(question), late]);
    } catch (error) {
      throw new Error(explain(error).message, { cause: error });
    } finally {
      late.catch(() => {});
      answered.abort();
    }
  };

  return {
    getVersion: async () => (await ask((client) => client.getVersion())).version,
    async getFirstAvailable() {
      try {
        const { firstAvailable } = await ask((client) => client.subscribeReplayInfo());
        return firstAvailable === undefined ? null : Number(firstAvailable);
      } catch (error) {
        if (explain(error).code === UNIMPLEMENTED) return null;
        throw error;
      }
    },
    subscribe(request, listener) {
      const patienceMs = deadline.at(Date.now());
      const opening = connect(patienceMs).then((client) => client.subscribe(request));
      return subscribe(opening, listener, () => miss(patienceMs));
    },
    close() {},
  };
}

function subscribe(
  opening: Promise<ClientDuplexStream>,
  listener: SubscriptionListener,
  onDropped: () => void,
): Subscription {
  let stream: ClientDuplexStream | null = null;
  /** What was to be sent before it was open. */
  let unsent: SubscribeRequest[] = [];
  let isPaused = false;
  let hasEnded = false;
  const end = (reason: StreamEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    listener.onEnd(reason);
  };
  const fail = (error: unknown): void => {
    const { code, message } = explain(error);
    if (!hasEnded && message === DROPPED) onDropped();
    end({ message, isReplayRefusal: REPLAY_REFUSALS.has(code), isFilterRefusal: code === INVALID_ARGUMENT });
  };
  opening.then((opened) => {
    opened.on('error', fail);
    opened.on('end', () => end({ message: 'the provider ended the stream', isReplayRefusal: false }));
    if (hasEnded) {
      opened.destroy();
      return;
    }
    stream = opened;
    for (const request of unsent) opened.write(request);
    unsent = [];
    opened.on('data', (update: SubscribeUpdate) => {
      if (!hasEnded) listener.onUpdate(SubscribeUpdate.encode(update).finish());
    });
    if (isPaused) opened.pause();
  }, fail);
  return {
    send: (next) => {
      if (hasEnded) return;
      if (stream) stream.write(next);
      else unsent = [...unsent, next];
    },
    pause: () => {
      isPaused = true;
      stream?.pause();
    },
    resume: () => {
      isPaused = false;
      stream?.resume();
    },
    close: () => {
      hasEnded = true;
      stream?.destroy();
    },
  };
}

/** A status as tonic writes it: code: 'Internal error', message: "…". */
const STATUS = /^code: '(?<code>[^']*)', message: "(?<message>(?:[^"\\]|\\.)*)"/;

/** The status among an error's causes, else its own message: the causes between only say who was calling. */
function explain(error: unknown): { code: string | null; message: string } {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, message } = STATUS.exec(each.message)?.groups ?? {};
    if (code !== undefined && message !== undefined) return { code, message };
  }
  return { code: null, message: error instanceof Error ? error.message : String(error) };
}
