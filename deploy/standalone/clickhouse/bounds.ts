import { tooLarge } from './errors.js';

/** How much SQL one statement may be, with the values of its parameters in their places. */
export interface Bounds {
  bytes: number;
  tokens: number;
}

/** The product's own statements, which carry rows. */
export const SERVICE_BOUNDS: Bounds = { bytes: 16 * 1024 ** 2, tokens: Number.POSITIVE_INFINITY };

/** As docs/analysts.md says. */
export const ANALYST_BOUNDS: Bounds = { bytes: 256 * 1024, tokens: 100_000 };

/** @throws ClickHouseFault 307 */
export function checkBytes(bytes: number, bounds: Bounds): void {
  if (bytes > bounds.bytes)
    throw tooLarge('the statement, with the values of its parameters in their places,', bounds.bytes);
}

/** @throws ClickHouseFault 307 */
export function checkTokens(tokens: number, bounds: Bounds): void {
  if (tokens > bounds.tokens)
    throw tooLarge('the statement, counted in words, numbers, texts and signs,', bounds.tokens, 'of them');
}
