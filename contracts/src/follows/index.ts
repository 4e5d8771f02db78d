/**
 * Which token accounts the stream is to follow. A plain transfer names no launchpad and no mint: it reaches only who follows
 * the account that sends or receives.
 */
import { z } from 'zod';
import { Address, Mint, Slot, TimeMs } from '../chain/index.js';
import { jsonCodec } from '../codecs/index.js';
import { Source } from '../events/index.js';

/** Of one token, the largest first. */
export const FOLLOWED_PER_TOKEN = 200;

/** While a token is near a list it is told again each time that it is measured, and at most so often, in stream time. */
export const FOLLOWED_TOLD_EVERY_MS = 30_000;

/** One record of `tokens.followed`, keyed by mint: the holders' accounts of a token near a list. It replaces the one before. */
export const FollowedToken = z.object({
  v: z.literal(1),
  mint: Mint,
  /** Stream time and slot as of which these accounts are the largest. */
  time: TimeMs,
  slot: Slot,
  source: Source,
  /** Of its holders, not of its curve or pool: the largest first. None of a token that is not near a list any more. */
  accounts: z
    .array(
      z.object({
        account: Address,
        /** What stands in it, in millionths of the supply, rounded down. */
        partsPerMillion: z.int().min(0).max(1_000_000),
      }),
    )
    .max(FOLLOWED_PER_TOKEN),
});
export type FollowedToken = z.infer<typeof FollowedToken>;

/** Records of `tokens.followed` to and from their wire form. */
export const { decode: decodeFollowed, encode: encodeFollowed } = jsonCodec(FollowedToken);
