import { createHash, randomBytes } from 'node:crypto';

/** What a cookie holds and nobody can guess. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is kept of a secret: who reads it here cannot come by the secret. */
export const sha256 = (secret: string): Buffer => createHash('sha256').update(secret).digest();
