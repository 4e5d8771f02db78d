/** Replies of services as whoever fetches them would take them. */
import type { ServiceReply } from '@cryptonite/contracts/evaluation';
import { FetchFailed } from '../enrichers/fetch/fetch-failed.js';

/** As long as a document is waited for, the most patient of all requests. */
const WITHIN_MS = 15_000;

/** Its bytes. Throws {@link FetchFailed} for whatever is not a whole reply with a status of success. */
export function bytesOf({ status, body, delayMs, times, isCut }: ServiceReply): Buffer {
  if (delayMs > WITHIN_MS) throw new FetchFailed('too-slow', `no whole answer within ${WITHIN_MS} ms`);
  if (isCut) throw new FetchFailed('cut', 'the answer broke off');
  if (times > 1) throw new FetchFailed('too-large', 'the answer does not end');
  // The market's redirects all lead inside.
  if (status >= 300 && status < 400) throw new FetchFailed('private-address', 'it leads inside a network');
  if (status < 200 || status >= 300)
    throw new FetchFailed(status === 404 ? 'not-found' : 'refused', `answered ${status}`, null, status);
  return Buffer.from(body);
}

export function jsonOf(reply: ServiceReply): unknown {
  const text = bytesOf(reply).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new FetchFailed('unreadable', 'the answer is no JSON');
  }
}
