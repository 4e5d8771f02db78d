import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURE_SIZES, pictureFile } from '@cryptonite/contracts/api';
import type { DecodedPicture } from './answer.js';

type Kept = { perceptualHash: string; bytes: number };

/** What file systems give out: a file takes whole ones. */
const BLOCK_BYTES = 4_096;
const OURS = /^[0-9a-f]{64}\.(64\.webp|256\.webp|[0-9a-f]{16}\.phash)(\.part)?$/;
const MARK = /^([0-9a-f]{64})\.([0-9a-f]{16})\.phash$/;

const sizeOnDisk = (bytes: number) => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/**
 * Squares of pictures in a folder, up to `maxBytes`: of those beyond, the ones go that were asked for longest ago. One
 * process writes, others may read. A picture's mark, an empty file with its perceptual hash in the name, is written last:
 * without it the picture is not there, and its time is when it was last asked for.
 */
export class PicturesStore {
  /** By SHA-256, the one asked for longest ago first. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  constructor(
    private readonly dir: string,
    private readonly maxBytes: number,
  ) {
    mkdirSync(dir, { recursive: true });
    const files = new Set(readdirSync(dir).filter((file) => OURS.test(file)));
    const found = [...files].flatMap((file) => {
      const [, sha256, perceptualHash] = MARK.exec(file) ?? [];
      if (sha256 === undefined || perceptualHash === undefined) return [];
      const sizes = PICTURE_SIZES.map((size) => this.#sizeOf(pictureFile(sha256, size)));
      // A power cut leaves names without bytes.
      if (sizes.includes(0)) return [];
      const bytes = sizes.reduce((sum, size) => sum + sizeOnDisk(size), 0);
      return [{ sha256, kept: { perceptualHash, bytes }, usedAt: statSync(join(dir, file)).mtimeMs }];
    });
    for (const { sha256, kept } of found.sort((a, b) => a.usedAt - b.usedAt)) {
      this.#note(sha256, kept);
      for (const file of filesOf(sha256, kept)) files.delete(file);
    }
    for (const file of files) rmSync(join(dir, file), { force: true });
  }

  /** The perceptual hash of a picture that is kept, else null. */
  async find(sha256: string): Promise<string | null> {
    const kept = this.#kept.get(sha256);
    if (!kept) return null;
    const now = new Date();
    try {
      await utimes(join(this.dir, markOf(sha256, kept)), now, now);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Somebody emptied the folder, or it had to make room meanwhile.
      if (this.#kept.get(sha256) === kept) this.#forget(sha256, kept);
      return null;
    }
    if (this.#kept.get(sha256) !== kept) return null;
    this.#forget(sha256, kept);
    this.#note(sha256, kept);
    return kept.perceptualHash;
  }

  async keep(sha256: string, { perceptualHash, squares }: DecodedPicture): Promise<void> {
    let bytes = 0;
    for (const size of PICTURE_SIZES) {
      await this.#write(pictureFile(sha256, size), squares[size]);
      bytes += sizeOnDisk(squares[size].length);
    }
    const kept = { perceptualHash, bytes };
    await this.#write(markOf(sha256, kept), Buffer.alloc(0));
    this.#note(sha256, kept);
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= this.maxBytes || oldest === sha256) return;
      this.#forget(oldest, old);
      for (const file of filesOf(oldest, old)) await rm(join(this.dir, file), { force: true });
    }
  }

  /** Whoever reads meets the whole file or none. */
  async #write(file: string, bytes: Buffer): Promise<void> {
    const path = join(this.dir, file);
    await writeFile(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
  }

  #note(sha256: string, kept: Kept): void {
    this.#kept.set(sha256, kept);
    this.#bytes += kept.bytes;
  }

  #forget(sha256: string, kept: Kept): void {
    this.#kept.delete(sha256);
    this.#bytes -= kept.bytes;
  }

  #sizeOf(file: string): number {
    return statSync(join(this.dir, file), { throwIfNoEntry: false })?.size ?? 0;
  }
}

const markOf = (sha256: string, { perceptualHash }: Kept) => `${sha256}.${perceptualHash}.phash`;

/** The mark goes first, as it came last. */
const filesOf = (sha256: string, kept: Kept): string[] => [
  markOf(sha256, kept),
  ...PICTURE_SIZES.map((size) => pictureFile(sha256, size)),
];
