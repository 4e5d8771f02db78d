/**
 * A frame: the measurements of one partition at one confirmed slot, as one record of topic `screening.tokens`. Behind a
 * head stand RowBinary rows of a schema (contracts/measures), which a table takes as they are.
 */
import type { Source } from '../events/index.js';
import { DamagedRow, type Measurement, rowCodecOf, SCHEMA, writeMeasurement } from '../measures/index.js';
import { Bytes, viewOf } from '../row-binary/index.js';

/** No JSON text begins with it, nor any text in UTF-8. */
const MARK = 0xf5;
const SOURCE_KINDS = ['provider', 'tape', 'market'] as const;
/** Mark, schema, partition, slot, time, kind of source: then its name, as RowBinary has texts, and the count of rows. */
const FIXED_BYTES = 1 + 2 + 2 + 8 + 8 + 1;
const COUNT_BYTES = 4;

/** A frame that cannot be read, and why. */
export class DamagedFrame extends Error {}

export type FrameHead = {
  partition: number;
  slot: number;
  /** Stream time. */
  time: number;
  source: Source;
};

export type Frame = FrameHead & {
  /** The schema that its rows were written in. */
  schema: number;
  /** The rows as RowBinary. */
  rows: Buffer;
  /** Where each row begins in `rows`, and behind them where the last one ends. */
  starts: Uint32Array;
};

export const isFrame = (record: Uint8Array): boolean => record[0] === MARK;

/** Rows of a frame in the making. */
export class FrameWriter {
  readonly #bytes = new Bytes();
  count = 0;

  add(measurement: Measurement): void {
    writeMeasurement(this.#bytes, measurement);
    this.count += 1;
  }

  /** Adds the row only where `isNews` says so of the bytes of what was measured, from `from` to `to`. */
  addIf(measurement: Measurement, isNews: (view: DataView, from: number, to: number) => boolean): void {
    const start = this.#bytes.at;
    const from = writeMeasurement(this.#bytes, measurement);
    if (isNews(this.#bytes.view, from, this.#bytes.at)) this.count += 1;
    else this.#bytes.at = start;
  }

  /** The frame of what was added since the last call. */
  take(head: FrameHead): Buffer {
    const frame = new Bytes();
    writeHead(frame, head, this.count);
    const rows = this.#bytes.buffer.subarray(0, this.#bytes.at);
    this.#bytes.at = 0;
    this.count = 0;
    return Buffer.concat([frame.buffer.subarray(0, frame.at), rows]);
  }
}

function writeHead(bytes: Bytes, { partition, slot, time, source }: FrameHead, count: number): void {
  bytes.byte(MARK);
  bytes.number(SCHEMA, 16);
  bytes.number(partition, 16);
  bytes.number(slot, 64);
  bytes.number(time, 64);
  bytes.byte(SOURCE_KINDS.indexOf(source.kind));
  bytes.text(source.name);
  bytes.number(count, 32);
}

export function encodeFrame(head: FrameHead, measurements: readonly Measurement[]): Buffer {
  const writer = new FrameWriter();
  for (const measurement of measurements) writer.add(measurement);
  return writer.take(head);
}

/** Every byte of the rows is looked at: what is refused here would be refused by a table. @throws DamagedFrame */
export function decodeFrame(record: Buffer): Frame {
  const view = viewOf(record);
  if (!isFrame(record)) throw new DamagedFrame('is no frame');
  if (record.length < FIXED_BYTES) throw new DamagedFrame('the head is cut short');
  const schema = view.getUint16(1, true);
  const codec = rowCodecOf(schema);
  if (!codec) throw new DamagedFrame(`is of schema ${schema}, and this version knows schemas 1 to ${SCHEMA}`);
  const kind = SOURCE_KINDS[record[FIXED_BYTES - 1]!];
  if (!kind) throw new DamagedFrame('names no kind of source');
  const { text: name, end } = readText(record, FIXED_BYTES);
  if (end + COUNT_BYTES > record.length) throw new DamagedFrame('the head is cut short');
  const count = view.getUint32(end, true);
  const rows = record.subarray(end + COUNT_BYTES);
  // A row has more bytes than one: a count beyond that is damage, and no reason to make room for it.
  if (count > rows.length) throw new DamagedFrame(`has no room for its ${count} rows`);
  const starts = new Uint32Array(count + 1);
  const rowView = viewOf(rows);
  try {
    for (let row = 0; row < count; row += 1) starts[row + 1] = codec.end(rows, rowView, starts[row]!);
  } catch (error) {
    if (error instanceof DamagedRow) throw new DamagedFrame(error.message);
    throw error;
  }
  if (starts[count] !== rows.length) throw new DamagedFrame('has bytes behind its last row');
  return {
    schema,
    partition: view.getUint16(3, true),
    slot: bigOf(view, 5),
    time: bigOf(view, 13),
    source: { kind, name },
    rows,
    starts,
  };
}

const bigOf = (view: DataView, at: number): number =>
  view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);

function readText(record: Buffer, at: number): { text: string; end: number } {
  const low = record[at] ?? 0;
  const isLong = low > 127;
  const length = isLong ? (low & 127) | ((record[at + 1] ?? 0) << 7) : low;
  const start = at + (isLong ? 2 : 1);
  const end = start + length;
  if (end > record.length) throw new DamagedFrame('the head is cut short');
  return { text: record.toString('utf8', start, end), end };
}

/** The measurements of a frame; those of later schemas than its own are null. */
export function measurementsOf({ schema, rows, starts }: Frame): Measurement[] {
  const codec = rowCodecOf(schema);
  if (!codec) throw new DamagedFrame(`is of schema ${schema}`);
  const view = viewOf(rows);
  return Array.from(starts.subarray(0, -1), (start) => codec.read(rows, view, start));
}
