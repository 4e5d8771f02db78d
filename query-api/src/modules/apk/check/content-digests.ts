import { createHash, type Hash } from 'node:crypto';
import type { ArchiveEnd } from './archive-end.js';
import { NotAnApkError } from './not-an-apk.js';
import type { RandomAccess } from './random-access.js';
import type { ContentDigest } from './signature-algorithms.js';

const CHUNK_BYTES = 1024 * 1024;
/** Read at once: a store is asked some dozen times for 100 MB. */
const PIECE_BYTES = 8 * CHUNK_BYTES;
const PAGE_BYTES = 4_096;
const PAGE_SALT = Buffer.alloc(8);
const DIRECTORY_START_AT = 16;

/**
 * Hashes the contents of an app as signatures do: its entries, its directory and its end, which for that says that the
 * directory begins where the signing block does. https://source.android.com/docs/security/features/apksigning/v2#integrity-protected-contents
 */
export async function hashContents(
  file: RandomAccess,
  { directoryStart, directoryBytes, bytes }: ArchiveEnd,
  signingBlockStart: number,
  wanted: ReadonlySet<ContentDigest>,
): Promise<Map<ContentDigest, Buffer>> {
  const end = Buffer.from(bytes.subarray(directoryBytes));
  end.writeUInt32LE(signingBlockStart, DIRECTORY_START_AT);
  const hashers = [...wanted].map(
    (kind) => [kind, makeHasher(kind, [signingBlockStart, directoryStart])] as const,
  );
  const addSection = async (
    length: number,
    read: (start: number, end: number) => Promise<Buffer> | Buffer,
  ) => {
    for (let start = 0; start < length; start += PIECE_BYTES) {
      const piece = await read(start, Math.min(length, start + PIECE_BYTES));
      for (const [, hasher] of hashers) hasher.add(piece);
    }
    for (const [, hasher] of hashers) hasher.endSection();
  };
  await addSection(signingBlockStart, (start, stop) => file.read(start, stop));
  await addSection(directoryBytes, (start, stop) => bytes.subarray(start, stop));
  await addSection(end.length, (start, stop) => end.subarray(start, stop));
  return new Map(hashers.map(([kind, hasher]) => [kind, hasher.digest()]));
}

type Hasher = {
  add(bytes: Buffer): void;
  endSection(): void;
  digest(): Buffer;
};

/** @param pages where Android wants a page to begin that is hashed for fs-verity */
function makeHasher(kind: ContentDigest, pages: readonly number[]): Hasher {
  if (kind !== 'verity') return new ChunkHasher(kind);
  if (pages.some((start) => start % PAGE_BYTES !== 0))
    throw new NotAnApkError(
      `The APK is signed for fs-verity, and its signing block is not made of whole pages of ${PAGE_BYTES} bytes.`,
    );
  return new VerityHasher();
}

/** Chunks of 1 MB, none of which reaches over the end of its section, and then their hashes. */
class ChunkHasher implements Hasher {
  readonly #digests: Buffer[] = [];
  #chunk: Buffer[] = [];
  #chunkBytes = 0;

  constructor(private readonly hash: 'sha256' | 'sha512') {}

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + CHUNK_BYTES - this.#chunkBytes);
      this.#chunk.push(part);
      this.#chunkBytes += part.length;
      at += part.length;
      if (this.#chunkBytes === CHUNK_BYTES) this.endSection();
    }
  }

  endSection(): void {
    if (this.#chunkBytes === 0) return;
    const hash = createHash(this.hash).update(headOf(0xa5, this.#chunkBytes));
    for (const part of this.#chunk) hash.update(part);
    this.#digests.push(hash.digest());
    this.#chunk = [];
    this.#chunkBytes = 0;
  }

  digest(): Buffer {
    const hash = createHash(this.hash).update(headOf(0x5a, this.#digests.length));
    for (const digest of this.#digests) hash.update(digest);
    return hash.digest();
  }
}

function headOf(first: number, count: number): Buffer {
  const head = Buffer.alloc(5, first);
  head.writeUInt32LE(count, 1);
  return head;
}

/** The root of the tree of hashes over pages of all sections in a row, and how many bytes they have. */
class VerityHasher implements Hasher {
  readonly #pages: Buffer[] = [];
  #hash: Hash | null = null;
  #pageBytes = 0;
  #bytes = 0;

  add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      this.#hash ??= createHash('sha256').update(PAGE_SALT);
      const part = bytes.subarray(at, at + PAGE_BYTES - this.#pageBytes);
      this.#hash.update(part);
      this.#pageBytes += part.length;
      at += part.length;
      if (this.#pageBytes === PAGE_BYTES) this.#endPage();
    }
    this.#bytes += bytes.length;
  }

  /** Pages go on over sections. */
  endSection(): void {}

  digest(): Buffer {
    if (this.#pageBytes > 0) {
      this.#hash?.update(Buffer.alloc(PAGE_BYTES - this.#pageBytes));
      this.#endPage();
    }
    let level = padded(Buffer.concat(this.#pages));
    while (level.length > PAGE_BYTES) {
      const pages = Array.from({ length: level.length / PAGE_BYTES }, (_, page) =>
        hashPage(level.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)),
      );
      level = padded(Buffer.concat(pages));
    }
    const count = Buffer.alloc(8);
    count.writeBigUInt64LE(BigInt(this.#bytes));
    return Buffer.concat([hashPage(level), count]);
  }

  #endPage(): void {
    if (this.#hash) this.#pages.push(this.#hash.digest());
    this.#hash = null;
    this.#pageBytes = 0;
  }
}

const hashPage = (page: Buffer): Buffer => createHash('sha256').update(PAGE_SALT).update(page).digest();
const padded = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((PAGE_BYTES - (bytes.length % PAGE_BYTES)) % PAGE_BYTES)]);
