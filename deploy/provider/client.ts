import { Client, type ClientDuplexStream, credentials, Metadata } from '@grpc/grpc-js';
import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';
import { GEYSER, MAX_MESSAGE_BYTES } from './geyser.js';

/** A unary method of `GEYSER`. */
interface UnaryMethod<Request, Response> {
  path: string;
  requestSerialize: (request: Request) => Buffer;
  responseDeserialize: (bytes: Buffer) => Response;
}

export interface GeyserClient {
  /** Opens a stream of encoded updates; requests are written to it. */
  subscribe(): ClientDuplexStream<SubscribeRequest, Buffer>;
  call<Request, Response>(method: UnaryMethod<Request, Response>, request: Request): Promise<Response>;
  close(): void;
}

/** Connects to a Yellowstone server: `http://` in the clear, `https://` by TLS, the token as `x-token`. */
export function connectGeyser(url: string, token: string | undefined): GeyserClient {
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  const address = `${hostname}:${port || (secure ? 443 : 80)}`;
  const client = new Client(address, secure ? credentials.createSsl() : credentials.createInsecure(), {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  });
  const metadata = (): Metadata => {
    const entries = new Metadata();
    if (token !== undefined) entries.set('x-token', token);
    return entries;
  };
  return {
    subscribe() {
      const { path, requestSerialize, responseDeserialize } = GEYSER.Subscribe;
      return client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, metadata());
    },
    call: ({ path, requestSerialize, responseDeserialize }, request) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadata(),
          (error, response) => (response ? resolve(response) : reject(error)),
        );
      }),
    close: () => client.close(),
  };
}
