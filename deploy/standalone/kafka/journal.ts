import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32c } from './crc32c.js';
import { DamageError } from './errors.js';
import { isMissing, syncFolder, writeAt } from './files.js';

const FRAME_HEADER_BYTES = 8;
const REWRITE_FROM_BYTES = 8 * 1024 * 1024;
const REWRITE_FACTOR = 4;

/** What the journal's records mean; `apply` and `snapshot` must be each other's inverse. */
export interface JournalState<R> {
  apply(record: R): void;
  /** The shortest list of records that leads to the present state. */
  snapshot(): R[];
}

/**
 * Everything the broker must remember besides the topics' records: one file of checksummed JSON records,
 * synced in groups. A record is applied when it is on disk, so nobody ever sees what a crash would undo.
 * When the file has grown well beyond its content, it is written anew and renamed over.
 */
export class Journal<R> {
  private queue: { frame: Buffer; record: R; onSynced: () => void }[] = [];
  private isWriting = false;
  private isClosed = false;
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private handle: FileHandle,
    private byteLength: number,
    private rewriteAtBytes: number,
    private readonly state: JournalState<R>,
    private readonly onWriteFailure: (error: unknown) => void,
  ) {}

  /** Opens the journal, applying every record in it. `isNew` tells that there was none. */
  static async open<R>(
    path: string,
    state: JournalState<R>,
    onWriteFailure: (error: unknown) => void,
  ): Promise<{ journal: Journal<R>; isNew: boolean }> {
    const bytes = await readFile(path).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    await rm(`${path}.new`, { force: true });
    const end = bytes ? replay(path, bytes, (payload) => state.apply(JSON.parse(payload) as R)) : 0;
    const handle = await open(path, bytes ? 'r+' : 'w+');
    if (bytes && end < bytes.length) {
      await handle.truncate(end);
      console.error(`${path}: cut ${bytes.length - end} bytes of an unfinished write at byte ${end}`);
    }
    await handle.sync();
    await syncFolder(dirname(path));
    const rewriteAtBytes = Math.max(REWRITE_FROM_BYTES, end);
    return {
      journal: new Journal(path, handle, end, rewriteAtBytes, state, onWriteFailure),
      isNew: bytes === null,
    };
  }

  /** Writes a record; resolves when it is synced and applied. */
  append(record: R): Promise<void> {
    return new Promise((onSynced) => {
      // The process ends: whoever waits for this has lost its connection.
      if (this.isClosed) return;
      this.queue.push({ frame: frameOf(record), record, onSynced });
      if (!this.isWriting) this.writing = this.writeQueued();
    });
  }

  private async writeQueued(): Promise<void> {
    this.isWriting = true;
    try {
      while (this.queue.length > 0) {
        const group = this.queue;
        this.queue = [];
        const bytes = Buffer.concat(group.map(({ frame }) => frame));
        await writeAt(this.handle, [bytes], this.byteLength);
        await this.handle.datasync();
        this.byteLength += bytes.length;
        for (const { record, onSynced } of group) {
          this.state.apply(record);
          onSynced();
        }
        if (this.byteLength > this.rewriteAtBytes) await this.rewrite();
      }
    } catch (error) {
      this.onWriteFailure(error);
    } finally {
      this.isWriting = false;
    }
  }

  private async rewrite(): Promise<void> {
    const bytes = Buffer.concat(this.state.snapshot().map(frameOf));
    const handle = await open(`${this.path}.new`, 'w+');
    await writeAt(handle, [bytes], 0);
    await handle.sync();
    await rename(`${this.path}.new`, this.path);
    await syncFolder(dirname(this.path));
    await this.handle.close();
    this.handle = handle;
    this.byteLength = bytes.length;
    this.rewriteAtBytes = Math.max(REWRITE_FROM_BYTES, bytes.length * REWRITE_FACTOR);
  }

  /** Waits for what is queued and closes the file. */
  async close(): Promise<void> {
    this.isClosed = true;
    while (this.isWriting) await this.writing;
    await this.handle.close();
  }
}

function frameOf(record: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(record));
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + payload.length);
  frame.writeUInt32BE(payload.length, 0);
  frame.writeUInt32BE(crc32c(payload), 4);
  payload.copy(frame, FRAME_HEADER_BYTES);
  return frame;
}

/** The end of the whole frame at `position`, or null if there is none. */
function frameEnd(bytes: Buffer, position: number): number | null {
  if (position + FRAME_HEADER_BYTES > bytes.length) return null;
  const start = position + FRAME_HEADER_BYTES;
  const end = start + bytes.readUInt32BE(position);
  // A stretch of zeros would pass as empty frames: a record is never empty.
  if (end === start || end > bytes.length || crc32c(bytes, start, end) !== bytes.readUInt32BE(position + 4))
    return null;
  return end;
}

/** Gives every payload to `visit`; returns where the whole frames end. Throws `DamageError` for a hole. */
function replay(path: string, bytes: Buffer, visit: (payload: string) => void): number {
  let position = 0;
  for (let end = frameEnd(bytes, 0); end !== null; end = frameEnd(bytes, position)) {
    visit(bytes.toString('utf8', position + FRAME_HEADER_BYTES, end));
    position = end;
  }
  for (let later = position + 1; later + FRAME_HEADER_BYTES < bytes.length; later++) {
    // Payloads are JSON objects: their first byte spares most of the checksums.
    if (bytes[later + FRAME_HEADER_BYTES] === 0x7b && frameEnd(bytes, later) !== null) {
      throw new DamageError(
        `${path} is damaged at byte ${position}, with intact records behind it. Put the file back from a copy.`,
      );
    }
  }
  return position;
}
