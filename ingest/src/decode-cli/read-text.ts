import { createReadStream } from 'node:fs';

/** A little less than the longest text V8 holds. */
const MAX_BYTES = 500_000_000;

const SENTENCES: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder: name the files in it',
  EACCES: 'may not be read by this user',
};

/** The text of a file or pipe: UTF-8, or UTF-16 where a byte order mark says so. Throws a sentence. */
export async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.subarray(0, 1_000).includes(0))
    throw new Error('is binary: JSON is read, and tapes, named .tape');
  // Takes the byte order mark away.
  return new TextDecoder().decode(bytes);
}

async function readBytes(path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    // A file may grow, and a device may never end: what is read is counted.
    for await (const chunk of createReadStream(path)) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BYTES) break;
    }
  } catch (error) {
    sayWhy(error);
  }
  if (length > MAX_BYTES) throw new Error(`has more than ${MAX_BYTES / 1e6} MB: split it`);
  return Buffer.concat(chunks);
}

/** Throws why a file cannot be read: in a sentence, where the system says it by a code. */
export function sayWhy(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  throw SENTENCES[code] === undefined ? error : new Error(SENTENCES[code]);
}
