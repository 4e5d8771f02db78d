/**
 * Rows as RowBinaryWithNamesAndTypes: the engine reads it five times faster than JSON, and refuses it as a whole where
 * the types in its head are not the table's. https://clickhouse.com/docs/interfaces/formats/RowBinaryWithNamesAndTypes
 */
import { isStorableTime } from '@cryptonite/contracts/rows';

/** A value on its way into a column: amounts as bigint or whole number, times in ms, decimals as text. */
export type Cell = string | number | bigint | boolean | null;

export type Column = { name: string; type: string };

/** A value that its column cannot hold: the row must go elsewhere. */
export class Unstorable extends Error {}

const START_BYTES = 16 * 1024;

/** A buffer that grows. Callers reserve before they write. */
class Bytes {
  at = 0;
  buffer = Buffer.allocUnsafe(START_BYTES);
  #view = viewOf(this.buffer);

  reserve(bytes: number): void {
    if (this.at + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.buffer.length, this.at + bytes));
    this.buffer.copy(larger, 0, 0, this.at);
    this.buffer = larger;
    this.#view = viewOf(larger);
  }

  /** A length as ClickHouse's LEB128. */
  length(value: number): void {
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
    if (bits === 8) this.#view.setInt8(this.at, value);
    else if (bits === 16) this.#view.setInt16(this.at, value, true);
    else if (bits === 32) this.#view.setInt32(this.at, value, true);
    else {
      this.#view.setUint32(this.at, value % 2 ** 32, true);
      this.#view.setInt32(this.at + 4, Math.floor(value / 2 ** 32), true);
    }
    this.at += bits / 8;
  }

  /** A whole number of 64, 128 or 256 bits, two's complement. */
  bigint(value: bigint, bits: number): void {
    this.reserve(32);
    let rest = value;
    for (let written = 0; written < bits; written += 64) {
      this.#view.setBigInt64(this.at, rest, true);
      this.at += 8;
      rest >>= 64n;
    }
  }

  double(value: number): void {
    this.reserve(8);
    this.#view.setFloat64(this.at, value, true);
    this.at += 8;
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer) => new DataView(buffer, byteOffset, length);

type Write = (bytes: Bytes, value: Cell) => void;

/** @throws Error for a type that no table of the sink has */
function writerOf(type: string): Write {
  const [, wrapper, inner] = /^(LowCardinality|Nullable)\((.*)\)$/.exec(type) ?? [];
  if (wrapper && inner) return wrapper === 'Nullable' ? nullable(writerOf(inner)) : writerOf(inner);
  const [, unsigned, size] = /^(U?)Int(8|16|32|64|128|256)$/.exec(type) ?? [];
  if (size) return wholeNumber(unsigned === 'U', Number(size));
  const [, precision, scale] = /^Decimal\((\d+), (\d+)\)$/.exec(type) ?? [];
  if (precision) return decimal(Number(precision), Number(scale));
  if (type === 'String') return text;
  if (type === 'Bool') return bool;
  if (type === 'Float64') return double;
  if (/^DateTime64\(3(, '[\w/]+')?\)$/.test(type)) return time;
  throw new Error(`rows cannot be written as ${type}`);
}

const refuse = (value: Cell | undefined): never => {
  throw new Unstorable(`cannot be ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`);
};

const nullable =
  (write: Write): Write =>
  (bytes, value) => {
    bytes.byte(value === null ? 1 : 0);
    if (value !== null) write(bytes, value);
  };

const text: Write = (bytes, value) => (typeof value === 'string' ? bytes.text(value) : refuse(value));
const bool: Write = (bytes, value) =>
  typeof value === 'boolean' ? bytes.byte(value ? 1 : 0) : refuse(value);
const double: Write = (bytes, value) => (typeof value === 'number' ? bytes.double(value) : refuse(value));
const time: Write = (bytes, value) =>
  typeof value === 'number' && Number.isInteger(value) && isStorableTime(value)
    ? bytes.number(value, 64)
    : refuse(value);

function wholeNumber(isUnsigned: boolean, bits: number): Write {
  const low = isUnsigned ? 0n : -(2n ** BigInt(bits - 1));
  const high = low + 2n ** BigInt(bits) - 1n;
  const [lowNumber, highNumber] = [Number(low), Number(high)];
  return (bytes, value) => {
    if (typeof value === 'bigint' && value >= low && value <= high && bits >= 64) bytes.bigint(value, bits);
    else if (typeof value !== 'number' || !Number.isSafeInteger(value)) refuse(value);
    else if (value < lowNumber || value > highNumber) refuse(value);
    else if (bits > 64) bytes.bigint(BigInt(value), bits);
    else bytes.number(value, bits);
  };
}

/** Digits beyond the scale are cut off. Widths: https://clickhouse.com/docs/sql-reference/data-types/decimal */
function decimal(precision: number, scale: number): Write {
  const bits = precision <= 9 ? 32 : precision <= 18 ? 64 : precision <= 38 ? 128 : 256;
  return (bytes, value) => {
    const [, sign, whole = '', fraction = ''] =
      /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof value === 'string' ? value : '') ?? refuse(value);
    const digits = `${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`.replace(/^0+(?=\d)/, '');
    if (digits.length > precision) refuse(value);
    if (bits === 32) bytes.number(Number(`${sign}${digits}`), bits);
    else bytes.bigint(BigInt(`${sign}${digits}`), bits);
  };
}

/** The rows of one table, in the order of their writing. */
export class RowWriter {
  rowCount = 0;
  readonly #bytes = new Bytes();
  readonly #columns: readonly Column[];
  readonly #writers: readonly Write[];

  /** @throws Error where a column has a type that no table of the sink has */
  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.#writers = columns.map(({ type }) => writerOf(type));
    this.#bytes.length(columns.length);
    for (const { name } of columns) this.#bytes.text(name);
    for (const { type } of columns) this.#bytes.text(type);
  }

  /** Adds a row whose cells stand in the order of the columns. @throws Unstorable, after which nothing was added */
  add(cells: readonly Cell[]): void {
    this.#write(cells);
    this.rowCount += 1;
  }

  /** @throws Unstorable where the row could not be added */
  check(cells: readonly Cell[]): void {
    const start = this.#bytes.at;
    this.#write(cells);
    this.#bytes.at = start;
  }

  /** Head and rows, valid until the next is added. */
  body(): Buffer {
    return this.#bytes.buffer.subarray(0, this.#bytes.at);
  }

  /** The same, and lets go of them: the next body begins with the row that follows. */
  take(): Buffer {
    const taken = Buffer.from(this.body());
    this.#bytes.at = 0;
    return taken;
  }

  #write(cells: readonly Cell[]): void {
    const start = this.#bytes.at;
    let index = 0;
    try {
      for (; index < this.#writers.length; index += 1)
        this.#writers[index]?.(this.#bytes, cells[index] as Cell);
    } catch (error) {
      this.#bytes.at = start;
      if (error instanceof Unstorable) error.message = `${this.#columns[index]?.name} ${error.message}`;
      throw error;
    }
  }
}
