/**
 * Rows as RowBinaryWithNamesAndTypes: the engine reads it five times faster than JSON, and refuses it as a whole where
 * the types in its head are not the table's. https://clickhouse.com/docs/interfaces/formats/RowBinaryWithNamesAndTypes
 */
import { Bytes } from '@cryptonite/contracts/row-binary';
import { isStorableTime } from '@cryptonite/contracts/rows';

/** A value on its way into a column: amounts as bigint or whole number, times in ms, decimals as text. */
export type Cell = string | number | bigint | boolean | null | readonly Cell[];

export type Column = { name: string; type: string };

/** A value that its column cannot hold: the row must go elsewhere. */
export class Unstorable extends Error {}

type Write = (bytes: Bytes, value: Cell) => void;

/** @throws Error for a type that no table of the sink has */
function writerOf(type: string): Write {
  const [, wrapper, inner] = /^(LowCardinality|Nullable|Array)\((.*)\)$/.exec(type) ?? [];
  if (wrapper === 'Nullable') return nullable(writerOf(inner!));
  if (wrapper === 'Array') return array(writerOf(inner!));
  if (wrapper) return writerOf(inner!);
  const [, unsigned, size] = /^(U?)Int(8|16|32|64|128|256)$/.exec(type) ?? [];
  if (size) return wholeNumber(unsigned === 'U', Number(size));
  const [, precision, scale] = /^Decimal\((\d+), (\d+)\)$/.exec(type) ?? [];
  if (precision) return decimal(Number(precision), Number(scale));
  if (type.startsWith('Enum8(')) return named(type);
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

const array =
  (write: Write): Write =>
  (bytes, value) => {
    if (typeof value !== 'object' || value === null) return refuse(value);
    bytes.length(value.length);
    for (const entry of value) write(bytes, entry);
  };

const text: Write = (bytes, value) => (typeof value === 'string' ? bytes.text(value) : refuse(value));
const bool: Write = (bytes, value) =>
  typeof value === 'boolean' ? bytes.byte(value ? 1 : 0) : refuse(value);
const double: Write = (bytes, value) => (typeof value === 'number' ? bytes.double(value) : refuse(value));
const time: Write = (bytes, value) =>
  typeof value === 'number' && Number.isInteger(value) && isStorableTime(value)
    ? bytes.number(value, 64)
    : refuse(value);

/** @param type as `Enum8('' = 0, 'sol' = 1)` */
function named(type: string): Write {
  const codes = new Map(
    Array.from(type.matchAll(/'(\w*)' = (-?\d+)/g), ([, name, code]) => [name, Number(code)]),
  );
  return (bytes, value) =>
    bytes.number(codes.get(typeof value === 'string' ? value : undefined) ?? refuse(value), 8);
}

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

/** What stands before the rows: how many columns, their names, their types. */
export function writeHead(bytes: Bytes, columns: readonly Column[]): void {
  bytes.length(columns.length);
  for (const { name } of columns) bytes.text(name);
  for (const { type } of columns) bytes.text(type);
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
    writeHead(this.#bytes, columns);
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
