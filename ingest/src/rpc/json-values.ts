import { z } from 'zod';
import { decodeBase58 } from '../decode/base58.js';

/** How a document writes bytes as text: RPC in base58, protobuf's own JSON in base64. */
export type BytesText = 'base58' | 'base64';

/** What one instruction may hold: a program hands another at most 10 KiB, and a transaction is smaller. */
export const MAX_DATA_BYTES = 10_240;
/** Letters that hold so many bytes: log 256 / log 58 for each. */
const MAX_BASE58_LETTERS = 13_985;
const MAX_BASE64_LETTERS = 13_656;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes that `text` stands for. Throws a sentence. */
export function readBytesText(text: string, encoding: BytesText): Uint8Array {
  const most = encoding === 'base58' ? MAX_BASE58_LETTERS : MAX_BASE64_LETTERS;
  if (text.length > most)
    throw new Error(`${text.length} letters of ${encoding}: nothing in a transaction is longer than ${most}`);
  const bytes =
    encoding === 'base58'
      ? decodeBase58(text)
      : BASE64.test(text) && text.length % 4 === 0
        ? Buffer.from(text, 'base64')
        : null;
  if (bytes === null) throw new Error(`is no ${encoding}`);
  return bytes;
}

/** Bytes as JSON writers put them: text, a list, Node's `{"type": "Buffer", "data": […]}`, or a typed array's object. */
export const bytesOf = (encoding: BytesText) =>
  z.unknown().transform((value, context): Uint8Array => {
    const problem = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (typeof value === 'string') {
      try {
        return readBytesText(value, encoding);
      } catch (error) {
        return problem(error instanceof Error ? error.message : String(error));
      }
    }
    const list = listOf(value);
    if (list === null) return problem(`is no bytes: a list of numbers or ${encoding}`);
    if (list.length > MAX_DATA_BYTES)
      return problem(`${list.length} bytes: nothing in a transaction is longer than ${MAX_DATA_BYTES}`);
    return list.every(isByte) ? Uint8Array.from(list) : problem('is no bytes: some are not 0 to 255');
  });

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255;

function listOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return null;
  if ('type' in value && value.type === 'Buffer') return 'data' in value ? listOf(value.data) : null;
  const entries = Object.entries(value);
  return entries.every(([key], i) => key === String(i)) ? entries.map(([, byte]) => byte) : null;
}

const NO_U64 = 'is no u64, as number or text';

/** A u64 as a number or as text, digit for digit. */
export const U64 = z
  .union([z.string(), z.number()], { error: NO_U64 })
  .refine((value) => /^\d{1,20}$/.test(String(value)), NO_U64)
  .transform(BigInt)
  .refine((value) => value < 2n ** 64n, 'is more than a u64 holds');

/** A u64 that is counted with: slots, seconds, indexes. */
export const Count = U64.refine((value) => value <= Number.MAX_SAFE_INTEGER, 'is too great').transform(
  Number,
);

/** An index into a transaction's accounts, or the decimals of a mint. */
export const Byte = Count.refine((value) => value <= 255, 'is more than 255');

/** The largest time a JavaScript date can hold, in seconds. */
const MAX_TIME_S = 8.64e12;
const Seconds = Count.refine((value) => value <= MAX_TIME_S, 'is no time in seconds');

/** The time of a block in seconds: RPC's number, or Yellowstone's `{"timestamp": "…"}`. */
export const BlockTime = z.union([
  Seconds,
  z.object({ timestamp: Seconds }).transform(({ timestamp }) => timestamp),
]);

const SNAKE = /_([a-z])/g;

/** Names as protobuf declares them (`account_keys`) in the form in which its JSON writes them (`accountKeys`). */
export function camelNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(SNAKE, (_, letter: string) => letter.toUpperCase()),
      camelNames(inner),
    ]),
  );
}
