/** A file of the cache: checksum of what follows, length of the head (both in four bytes), the head as JSON, the bytes. */
import { crc32 } from 'node:zlib';
import { FailureDetail, FetchFailure } from '@cryptonite/contracts/events';
import { z } from 'zod';

const keptUntilMs = z.int();

const Head = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('fetched'),
    keptUntilMs,
    status: z.int(),
    contentType: z.string().nullable(),
    host: z.string(),
  }),
  z.object({
    kind: z.literal('failed'),
    keptUntilMs,
    failure: FetchFailure,
    detail: FailureDetail,
    status: z.int().nullable(),
  }),
]);
export type Head = z.infer<typeof Head>;

const HEAD_AT = 8;

export function writeKept(head: Head, bytes: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const file = Buffer.concat([Buffer.alloc(HEAD_AT), text, bytes]);
  file.writeUInt32LE(text.length, 4);
  file.writeUInt32LE(crc32(file.subarray(4)), 0);
  return file;
}

/** Null for a file that is damaged, or of another form. */
export function readKept(file: Buffer): { head: Head; bytes: Buffer } | null {
  if (file.length < HEAD_AT || crc32(file.subarray(4)) !== file.readUInt32LE(0)) return null;
  const bytesAt = HEAD_AT + file.readUInt32LE(4);
  try {
    const head = Head.safeParse(JSON.parse(file.toString('utf8', HEAD_AT, bytesAt)));
    return head.success ? { head: head.data, bytes: file.subarray(bytesAt) } : null;
  } catch {
    return null;
  }
}
