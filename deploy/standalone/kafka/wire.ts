import { MalformedFrameError } from './errors.js';

const TWO_32 = 2 ** 32;

/** Reads a 64-bit integer as a number: exact up to 2^53, which no offset, time or producer id here exceeds. */
export function readInt64(buffer: Buffer, position: number): number {
  return buffer.readInt32BE(position) * TWO_32 + buffer.readUInt32BE(position + 4);
}

/** Writes a safe integer as a 64-bit one. */
export function writeInt64(buffer: Buffer, value: number, position: number): void {
  buffer.writeInt32BE(Math.floor(value / TWO_32), position);
  buffer.writeUInt32BE(value >>> 0, position + 4);
}

/** Reads the fields of a request; whatever runs over the end is a `MalformedFrameError`. */
export class Reader {
  private position = 0;

  constructor(private readonly buffer: Buffer) {}

  private take(bytes: number): number {
    const start = this.position;
    if (bytes < 0 || start + bytes > this.buffer.length) {
      throw new MalformedFrameError(`a field of ${bytes} bytes runs over the end of the request`);
    }
    this.position = start + bytes;
    return start;
  }

  int8(): number {
    return this.buffer.readInt8(this.take(1));
  }
  boolean(): boolean {
    return this.int8() !== 0;
  }
  int16(): number {
    return this.buffer.readInt16BE(this.take(2));
  }
  int32(): number {
    return this.buffer.readInt32BE(this.take(4));
  }
  int64(): number {
    return readInt64(this.buffer, this.take(8));
  }
  nullableString(): string | null {
    const length = this.int16();
    if (length === -1) return null;
    const start = this.take(length);
    return this.buffer.toString('utf8', start, start + length);
  }
  string(): string {
    const value = this.nullableString();
    if (value === null) throw new MalformedFrameError('null where a string is required');
    return value;
  }
  nullableBytes(): Buffer | null {
    const length = this.int32();
    if (length === -1) return null;
    const start = this.take(length);
    return this.buffer.subarray(start, start + length);
  }
  bytes(): Buffer {
    const value = this.nullableBytes();
    if (value === null) throw new MalformedFrameError('null where bytes are required');
    return value;
  }
  nullableArray<T>(readItem: () => T): T[] | null {
    const length = this.int32();
    if (length === -1) return null;
    // Every item has at least one byte, so a longer count is a lie that would only cost memory.
    if (length < 0 || length > this.buffer.length - this.position) {
      throw new MalformedFrameError(`an array of ${length} items runs over the end of the request`);
    }
    const items: T[] = [];
    for (let i = 0; i < length; i++) items.push(readItem());
    return items;
  }
  array<T>(readItem: () => T): T[] {
    return this.nullableArray(readItem) ?? [];
  }
}

const CHUNK_BYTES = 512;
const COPY_UP_TO_BYTES = 256;

/** Builds an answer; large byte fields are passed on by reference and must not change afterwards. */
export class Writer {
  private readonly parts: Buffer[] = [];
  private chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  private used = 0;
  private flushed = 0;

  private room(bytes: number): number {
    if (this.used + bytes > this.chunk.length) {
      this.flush();
      this.chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, bytes));
    }
    const start = this.used;
    this.used += bytes;
    return start;
  }

  private flush(): void {
    if (this.used === 0) return;
    this.parts.push(this.chunk.subarray(0, this.used));
    this.flushed += this.used;
    this.chunk = this.chunk.subarray(this.used);
    this.used = 0;
  }

  int8(value: number): this {
    const start = this.room(1);
    this.chunk.writeInt8(value, start);
    return this;
  }
  boolean(value: boolean): this {
    return this.int8(value ? 1 : 0);
  }
  int16(value: number): this {
    const start = this.room(2);
    this.chunk.writeInt16BE(value, start);
    return this;
  }
  int32(value: number): this {
    const start = this.room(4);
    this.chunk.writeInt32BE(value, start);
    return this;
  }
  int64(value: number): this {
    const start = this.room(8);
    writeInt64(this.chunk, value, start);
    return this;
  }
  nullableString(value: string | null): this {
    if (value === null) return this.int16(-1);
    return this.string(value);
  }
  string(value: string): this {
    const length = Buffer.byteLength(value);
    this.int16(length);
    const start = this.room(length);
    this.chunk.write(value, start, 'utf8');
    return this;
  }
  raw(bytes: Buffer): this {
    if (bytes.length <= COPY_UP_TO_BYTES) {
      const start = this.room(bytes.length);
      bytes.copy(this.chunk, start);
      return this;
    }
    this.flush();
    this.parts.push(bytes);
    this.flushed += bytes.length;
    return this;
  }
  bytes(bytes: Buffer): this {
    return this.int32(bytes.length).raw(bytes);
  }
  array<T>(items: readonly T[], writeItem: (item: T) => void): this {
    this.int32(items.length);
    for (const item of items) writeItem(item);
    return this;
  }

  /** The bytes so far, in order. */
  finish(): { parts: Buffer[]; byteLength: number } {
    this.flush();
    return { parts: this.parts, byteLength: this.flushed };
  }
}
