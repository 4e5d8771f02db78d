import bs58 from 'bs58';
import type { Address } from '../addresses.js';

/** The key that a base58 text names; null for any other text. */
export function readAddress(text: string): Address | null {
  // 32 bytes are 32 to 44 characters; base58 takes quadratic time.
  if (text.length < 32 || text.length > 44) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === 32 ? Buffer.from(bytes).toString('latin1') : null;
}
