import { type ChannelOptions, Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import {
  GetVersionRequest,
  GetVersionResponse,
  SubscribeReplayInfoRequest,
  SubscribeReplayInfoResponse,
  SubscribeRequest,
} from '@triton-one/yellowstone-grpc';
import {
  MAX_MESSAGE_BYTES,
  type StreamEnd,
  type Subscription,
  type SubscriptionListener,
  type Transport,
} from './transport.js';

const SERVICE = '/geyser.Geyser';
const UNARY_DEADLINE_MS = 5_000;

const CHANNEL: ChannelOptions = {
  // The default window of 64 kB halves throughput: 32k against 55k updates a second on loopback.
  'grpc-node.flow_control_window': 16 << 20,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

const REPLAY_REFUSALS = new Set<number | undefined>([
  status.OUT_OF_RANGE,
  status.INTERNAL,
  status.INVALID_ARGUMENT,
  status.UNIMPLEMENTED,
]);

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
): Transport {
  const isSecure = url.protocol === 'https:';
  const target = `${url.hostname}:${url.port || (isSecure ? 443 : 80)}`;
  const client = new Client(target, isSecure ? credentials.createSsl() : credentials.createInsecure(), {
    ...CHANNEL,
    'grpc.max_receive_message_length': maxMessageBytes,
  });
  const metadata = new Metadata();
  if (token !== undefined) metadata.set('x-token', token);

  const ask = <T>(method: string, request: Uint8Array, decode: (bytes: Buffer) => T): Promise<T> =>
    new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        `${SERVICE}/${method}`,
        asIs,
        decode,
        Buffer.from(request),
        metadata,
        { deadline: Date.now() + UNARY_DEADLINE_MS },
        (error, answer) => (error ? reject(error) : resolve(answer!)),
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
      return subscribe(client, metadata, request, listener);
    },
    close() {
      client.close();
    },
  };
}

function subscribe(
  client: Client,
  metadata: Metadata,
  request: SubscribeRequest,
  listener: SubscriptionListener,
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
  call.on('error', ({ code, details, message }: ServiceError) =>
    end({
      message: details || message,
      isReplayRefusal: REPLAY_REFUSALS.has(code),
      isFilterRefusal: code === status.INVALID_ARGUMENT,
    }),
  );
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
