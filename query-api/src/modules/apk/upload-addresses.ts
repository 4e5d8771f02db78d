import { randomBytes } from 'node:crypto';
import { ProblemError } from '../../platform/http/problem.js';

export const UPLOADS = 'uploads/';
/** Where uploads are sent: one path for each, which POST at the path itself gives. */
export const UPLOAD_PATH = '/api/objects/upload';
const ADDRESS = /^(https?:\/\/[^/?#\s]+)\/api\/objects\/upload\/([0-9a-f]{32})$/;

/** Nobody guesses it, and nobody who uploads has a say in it. */
export const newUploadId = (): string => randomBytes(16).toString('hex');

/** Key of an upload in the object store. */
export const uploadKeyOf = (id: string): string => `${UPLOADS}${id}`;

export const uploadAddressOf = (origin: string, id: string): string => `${origin}${UPLOAD_PATH}/${id}`;

/**
 * The key that an address as it was given out names. It is compared as text: nothing that a URL can hold besides (dots,
 * escapes, a user, another host) names anything here.
 * @param origin of this site
 */
export function uploadKeyAt(apkUrl: string, origin: string): string {
  const [, of = null, id = null] = ADDRESS.exec(apkUrl) ?? [];
  if (of === origin && id !== null) return uploadKeyOf(id);
  throw new ProblemError('bad_request', `apkUrl: must be an address that POST ${UPLOAD_PATH} gave.`);
}
