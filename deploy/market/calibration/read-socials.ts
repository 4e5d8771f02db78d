import { z } from 'zod';
import { readJson } from '../services/answer.js';
import { serveContent } from '../services/metadata.js';

/** A content id as IPFS writes it, wherever an address of any gateway names it. */
const CONTENT_ID = /\bb[a-z2-7]{58}\b/;

const Document = z.object({
  name: z.string(),
  twitter: z.string().optional(),
  telegram: z.string().optional(),
  website: z.string().optional(),
});

/** How long a reader waits. */
const PATIENCE_MS = 10_000;

/**
 * Whether the document that the metadata service serves for a launch's address gives any link; null where it cannot be
 * read: no such content, a redirect, an answer too late, without end or cut, no JSON, or none of a coin.
 */
export function readHasSocials(uri: string): boolean | null {
  const cid = CONTENT_ID.exec(uri)?.[0];
  // Documents are served as badly as in the usual market.
  const answer = cid === undefined ? null : serveContent(`/ipfs/${cid}`, 1);
  if (answer?.status !== 200 || answer.isCut || answer.times !== undefined) return null;
  if ((answer.delayMs ?? 0) > PATIENCE_MS) return null;
  const document = Document.safeParse(readJson(String(answer.body)));
  if (!document.success) return null;
  const { twitter, telegram, website } = document.data;
  return Boolean(twitter || telegram || website);
}
