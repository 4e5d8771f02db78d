import { Deadline } from '@cryptonite/contracts/deadlines';
import type { SubscribeRequest } from '@triton-one/yellowstone-grpc';

/** A block's largest updates reach several MB; the server's own limit is the one that counts. */
export const MAX_MESSAGE_BYTES = 64 << 20;

/** How long a provider is waited for: one on a busy machine answers late, and must not be asked anew for ever. */
export const answerDeadline = (): Deadline => new Deadline(5_000, 60_000);

/** A provider of Yellowstone updates, or what says the same. All that knows of gRPC or JSON-RPC stands behind this. */
export interface Transport {
  /** The provider's own text about itself. */
  getVersion(): Promise<string>;
  /**
   * The oldest slot that can be replayed, `last` being the newest that was published; null where the provider keeps none or
   * does not tell.
   */
  getFirstAvailable(last: number | null): Promise<number | null>;
  /** Why nothing before it can be replayed; that the provider keeps nothing unless told otherwise. */
  whyNotBefore?(slot: number): string;
  subscribe(request: SubscribeRequest, listener: SubscriptionListener): Subscription;
  close(): void;
}

export interface SubscriptionListener {
  /** One encoded `SubscribeUpdate`. */
  onUpdate(bytes: Uint8Array): void;
  /** What should have been an update and is none. */
  onMalformed(bytes: Uint8Array, reason: string): void;
  /** A block that was confirmed cannot be had, and why: what comes next stands behind a gap. */
  onLeftOut?(slot: number, reason: string): void;
  /** Once, when the stream has ended for whatever reason. */
  onEnd(reason: StreamEnd): void;
}

export interface Subscription {
  send(request: SubscribeRequest): void;
  /** Takes no further updates until `resume`: the provider then waits. */
  pause(): void;
  resume(): void;
  close(): void;
}

/**
 * Why a stream ended. `isReplayRefusal`: the status is one with which providers refuse `from_slot`; `isFilterRefusal`: one
 * with which they refuse filters, such as those that name more accounts than the plan allows.
 */
export type StreamEnd = { message: string; isReplayRefusal: boolean; isFilterRefusal?: boolean };
