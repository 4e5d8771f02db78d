/** Measurements on their way into their table: the bytes that frames of this schema bring, which the engine takes as they are. */
import { decodeFrame, encodeFrame, type Frame, measurementsOf } from '@cryptonite/contracts/frames';
import { SCHEMA } from '@cryptonite/contracts/measures';
import { Bytes } from '@cryptonite/contracts/row-binary';
import { type Column, writeHead } from './row-binary.js';

export class MeasuredRows {
  readonly #bytes = new Bytes();
  readonly #rowsFrom: number;
  /** Where each row begins, and whose it is. */
  readonly #starts: number[] = [];
  readonly #offsets: number[] = [];

  constructor(columns: readonly Column[]) {
    writeHead(this.#bytes, columns);
    this.#rowsFrom = this.#bytes.at;
  }

  get count(): number {
    return this.#starts.length;
  }

  /** @param offset of the record in its topic */
  add(frame: Frame, offset: number): void {
    const { rows, starts, source } = inThisSchema(frame);
    const tail = tailOf(source);
    const bytes = this.#bytes;
    bytes.reserve(rows.length + starts.length * tail.length);
    for (let row = 0; row + 1 < starts.length; row += 1) {
      this.#starts.push(bytes.at);
      this.#offsets.push(offset);
      bytes.at += rows.copy(bytes.buffer, bytes.at, starts[row], starts[row + 1]);
      bytes.at += tail.copy(bytes.buffer, bytes.at);
    }
  }

  /** Head and rows from number `from` up to, not including, `to`; valid until the next is added. */
  body(from: number, to: number): Buffer {
    const { buffer } = this.#bytes;
    const [start, end] = [this.#startOf(from), this.#startOf(to)];
    if (from === 0) return buffer.subarray(0, end);
    return Buffer.concat([buffer.subarray(0, this.#rowsFrom), buffer.subarray(start, end)]);
  }

  /** One row by itself, and the offset of the record that brought it. */
  row(number: number): { bytes: Buffer; offset: number } {
    const bytes = this.#bytes.buffer.subarray(this.#startOf(number), this.#startOf(number + 1));
    return { bytes, offset: this.#offsets[number]! };
  }

  #startOf(row: number): number {
    return this.#starts[row] ?? this.#bytes.at;
  }
}

/** Rows of an earlier schema are written anew: what they lack is null. */
const inThisSchema = (frame: Frame): Frame =>
  frame.schema === SCHEMA ? frame : decodeFrame(encodeFrame(frame, measurementsOf(frame)));

function tailOf(source: Frame['source']): Buffer {
  const bytes = new Bytes();
  bytes.text(source.kind);
  bytes.text(source.name);
  return bytes.buffer.subarray(0, bytes.at);
}
