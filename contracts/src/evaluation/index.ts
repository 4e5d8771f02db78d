/**
 * What a played market and the process that folds it say to each other (`npm run evaluate`). Both are of one build: nothing
 * of it is ever stored.
 */
import type { Measurement } from '../measures/index.js';

/** A token is judged as its first minutes of trading end, and when it is first on Pre-Migration Qualified (live). */
export const MOMENTS = ['traded', 'listed'] as const;
export type MomentName = (typeof MOMENTS)[number];
/** How much trading is behind a token at the first of them. */
export const TRADED_FOR_MS = 10 * 60_000;

export type Moment = {
  /** Stream time. */
  at: number;
  /** What had last been said of the token by then; null where nothing had. */
  measurement: Measurement | null;
};

/** What the fold said of a token when it was judged, and what the journal says came of it. Times are the chain's. */
export type PlayedToken = {
  mint: string;
  completedAt: number | null;
  migratedAt: number | null;
  /** Null where it never came to it. */
  moments: Record<MomentName, Moment | null>;
  /**
   * Of every trade that tells one, on its curve until it migrated and in its own pool since, in their order: in base units of
   * the quote for one of the token.
   */
  prices: readonly (readonly [time: number, price: number, quoteMint: string])[];
  /** Until when all was read. */
  followedUntil: number;
};

/** To one of the services that enrichers ask. */
export type ServiceRequest = { path: string; headers: Record<string, string>; body: string };

export type ServiceReply = {
  status: number;
  body: Uint8Array;
  /** How long nothing came, ms; how often the body came over and over; whether it broke off. */
  delayMs: number;
  times: number;
  isCut: boolean;
};

export type ToFold =
  /** The records of the slots up to this one are on their way; the fold confirms it and says what it asks. */
  | { kind: 'until'; slot: number }
  | { kind: 'reply'; id: number; reply: ServiceReply }
  /** All records are on their way. */
  | { kind: 'end' };

export type FromFold =
  | { kind: 'request'; id: number; request: ServiceRequest }
  /** Whatever is asked of the records so far was replied to. */
  | { kind: 'asked' }
  | { kind: 'token'; token: PlayedToken }
  /** No token follows. */
  | { kind: 'end' };
