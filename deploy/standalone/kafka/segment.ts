import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DamageError } from './errors.js';
import { readAt, syncFolder, writeAt } from './files.js';
import {
  BATCH_HEADER_BYTES,
  type BatchHeader,
  batchLengthAt,
  findRecordByTime,
  isBatchIntact,
  readBatchHeader,
} from './record-batch.js';
import { SparseIndex } from './sparse-index.js';
import { readInt64 } from './wire.js';

const SCAN_CHUNK_BYTES = 1024 * 1024;
const SEEK_BYTES = 32 * 1024;
/** writev takes at most 1,024 buffers (IOV_MAX). */
const BUFFERS_PER_WRITE = 1000;

/** Whole batches as they stand in the file. */
export interface BatchSlice {
  readonly bytes: Buffer;
  /** The offset after the last of these batches. */
  readonly nextOffset: number;
}

/**
 * What a segment file is called. A cleaned segment names the offsets it replaces, `[baseOffset, endOffset)`,
 * and its generation: its appearance under that name is the moment the files it replaces are void, and no
 * name is ever used for two contents.
 */
export interface SegmentName {
  readonly baseOffset: number;
  readonly cleaned: { readonly endOffset: number; readonly generation: number } | null;
}

const DIGITS = 20;
const NAME = /^(\d{20})(?:-(\d{20})\.(\d+))?\.log$/;

/** The file name of a segment. */
export function formatSegmentName(name: SegmentName): string {
  const base = String(name.baseOffset).padStart(DIGITS, '0');
  if (name.cleaned === null) return `${base}.log`;
  return `${base}-${String(name.cleaned.endOffset).padStart(DIGITS, '0')}.${name.cleaned.generation}.log`;
}

/** The segment that a file name stands for; null for any other file. */
export function parseSegmentName(file: string): SegmentName | null {
  const match = NAME.exec(file);
  if (!match) return null;
  const cleaned =
    match[2] === undefined ? null : { endOffset: Number(match[2]), generation: Number(match[3]) };
  return { baseOffset: Number(match[1]), cleaned };
}

/** A stretch of a partition's log: one file of batches, and where to find them in it. */
export class Segment {
  readonly baseOffset: number;
  readonly path: string;
  /** Bytes handed over for writing. */
  byteLength = 0;
  /** Bytes that are written and synced: nothing beyond is ever read. */
  syncedBytes = 0;
  /** -1 while empty. */
  maxTimestampMs = -1;
  /** The offset after the last batch; for a cleaned segment the end of what it replaces. */
  endOffset: number;
  private index = new SparseIndex();
  private handle: FileHandle | null = null;
  private creating: Promise<void> | null = null;
  /** Reads that use the writer's handle, which may not be closed under them. */
  private readonly reads = new Set<Promise<unknown>>();

  constructor(
    private readonly folder: string,
    readonly name: SegmentName,
    /** When the file was made, for segment.ms. */
    readonly createdAtMs: number,
    /** When its content was last written, for delete.retention.ms. */
    public modifiedAtMs: number,
  ) {
    this.baseOffset = name.baseOffset;
    this.endOffset = name.cleaned?.endOffset ?? name.baseOffset;
    this.path = join(folder, formatSegmentName(name));
  }

  /** Takes a batch into account at the end; the caller writes it. */
  note(header: BatchHeader): void {
    this.index.add(header.baseOffset, this.byteLength, this.maxTimestampMs);
    this.byteLength += header.byteLength;
    this.maxTimestampMs = Math.max(this.maxTimestampMs, header.maxTimestampMs);
    this.endOffset = Math.max(this.endOffset, header.lastOffset + 1);
  }

  /** Opens the file for writing; a new one is made durable in its folder first. */
  create(): Promise<void> {
    this.creating ??= this.openForWriting();
    return this.creating;
  }

  private async openForWriting(): Promise<void> {
    const handle = await open(this.path, this.syncedBytes === 0 ? 'w+' : 'r+');
    await syncFolder(this.folder);
    this.handle = handle;
  }

