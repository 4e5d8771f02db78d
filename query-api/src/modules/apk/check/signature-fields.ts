import { NotAnApkError } from './not-an-apk.js';

/** Reads the fields of a signature one after the other: little-endian numbers, and bytes behind their length. */
export class SignatureFields {
  #at = 0;

  constructor(private readonly bytes: Buffer) {}

  get hasMore(): boolean {
    return this.#at < this.bytes.length;
  }

  readNumber(): number {
    return this.#take(4).readUInt32LE();
  }

  /** Bytes behind their length. */
  readBytes(): Buffer {
    return this.#take(this.readNumber());
  }

  /** As {@link readBytes}, to be read field by field. */
  readFields(): SignatureFields {
    return new SignatureFields(this.readBytes());
  }

  /** A sequence of which each element stands behind its length; of more than `most` none is read beyond them. */
  readAll<T>(most: number, read: (fields: SignatureFields) => T): T[] {
    const all: T[] = [];
    while (this.hasMore) {
      if (all.length === most)
        throw new NotAnApkError(`The signature of the APK repeats a part over ${most} times.`);
      all.push(read(this.readFields()));
    }
    return all;
  }

  /** All that follows. */
  readRest(): Buffer {
    return this.#take(this.bytes.length - this.#at);
  }

  #take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.bytes.length) throw new NotAnApkError('The signature of the APK is damaged.');
    const taken = this.bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
