import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../../../platform/objects/object-store.js';

/**
 * What a request asks for of a file, by RFC 9110, 14: one range. Others (several, of another unit, or of another file by
 * If-Range) are passed by, as HTTP has it, and all of the file is the answer.
 * @returns null for all of it, 'none' where the file ends before the range begins
 */
export function readRange(
  { range, 'if-range': ifRange }: IncomingHttpHeaders,
  etag: string,
  sizeBytes: number,
): ByteRange | 'none' | null {
  if (ifRange !== undefined && ifRange !== etag) return null;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '')
    return Number(to) === 0 ? 'none' : { start: Math.max(0, sizeBytes - Number(to)), end: sizeBytes - 1 };
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= sizeBytes) return 'none';
  return { start, end: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}

/** Whether If-None-Match names this file. */
export const isKnown = ({ 'if-none-match': known }: IncomingHttpHeaders, etag: string): boolean =>
  known?.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, ''))) ?? false;
