import type { Address } from './addresses.js';

const SLAB_BYTES = 1 << 18;
const DOUBLE = new DataView(new ArrayBuffer(8));

/** A field's number with its wire type: a varint, eight fixed bytes, or a length and bytes. */
export const varintTag = (field: number): number => field << 3;
export const fixed64Tag = (field: number): number => (field << 3) | 1;
export const lengthTag = (field: number): number => (field << 3) | 2;

/**
 * Writes a protobuf message from its end to its beginning, so that the length of a part is known when it is due:
 * nothing is measured beforehand or moved afterwards. Fields that have their default value are left out by the caller,
 * as proto3 wants it. Texts are latin1 only (keys, numbers and log lines are).
 */
export class WireWriter {
  #bytes = Buffer.allocUnsafeSlow(1 << 14);
  #start = this.#bytes.length;
  /** Finished messages share slabs: an allocation of its own costs more than writing one. */
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #slabUsed = 0;

  /** Begins a new message. */
  reset(): void {
    this.#start = this.#bytes.length;
  }

  /** How many bytes stand behind what is written next; to be handed to {@link close}. */
  get written(): number {
    return this.#bytes.length - this.#start;
  }

  /** Ends (before its beginning) the part whose bytes came after `since`. */
  close(tag: number, since: number): void {
    this.varint(this.written - since);
    this.varint(tag);
  }

  /** A number up to 2^53 in base 128. */
  varint(value: number): void {
    this.#reserve(8);
    const bytes = this.#bytes;
    if (value < 0x80) {
      bytes[--this.#start] = value;
      return;
    }
    let size = 2;
    for (let rest = value / 0x4000; rest >= 1; rest /= 0x80) size++;
    let at = this.#start - size;
    this.#start = at;
    let rest = value;
    while (rest >= 2 ** 31) {
      bytes[at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    while (rest >= 0x80) {
      bytes[at++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    bytes[at] = rest;
  }

  number(tag: number, value: number): void {
    if (value === 0) return;
    this.varint(value);
    this.varint(tag);
  }

  double(tag: number, value: number): void {
    if (value === 0) return;
    this.#reserve(8);
    DOUBLE.setFloat64(0, value, true);
    for (let byte = 7; byte >= 0; byte--) this.#bytes[--this.#start] = DOUBLE.getUint8(byte);
    this.varint(tag);
  }

  bytes(tag: number, value: Uint8Array): void {
    this.raw(value);
    this.varint(value.length);
    this.varint(tag);
  }

  /** Latin1 text or raw bytes held as such. */
  text(tag: number, value: string | Address): void {
    const { length } = value;
    this.#reserve(length);
    this.#start -= length;
    const at = this.#start;
    // Short texts are the rule, and calling into native code for one costs more than the loop.
    if (length > 64) this.#bytes.write(value, at, 'latin1');
    else for (let place = 0; place < length; place++) this.#bytes[at + place] = value.charCodeAt(place);
    this.varint(length);
    this.varint(tag);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[--this.#start] = value;
  }

  /** Bytes that are fields already. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#start -= value.length;
    this.#bytes.set(value, this.#start);
  }

  /** The message, in memory that stays as it is. */
  finish(): Buffer {
    const size = this.written;
    if (size > SLAB_BYTES / 8) return Buffer.from(this.#bytes.subarray(this.#start));
    if (this.#slabUsed + size > SLAB_BYTES) {
      this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#slabUsed = 0;
    }
    const at = this.#slabUsed;
    this.#slabUsed += size;
    this.#slab.set(this.#bytes.subarray(this.#start), at);
    return this.#slab.subarray(at, at + size);
  }

  #reserve(size: number): void {
    if (size <= this.#start) return;
    const { written } = this;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#bytes.length + size));
    larger.set(this.#bytes.subarray(this.#start), larger.length - written);
    this.#bytes = larger;
    this.#start = larger.length - written;
  }
}
