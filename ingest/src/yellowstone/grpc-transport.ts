import { type ChannelOptions, Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import {
  GetVersionRequest,
  GetVersionResponse,
  SubscribeReplayInfoRequest,
  SubscribeReplayInfoResponse,
  SubscribeRequest,
} from '@triton-one/yellowstone-grpc';
import {
  answerDeadline,
  MAX_MESSAGE_BYTES,
  type StreamEnd,
  type Subscription,
  type SubscriptionListener,
  type Transport,
} from './transport.js';

const SERVICE = '/geyser.Geyser';
const CHANNEL: ChannelOptions = {
  // The default window of 64 kB halves throughput: 32k against 55k updates a second on loopback.
  'grpc-node.flow_control_window': 16 << 20,
  'grpc.keepalive_time_ms': 10_000,
};

const REPLAY_REFUSALS = new Set<number | undefined>([
  status.OUT_OF_RANGE,
  status.INTERNAL,
  status.INVALID_ARGUMENT,
  status.UNIMPLEMENTED,
]);

/** How grpc-js says that it gave a connection up, mostly as a ping was not answered: what it brought till then does not count. */
const DROPPED = 'Connection dropped';

const asIs = (bytes: Buffer): Buffer => bytes;
const encodeRequest = (request: SubscribeRequest): Buffer =>
  Buffer.from(SubscribeRequest.encode(request).finish());

/**
 * Speaks `geyser.Geyser` over grpc-js and hands updates on as bytes: decoding the protobuf objects of the official
 * package costs more than all the rest. `url` is http or https; the token travels as `x-token`.
 */
export function openGrpcTransport(
  url: URL,
  token: string | undefined,
  maxMessageBytes = MAX_MESSAGE_BYTES,
  deadline = answerDeadline(),
): Transport {
  const isSecure = url.protocol === 'https:';
  const target = `${url.hostname}:${url.port || (isSecure ? 443 : 80)}`;
  /** A connection whose pings may be answered as late as questions. */
  const connect = (patienceMs: number) => ({
    patienceMs,
    client: new Client(target, isSecure ? credentials.createSsl() : credentials.createInsecure(), {
      ...CHANNEL,
      'grpc.keepalive_timeout_ms': patienceMs,
      'grpc.max_receive_message_length': maxMessageBytes,
    }),
  });
  let connection = connect(deadline.at(Date.now()));
  const miss = (afterMs: number) => deadline.missed(afterMs, Date.now());
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('x-token', token);

  const ask = <T>(method: string, request: Uint8Array, decode: (bytes: Buffer) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const patienceMs = deadline.at(Date.now());
      if (patienceMs !== connection.patienceMs) {
        connection.client.close();
        connection = connect(patienceMs);
      }
      connection.client.makeUnaryRequest(
        `${SERVICE}/${method}`,
        asIs,
        decode,
        Buffer.from(request),
        metadata,
        { deadline: Date.now() + patienceMs },
        (error, answer) => {
          if (error?.code === status.DEADLINE_EXCEEDED) miss(patienceMs);
          if (error) reject(error);
          else resolve(answer!);
        },
      );
    });

  return {
    async getVersion() {
      const request = GetVersionRequest.encode({}).finish();
      const { version } = await ask('GetVersion', request, (bytes) => GetVersionResponse.decode(bytes));
      return version;
    },
    async getFirstAvailable() {
      const request = SubscribeReplayInfoRequest.encode({}).finish();
      try {
        const { firstAvailable } = await ask('SubscribeReplayInfo', request, (bytes) =>
          SubscribeReplayInfoResponse.decode(bytes),
        );
        return firstAvailable === undefined ? null : Number(firstAvailable);
      } catch (error) {
        if ((error as ServiceError).code === status.UNIMPLEMENTED) return null;
        throw error;
      }
    },
    subscribe(request, listener) {
      const { client, patienceMs } = connection;
      return subscribe(client, metadata, request, listener, () => miss(patienceMs));
    },
    close() {
      connection.client.close();
    },
  };
}

function subscribe(
  client: Client,
  metadata: Metadata,
  request: SubscribeRequest,
  listener: SubscriptionListener,
  onDropped: () => void,
): Subscription {
  const call = client.makeBidiStreamRequest(`${SERVICE}/Subscribe`, encodeRequest, asIs, metadata);
  let hasEnded = false;
  const end = (reason: StreamEnd): void => {
    if (hasEnded) return;
    hasEnded = true;
    listener.onEnd(reason);
  };
  call.on('data', (bytes: Buffer) => {
    if (!hasEnded) listener.onUpdate(bytes);
  });
  call.on('error', ({ code, details, message }: ServiceError) => {
    if (!hasEnded && code === status.UNAVAILABLE && details === DROPPED) onDropped();
    end({
      message: details || message,
      isReplayRefusal: REPLAY_REFUSALS.has(code),
      isFilterRefusal: code === status.INVALID_ARGUMENT,
    });
  });
  call.on('end', () => end({ message: 'the provider ended the stream', isReplayRefusal: false }));
  call.write(request);
  return {
    send: (next) => {
      if (!hasEnded) call.write(next);
    },
    pause: () => call.pause(),
    resume: () => call.resume(),
    close: () => {
      hasEnded = true;
      call.cancel();
    },
  };
}
