import { readSpelling } from './base58.js';
import { MalformedBytes } from './malformed.js';

const utf8 = new TextDecoder();

/** Steps through the fields of one protobuf message without building objects. Throws MalformedBytes beyond its bounds. */
export class ProtobufReader {
  #at: number;
  /** Number of the field that `next` stopped at. */
  field = 0;
  /** Bounds of the last length-delimited value. */
  from = 0;
  to = 0;
  #wireType = 0;

  constructor(
    readonly view: DataView,
    readonly start = 0,
    readonly end = view.byteLength,
  ) {
    this.#at = start;
  }

  /** The whole message, wherever the reader stands in it. */
  window(): DataView {
    return new DataView(this.view.buffer, this.view.byteOffset + this.start, this.end - this.start);
  }

  /** Moves to the next field; the one before must have been read or skipped. False at the end. */
  next(): boolean {
    if (this.#at >= this.end) return false;
    const tag = this.#varint();
    this.field = Math.floor(tag / 8);
    this.#wireType = tag % 8;
    if (this.field === 0) throw new MalformedBytes('protobuf field number 0');
    return true;
  }

  /** An unsigned integer that fits a double exactly. */
  uint(): number {
    if (this.#wireType !== 0) throw new MalformedBytes(`protobuf field ${this.field} is no integer`);
    return this.#varint();
  }

  /** Sets `from` and `to` to the value's bounds. */
  bytes(): void {
    if (this.#wireType !== 2) throw new MalformedBytes(`protobuf field ${this.field} has no length`);
    const length = this.#varint();
    this.from = this.#at;
    this.to = this.#at + length;
    if (this.to > this.end) throw new MalformedBytes(`protobuf field ${this.field} runs over its message`);
    this.#at = this.to;
  }

  message(): ProtobufReader {
    this.bytes();
    return new ProtobufReader(this.view, this.from, this.to);
  }

  string(): string {
    this.bytes();
    return utf8.decode(
      new Uint8Array(this.view.buffer, this.view.byteOffset + this.from, this.to - this.from),
    );
  }

  /** {@link string} where the text is most likely an address that was seen before. */
  address(): string {
    this.bytes();
    return readSpelling(this.view, this.from, this.to);
  }

  skip(): void {
    switch (this.#wireType) {
      case 0:
        this.#skipVarint();
        return;
      case 1:
        this.#advance(8);
        return;
      case 2:
        this.bytes();
        return;
      case 5:
        this.#advance(4);
        return;
      default:
        throw new MalformedBytes(`protobuf wire type ${this.#wireType}`);
    }
  }

  #advance(bytes: number): void {
    this.#at += bytes;
    if (this.#at > this.end) throw new MalformedBytes('protobuf message is cut');
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      if (this.#at >= this.end) throw new MalformedBytes('protobuf integer is cut');
      const byte = this.view.getUint8(this.#at++);
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        if (value > Number.MAX_SAFE_INTEGER) throw new MalformedBytes('protobuf integer beyond 2^53');
        return value;
      }
      scale *= 128;
    }
    throw new MalformedBytes('protobuf integer is too long');
  }

  #skipVarint(): void {
    for (let i = 0; i < 10; i++) {
      if (this.#at >= this.end) throw new MalformedBytes('protobuf integer is cut');
      if (this.view.getUint8(this.#at++) < 0x80) return;
    }
    throw new MalformedBytes('protobuf integer is too long');
  }
}
