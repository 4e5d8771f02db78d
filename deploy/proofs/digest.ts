import { createHash } from 'node:crypto';

/** 64 bits tell a million things apart. */
export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);
