import { MalformedFrameError } from './errors.js';

const LENGTH_BYTES = 4;

/** Cuts a stream of bytes into the length-prefixed requests in it. */
export class Frames {
  private chunks: Buffer[] = [];
  private buffered = 0;

  /** Takes the next bytes; returns the requests completed by them. Throws on a length above `maxBytes`. */
  push(chunk: Buffer, maxBytes: number): Buffer[] {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
    const frames: Buffer[] = [];
    for (;;) {
      if (this.buffered < LENGTH_BYTES) return frames;
      // Joined only for the length and once the whole request is there, so that a large one is copied once.
      if (this.chunks[0]!.length < LENGTH_BYTES) this.join();
      const length = this.chunks[0]!.readInt32BE(0);
      if (length < 0 || length > maxBytes) throw new MalformedFrameError(`a request of ${length} bytes`);
      const end = LENGTH_BYTES + length;
      if (this.buffered < end) return frames;
      if (this.chunks[0]!.length < end) this.join();
      const joined = this.chunks[0]!;
      frames.push(joined.subarray(LENGTH_BYTES, end));
      this.chunks[0] = joined.subarray(end);
      this.buffered -= end;
      if (this.chunks[0].length === 0) this.chunks.shift();
    }
  }

  private join(): void {
    this.chunks = [Buffer.concat(this.chunks)];
  }
}