  /** Appends noted batches to the file and syncs. */
  async write(batches: Buffer[], nowMs: number): Promise<void> {
    await this.create();
    const handle = this.handle!;
    let position = this.syncedBytes;
    for (let i = 0; i < batches.length; i += BUFFERS_PER_WRITE) {
      const group = batches.slice(i, i + BUFFERS_PER_WRITE);
      await writeAt(handle, group, position);
      for (const batch of group) position += batch.length;
    }
    await handle.datasync();
    this.syncedBytes = position;
    this.modifiedAtMs = nowMs;
  }

  /** Lets go of a file that is written to the end; reading opens it again. */
  async close(): Promise<void> {
    const handle = this.handle;
    this.handle = null;
    await Promise.allSettled(this.reads);
    await handle?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.path, { force: true });
  }

  private async withHandle<T>(use: (handle: FileHandle) => Promise<T>): Promise<T> {
    if (this.handle) {
      const read = use(this.handle);
      this.reads.add(read);
      return read.finally(() => this.reads.delete(read));
    }
    const handle = await open(this.path, 'r');
    try {
      return await use(handle);
    } finally {
      await handle.close();
    }
  }

  /**
   * The batches from the one that holds `offset` (or the next) up to `limitOffset`, at most `maxBytes`; with
   * `atLeastOne` the first is returned however large. Null if there is none here.
   */
  async read(
    offset: number,
    limitOffset: number,
    maxBytes: number,
    atLeastOne: boolean,
  ): Promise<BatchSlice | null> {
    if (offset >= this.endOffset) return null;
    return this.withHandle(async (handle) => {
      const first = await this.seek(handle, offset);
      if (!first || first.header.baseOffset >= limitOffset) return null;
      const { position, header } = first;
      if (header.byteLength > maxBytes) {
        if (!atLeastOne) return null;
        return {
          bytes: await readAt(handle, position, header.byteLength),
          nextOffset: header.lastOffset + 1,
        };
      }
      const window = await readAt(handle, position, Math.min(this.syncedBytes - position, maxBytes));
      let end = 0;
      let nextOffset = offset;
      while (end + BATCH_HEADER_BYTES <= window.length) {
        const next = readBatchHeader(window, end);
        if (next.baseOffset >= limitOffset || end + next.byteLength > window.length) break;
        end += next.byteLength;
        nextOffset = next.lastOffset + 1;
      }
      return { bytes: window.subarray(0, end), nextOffset };
    });
  }

  /**
   * The first batch with records that ends at or after `offset`. Emptied ones are passed over because a
   * kafkajs consumer cannot step over a fetch that holds nothing else.
   */
  private async seek(
    handle: FileHandle,
    offset: number,
  ): Promise<{ position: number; header: BatchHeader } | null> {
    const end = this.syncedBytes;
    let position = this.index.positionOfOffset(offset);
    while (position < end) {
      const window = await readAt(handle, position, Math.min(end - position, SEEK_BYTES));
      let at = 0;
      while (at + BATCH_HEADER_BYTES <= window.length) {
        const header = readBatchHeader(window, at);
        if (header.lastOffset >= offset && header.count > 0) return { position: position + at, header };
        at += header.byteLength;
      }
      position += at;
    }
    return null;
  }

  /** The first record at or after `timestampMs` with an offset in [minOffset, limitOffset), or null. */
  async findByTime(
    timestampMs: number,
    minOffset: number,
    limitOffset: number,
  ): Promise<{ offset: number; timestampMs: number } | null> {
    if (this.maxTimestampMs < timestampMs) return null;
    const start = this.index.positionOfTime(timestampMs);
    return this.withHandle(async (handle) => {
      for await (const { batch } of readBatches(handle, start, this.syncedBytes)) {
        const header = readBatchHeader(batch);
        if (header.baseOffset >= limitOffset) return null;
        if (header.maxTimestampMs < timestampMs || header.lastOffset < minOffset) continue;
        const found = findRecordByTime(batch, timestampMs, minOffset);
        if (found) return found;
      }
      return null;
    });
  }

  /** Bytes from the batch at `offset` on, to within the distance of two index entries. */
  bytesFrom(offset: number): number {
    return Math.max(0, this.syncedBytes - this.index.positionOfOffset(offset));
  }

  /** Every batch of the file in order. */
  async *batches(): AsyncGenerator<Buffer> {
    const handle = await open(this.path, 'r');
    try {
      for await (const { batch } of readBatches(handle, 0, this.syncedBytes)) yield batch;
    } finally {
      await handle.close();
    }
  }

  /**
   * Reads the file at start and gives each batch to `visit`. What cannot be a batch ends a torn last write
   * and is cut off if nothing whole follows; anywhere else it is damage, and no guess is made about it.
   */
  async recover(isLast: boolean, expectedOffset: number, visit: (batch: Buffer) => void): Promise<void> {
    const handle = await open(this.path, 'r+');
    try {
      const { size } = await handle.stat();
      let nextOffset = expectedOffset;
      let end = 0;
      for await (const { position, batch } of readBatches(handle, 0, size)) {
        const header = readBatchHeader(batch);
        if (!isBatchIntact(batch) || header.baseOffset < nextOffset || header.lastOffset < header.baseOffset)
          break;
        this.note(header);
        visit(batch);
        nextOffset = header.lastOffset + 1;
        end = position + batch.length;
      }
      if (end < size) {
        const later = await findWholeBatch(handle, end + 1, size);
        if (!isLast || later !== null) {
          throw new DamageError(
            `${this.path} is damaged at byte ${end} (offset ${nextOffset}), with intact data behind it. ` +
              'Put the file back from a copy; or cut it there and remove the later files of this folder to go on without what follows.',
          );
        }
        await handle.truncate(end);
        await handle.sync();
        console.error(
          `${basename(this.folder)}: cut ${size - end} bytes of an unfinished write at byte ${end}`,
        );
      }
      this.syncedBytes = end;
    } finally {
      await handle.close();
    }
  }
}

