import {
  GetBlockHeightRequest,
  GetBlockHeightResponse,
  GetLatestBlockhashRequest,
  GetLatestBlockhashResponse,
  GetSlotRequest,
  GetSlotResponse,
  GetVersionRequest,
  GetVersionResponse,
  IsBlockhashValidRequest,
  IsBlockhashValidResponse,
  PingRequest,
  PongResponse,
  SubscribeReplayInfoRequest,
  SubscribeReplayInfoResponse,
  SubscribeRequest,
} from '@triton-one/yellowstone-grpc';
import { decodeSubscribeRequest } from './subscribe-request.js';

interface Codec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
}

const serialize =
  <T>(codec: Codec<T>) =>
  (message: T): Buffer =>
    Buffer.from(codec.encode(message).finish());

const deserialize =
  <T>(codec: Codec<T>) =>
  (bytes: Buffer): T =>
    codec.decode(bytes);

const asIs = (bytes: Buffer): Buffer => bytes;

function unary<Request, Response>(name: string, request: Codec<Request>, response: Codec<Response>) {
  return {
    path: `/geyser.Geyser/${name}`,
    requestStream: false,
    responseStream: false,
    requestSerialize: serialize(request),
    requestDeserialize: deserialize(request),
    responseSerialize: serialize(response),
    responseDeserialize: deserialize(response),
  } as const;
}

/**
 * The service `geyser.Geyser` for @grpc/grpc-js, from the codecs of the official package (which ships no .proto).
 * Updates travel as bytes, so that neither side pays for decoding what it does not read.
 */
export const GEYSER = {
  Subscribe: {
    path: '/geyser.Geyser/Subscribe',
    requestStream: true,
    responseStream: true,
    requestSerialize: serialize(SubscribeRequest),
    requestDeserialize: decodeSubscribeRequest,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  },
  SubscribeReplayInfo: unary('SubscribeReplayInfo', SubscribeReplayInfoRequest, SubscribeReplayInfoResponse),
  Ping: unary('Ping', PingRequest, PongResponse),
  GetVersion: unary('GetVersion', GetVersionRequest, GetVersionResponse),
  GetSlot: unary('GetSlot', GetSlotRequest, GetSlotResponse),
  GetBlockHeight: unary('GetBlockHeight', GetBlockHeightRequest, GetBlockHeightResponse),
  GetLatestBlockhash: unary('GetLatestBlockhash', GetLatestBlockhashRequest, GetLatestBlockhashResponse),
  IsBlockhashValid: unary('IsBlockhashValid', IsBlockhashValidRequest, IsBlockhashValidResponse),
} as const;

/** Largest message either side accepts: a busy block's transaction update stays far below it. */
export const MAX_MESSAGE_BYTES = 64 << 20;
