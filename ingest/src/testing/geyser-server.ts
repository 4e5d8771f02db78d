import { Server, ServerCredentials, type ServerDuplexStream, type status } from '@grpc/grpc-js';
import {
  GetVersionRequest,
  GetVersionResponse,
  SubscribeReplayInfoRequest,
  SubscribeReplayInfoResponse,
  SubscribeRequest,
  SubscribeUpdate,
} from '@triton-one/yellowstone-grpc';

export type Call = ServerDuplexStream<SubscribeRequest, Buffer>;

export type GeyserOptions = {
  version?: string;
  firstAvailable?: () => number | null;
  /** How late what it is asked is answered; at once unless told otherwise. */
  answersAfterMs?: number;
  /** Called with each subscription's first request; what it writes goes to the client as it is. */
  onSubscribe: (call: Call, request: SubscribeRequest) => void;
  /** Called with what the client says later: its answers to pings. */
  onRequest?: (request: SubscribeRequest) => void;
};

export type GeyserServer = { url: URL; tokens: (string | undefined)[]; close: () => Promise<void> };

const asIs = (bytes: Buffer): Buffer => bytes;

/** A provider of Yellowstone updates for tests: says what a test tells it to, byte by byte. */
export async function startGeyser(options: GeyserOptions, port = 0): Promise<GeyserServer> {
  const server = new Server({ 'grpc.max_send_message_length': -1 });
  const tokens: (string | undefined)[] = [];
  server.addService(
    {
      Subscribe: {
        path: '/geyser.Geyser/Subscribe',
        requestStream: true,
        responseStream: true,
        requestSerialize: asIs,
        requestDeserialize: (bytes: Buffer) => SubscribeRequest.decode(bytes),
        responseSerialize: asIs,
        responseDeserialize: asIs,
      },
      GetVersion: {
        path: '/geyser.Geyser/GetVersion',
        requestStream: false,
        responseStream: false,
        requestSerialize: asIs,
        requestDeserialize: (bytes: Buffer) => GetVersionRequest.decode(bytes),
        responseSerialize: (answer: GetVersionResponse) =>
          Buffer.from(GetVersionResponse.encode(answer).finish()),
        responseDeserialize: asIs,
      },
      SubscribeReplayInfo: {
        path: '/geyser.Geyser/SubscribeReplayInfo',
        requestStream: false,
        responseStream: false,
        requestSerialize: asIs,
        requestDeserialize: (bytes: Buffer) => SubscribeReplayInfoRequest.decode(bytes),
        responseSerialize: (answer: SubscribeReplayInfoResponse) =>
          Buffer.from(SubscribeReplayInfoResponse.encode(answer).finish()),
        responseDeserialize: asIs,
      },
    },
    {
      Subscribe(call: Call) {
        tokens.push(call.metadata.get('x-token')[0]?.toString());
        call.on('error', () => {});
        call.once('data', (first: SubscribeRequest) => {
          call.on('data', (request: SubscribeRequest) => options.onRequest?.(request));
          options.onSubscribe(call, first);
        });
      },
      GetVersion: (_: unknown, done: (error: null, answer: GetVersionResponse) => void) =>
        setTimeout(() => done(null, { version: options.version ?? 'test' }), options.answersAfterMs ?? 0),
      SubscribeReplayInfo: (_: unknown, done: (error: null, answer: SubscribeReplayInfoResponse) => void) =>
        done(null, { firstAvailable: options.firstAvailable?.()?.toString() }),
    },
  );
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error ? reject(error) : resolve(at),
    );
  });
  return {
    url: new URL(`http://127.0.0.1:${bound}`),
    tokens,
    close: async () => server.forceShutdown(),
  };
}

/** An encoded `SubscribeUpdate` of these parts; what they leave out has protobuf's defaults. */
export const encodeUpdate = (parts: { readonly [K in keyof SubscribeUpdate]?: object }): Buffer =>
  Buffer.from(
    SubscribeUpdate.encode(SubscribeUpdate.fromPartial(parts as Partial<SubscribeUpdate>)).finish(),
  );

/** Ends a stream as a provider does that refuses a request. */
export const refuse = (call: Call, code: status, details: string): void => {
  call.emit('error', { code, details });
};