interface PlacedBatch {
  readonly position: number;
  readonly batch: Buffer;
}

/** The batches in [start, end) by their claimed lengths; ends before the first that claims an impossible one. */
async function* readBatches(handle: FileHandle, start: number, end: number): AsyncGenerator<PlacedBatch> {
  let chunk: Buffer = Buffer.alloc(0);
  let chunkStart = start;
  let position = start;
  const fill = async (bytes: number): Promise<boolean> => {
    if (position - chunkStart + bytes <= chunk.length) return true;
    if (position + bytes > end) return false;
    chunk = await readAt(handle, position, Math.min(end - position, Math.max(bytes, SCAN_CHUNK_BYTES)));
    chunkStart = position;
    return chunk.length >= bytes;
  };
  while (await fill(BATCH_HEADER_BYTES)) {
    const byteLength = batchLengthAt(chunk, position - chunkStart);
    if (byteLength === null || !(await fill(byteLength))) return;
    yield { position, batch: chunk.subarray(position - chunkStart, position - chunkStart + byteLength) };
    position += byteLength;
  }
}

/** The position of a whole, intact batch anywhere from `start` on, at any byte; null if there is none. */
async function findWholeBatch(handle: FileHandle, start: number, end: number): Promise<number | null> {
  for (let position = start; position + BATCH_HEADER_BYTES <= end; position += SCAN_CHUNK_BYTES) {
    const chunk = await readAt(
      handle,
      position,
      Math.min(end - position, SCAN_CHUNK_BYTES + BATCH_HEADER_BYTES),
    );
    const last = Math.min(SCAN_CHUNK_BYTES, chunk.length - BATCH_HEADER_BYTES + 1);
    for (let i = 0; i < last; i++) {
      if (chunk[i + 16] !== 2 || readInt64(chunk, i) < 0) continue;
      const byteLength = batchLengthAt(chunk, i);
      if (byteLength === null || position + i + byteLength > end) continue;
      if (isBatchIntact(await readAt(handle, position + i, byteLength))) return position + i;
    }
  }
  return null;
}
