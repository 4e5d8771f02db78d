/** Measurements on their way into their table: the bytes that frames bring, which the engine takes as they are. */
import type { Frame } from '@cryptonite/contracts/frames';
import { MEASURES } from '@cryptonite/contracts/measures';
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
  add({ schema, rows, starts, source }: Frame, offset: number): void {
    const tail = tailOf(schema, source);
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

/** What a row of an earlier schema lacks, as nulls, and the source. */
function tailOf(schema: number, source: Frame['source']): Buffer {
  const bytes = new Bytes();
  for (const { since } of MEASURES) if (since > schema) bytes.byte(1);
  bytes.text(source.kind);
  bytes.text(source.name);
  return bytes.buffer.subarray(0, bytes.at);
}
