/** Bytes as ClickHouse's RowBinary has them: https://clickhouse.com/docs/interfaces/formats/RowBinary */

const START_BYTES = 16 * 1024;

/** A buffer that grows. Callers of {@link Bytes.view} and {@link Bytes.buffer} reserve before they write. */
export class Bytes {
  at = 0;
  buffer = Buffer.allocUnsafe(START_BYTES);
  view = viewOf(this.buffer);

  reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
    this.view = viewOf(larger);
  }

  /** A length as ClickHouse's LEB128. */
  length(value: number): void {
    this.reserve(5);
    let rest = value;
    for (; rest > 127; rest >>>= 7) this.buffer[this.at++] = (rest & 127) | 128;
    this.buffer[this.at++] = rest;
  }

  /** UTF-8; half a surrogate pair, which creators of tokens write, becomes U+FFFD. */
  text(value: string): void {
    const { length } = value;
    this.reserve(5 + 3 * length);
    // Nearly every text is a short one in ASCII, for which a call to the runtime costs more than this loop.
    if (length < 128) {
      const { buffer } = this;
      const start = this.at + 1;
      let index = 0;
      for (; index < length; index += 1) {
        const code = value.charCodeAt(index);
        if (code > 127) break;
        buffer[start + index] = code;
      }
      if (index === length) {
        buffer[this.at] = length;
        this.at = start + length;
        return;
      }
    }
    this.length(Buffer.byteLength(value));
    this.at += this.buffer.write(value, this.at);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.at++] = value;
  }

  /** A whole number of 8 to 64 bits, two's complement. */
  number(value: number, bits: number): void {
    this.reserve(8);
    if (bits === 8) this.view.setInt8(this.at, value);
    else if (bits === 16) this.view.setInt16(this.at, value, true);
    else if (bits === 32) this.view.setInt32(this.at, value, true);
    else {
      this.view.setUint32(this.at, value % 2 ** 32, true);
      this.view.setInt32(this.at + 4, Math.floor(value / 2 ** 32), true);
    }
    this.at += bits / 8;
  }

  /** A whole number of 64, 128 or 256 bits, two's complement. */
  bigint(value: bigint, bits: number): void {
    this.reserve(32);
    let rest = value;
    for (let written = 0; written < bits; written += 64) {
      this.view.setBigInt64(this.at, rest, true);
      this.at += 8;
      rest >>= 64n;
    }
  }

  double(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.at, value, true);
    this.at += 8;
  }
}

export const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, length);
