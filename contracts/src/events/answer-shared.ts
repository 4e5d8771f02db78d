/**
 * What answers have in common: facts from outside the chain, which enrichers write into the journal because the screener
 * asked. They stand in their mint's partition, after whatever of the slot they name is known.
 */
import { z } from 'zod';
import { Mint, positionOf, SLOT_END } from '../chain/index.js';
import { factBase } from './shared.js';

/** Bytes of a hash in lower-case hexadecimal. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256');

/** Why something outside could not be had. The words behind it, for people, are in the field beside it. */
export const FETCH_FAILURES = [
  /** There is no address, or none that can be asked: another scheme, a user name in it, over-long. */
  'no-address',
  /** It leads, at once or after a redirect or a look-up, to an address inside a network. */
  'private-address',
  'unresolved',
  'unreachable',
  /** No whole answer in time. */
  'too-slow',
  'too-large',
  /** The answer ended before its stated length, or the connection broke. */
  'cut',
  'not-found',
  /** Any other status that is none of success. */
  'refused',
  'rate-limited',
  'too-many-redirects',
  /** Its bytes are not of a kind that is read here. */
  'wrong-type',
  /** Its bytes are of the right kind, and damaged. */
  'unreadable',
  /** Right JSON that is not what was asked for. */
  'wrong-shape',
  'too-many-pixels',
] as const;
export const FetchFailure = z.enum(FETCH_FAILURES);
export type FetchFailure = z.infer<typeof FetchFailure>;

export const FailureDetail = z.string().max(300);

/** What every answer carries. `time` is the stream time at which it was given, `position` the end of the slot then. */
export const answerBase = {
  ...factBase,
  mint: Mint,
  /** Who said it: a host, or "market simulator" and the like. */
  from: z.string().max(200),
};

/** The end of a slot, behind what the stream says of it. */
export const answerPosition = (slot: number): string => positionOf({ slot, ...SLOT_END, inner: 9 });
