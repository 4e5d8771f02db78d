import type { FetchFailure } from '@cryptonite/contracts/events';
import { errors } from 'undici';

/** As long as `FailureDetail` of the contract. */
const DETAIL_MOST = 300;

/**
 * Something outside could not be had. Its message is `failureDetail`: our own words with a host in them, in printable ASCII,
 * never a path (a token may stand in it) nor a byte of an answer.
 */
export class FetchFailed extends Error {
  override readonly name = 'FetchFailed';

  constructor(
    readonly failure: FetchFailure,
    detail: string,
    /** Until the host wants to be asked again; null where it does not say. */
    readonly retryAfterMs: number | null = null,
    /** Of HTTP; null where none was answered. */
    readonly status: number | null = null,
  ) {
    super(detail.replaceAll(/[^ -~]/g, '?').slice(0, DETAIL_MOST));
  }
}

/** Nobody was asked: its turn did not come in time. It says nothing of what was to be asked for. */
export class NotAsked extends FetchFailed {
  constructor(detail: string) {
    super('rate-limited', detail);
  }
}

/** What stands between is away, which says nothing of what was asked for: it is worth another try soon. */
export class WayIsAway extends FetchFailed {}

/** What failed is on this side, or may be: no network, or no name server that knew. */
export class OwnNetworkFailed extends WayIsAway {}

const OF_OWN_NETWORK: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'EAI_FAIL',
  'ENETDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

const BY_CODE: ReadonlyMap<string, FetchFailure> = new Map([
  ['ENOTFOUND', 'unresolved'],
  ['EAI_AGAIN', 'unresolved'],
  ['EAI_FAIL', 'unresolved'],
  ['ECONNRESET', 'cut'],
  ['EPIPE', 'cut'],
  ['UND_ERR_SOCKET', 'cut'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'cut'],
  ['UND_ERR_HEADERS_OVERFLOW', 'too-large'],
]);

/**
 * What an error of a connection says. Only its code goes on: messages repeat what the other side sent, a certificate's names
 * for instance. An error without a code is a fault of ours, and is thrown.
 */
export function failureOf(error: unknown, host: string): FetchFailed {
  if (error instanceof FetchFailed) return error;
  if (error instanceof errors.HTTPParserError)
    // Its code is often missing. llhttp says `Invalid EOF state` of an answer that ended too soon.
    return error.message.includes('EOF')
      ? new FetchFailed('cut', `${host} ended its answer too soon`)
      : new FetchFailed('unreadable', `${host} speaks no HTTP`);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error;
  const Failed = OF_OWN_NETWORK.has(error.code) ? OwnNetworkFailed : FetchFailed;
  return new Failed(BY_CODE.get(error.code) ?? 'unreachable', `${host}: ${error.code}`);
}
