import { Key } from './key.js';

const utf8 = new TextDecoder();

export type Shareholder = { address: Key; share_bps: number };

/**
 * Reads a Borsh event field by field. Events grow at their end, and old ones lack what came later: the first field
 * that is not wholly there, and every field after it, is undefined.
 */
export class EventReader {
  #at: number;
  readonly #end: number;
  #rest: number | null = null;

  constructor(
    readonly view: DataView,
    at: number,
    end: number,
  ) {
    this.#at = at;
    this.#end = end;
  }

  /** Bytes that no field took: unknown ones after the last field, or the stump of the first absent one. */
  get restBytes(): number {
    return this.#rest ?? this.#end - this.#at;
  }

  /** From here on every field is absent. */
  #stop(): undefined {
    this.#rest ??= this.#end - this.#at;
    this.#at = this.#end + 1;
    return undefined;
  }

  u8(): number | undefined {
    const at = this.#at;
    if (at + 1 > this.#end) return this.#stop();
    this.#at = at + 1;
    return this.view.getUint8(at);
  }

  /** Borsh knows 0 and 1 only; anything else is not a bool of this layout. */
  bool(): boolean | undefined {
    const at = this.#at;
    if (at + 1 > this.#end) return this.#stop();
    const byte = this.view.getUint8(at);
    if (byte > 1) return this.#stop();
    this.#at = at + 1;
    return byte === 1;
  }

  u16(): number | undefined {
    const at = this.#at;
    if (at + 2 > this.#end) return this.#stop();
    this.#at = at + 2;
    return this.view.getUint16(at, true);
  }

  u64(): bigint | undefined {
    const at = this.#at;
    if (at + 8 > this.#end) return this.#stop();
    this.#at = at + 8;
    return this.view.getBigUint64(at, true);
  }

  i64(): bigint | undefined {
    const at = this.#at;
    if (at + 8 > this.#end) return this.#stop();
    this.#at = at + 8;
    return this.view.getBigInt64(at, true);
  }

  i128(): bigint | undefined {
    const at = this.#at;
    if (at + 16 > this.#end) return this.#stop();
    this.#at = at + 16;
    return (this.view.getBigInt64(at + 8, true) << 64n) | this.view.getBigUint64(at, true);
  }

  key(): Key | undefined {
    const at = this.#at;
    if (at + 32 > this.#end) return this.#stop();
    this.#at = at + 32;
    return new Key(this.view, at);
  }

  keys(count: number): Key[] | undefined {
    const at = this.#at;
    if (at + 32 * count > this.#end) return this.#stop();
    this.#at = at + 32 * count;
    return Array.from({ length: count }, (_, i) => new Key(this.view, at + 32 * i));
  }

  string(): string | undefined {
    const at = this.#at;
    if (at + 4 > this.#end) return this.#stop();
    const length = this.view.getUint32(at, true);
    if (at + 4 + length > this.#end) return this.#stop();
    this.#at = at + 4 + length;
    return utf8.decode(new Uint8Array(this.view.buffer, this.view.byteOffset + at + 4, length));
  }

  shareholders(): Shareholder[] | undefined {
    const at = this.#at;
    if (at + 4 > this.#end) return this.#stop();
    const count = this.view.getUint32(at, true);
    if (at + 4 + count * 34 > this.#end) return this.#stop();
    this.#at = at + 4 + count * 34;
    return Array.from({ length: count }, (_, i) => ({
      address: new Key(this.view, at + 4 + i * 34),
      share_bps: this.view.getUint16(at + 36 + i * 34, true),
    }));
  }
}
