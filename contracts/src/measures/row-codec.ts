/**
 * Rows of a list of measures as RowBinary. Writer, reader and check are compiled from the list, as a loop over it would
 * cost more than measuring: nothing but the list's own names and types goes into their text.
 */

import type { Bytes } from '../row-binary/index.js';
import { isStorableTime } from '../rows/columns.js';
import { innerOf, type Measure, type MeasureType } from './measure.js';

/** Row bytes that are not what the schema says. */
export class DamagedRow extends Error {}

export type RowCodec<Row> = {
  /** Appends the row. @returns where its measure number `markAt` begins */
  write: (bytes: Bytes, row: Row) => number;
  /** Reads a row whose bytes were checked. */
  read: (buffer: Buffer, view: DataView, at: number) => Row;
  /** @returns where the row that begins at `at` ends. @throws DamagedRow */
  end: (buffer: Buffer, view: DataView, at: number) => number;
};

const WIDTHS: Record<string, number> = {
  Bool: 1,
  UInt8: 1,
  UInt16: 2,
  UInt32: 4,
  Float64: 8,
  DateTime64: 8,
};

const widthOf = (type: MeasureType): number => {
  if (typeof type !== 'string') return 1;
  const inner = innerOf(type);
  return inner === null ? (WIDTHS[type] ?? 0) : 1 + widthOf(inner);
};

/** Statements that write `value` at `at`, for which there is room, and move on. */
function writing(type: MeasureType, index: number, value: string): string {
  if (typeof type !== 'string') return `buffer[at++] = codes${index}.get(${value});`;
  const inner = innerOf(type);
  if (inner !== null) {
    const isKnown = inner === 'Float64' ? `Number.isFinite(${value})` : `${value} !== null`;
    return `if (${isKnown}) { buffer[at++] = 0; ${writing(inner, index, value)} } else buffer[at++] = 1;`;
  }
  switch (type) {
    case 'String':
      return `bytes.at = at; bytes.text(${value}); at = bytes.at;`;
    case 'Bool':
      return `buffer[at++] = ${value} ? 1 : 0;`;
    case 'UInt8':
      return `buffer[at++] = ${value};`;
    case 'UInt16':
      return `view.setUint16(at, ${value}, true); at += 2;`;
    case 'UInt32':
      return `view.setUint32(at, ${value}, true); at += 4;`;
    case 'Float64':
      return `view.setFloat64(at, ${value}, true); at += 8;`;
    default:
      return `view.setInt32(at, ${value}, true); view.setInt32(at + 4, Math.floor(${value} / 4294967296), true); at += 8;`;
  }
}

/** Statements that read a value at `at` into `value`, and move on. */
function reading(type: MeasureType, index: number, value: string): string {
  if (typeof type !== 'string') return `${value} = names${index}[buffer[at++]];`;
  const inner = innerOf(type);
  if (inner !== null)
    return `if (buffer[at++] === 1) ${value} = null; else { ${reading(inner, index, value)} }`;
  switch (type) {
    case 'String':
      return `length = buffer[at++]; ${value} = buffer.latin1Slice(at, at + length); at += length;`;
    case 'Bool':
      return `${value} = buffer[at++] === 1;`;
    case 'UInt8':
      return `${value} = buffer[at++];`;
    case 'UInt16':
      return `${value} = view.getUint16(at, true); at += 2;`;
    case 'UInt32':
      return `${value} = view.getUint32(at, true); at += 4;`;
    case 'Float64':
      return `${value} = view.getFloat64(at, true); at += 8;`;
    default:
      return `${value} = view.getInt32(at + 4, true) * 4294967296 + view.getUint32(at, true); at += 8;`;
  }
}

/** Statements that look at the value at `at` and move on. */
function checking(type: MeasureType, name: string): string {
  const refuse = (what: string) => `throw new DamagedRow('${name} ${what} at byte ' + at);`;
  if (typeof type !== 'string')
    return `if (!(buffer[at] < ${type.length})) ${refuse('has an unknown code')} at += 1;`;
  const inner = innerOf(type);
  if (inner !== null)
    return `if (buffer[at] === 1 || at >= buffer.length) at += 1; else { if (buffer[at] !== 0) ${refuse('is neither null nor a value')} at += 1; ${checking(inner, name)} }`;
  switch (type) {
    // Texts of rows are addresses and positions: short, and of one byte a letter.
    case 'String':
      return `length = buffer[at++]; if (!(length < 128)) ${refuse('is no short text')} for (last = at + length; at < last; at += 1) if (!(buffer[at] > 31 && buffer[at] < 127)) ${refuse('is no text of letters and digits')}`;
    case 'Bool':
      return `if (buffer[at] > 1) ${refuse('is neither true nor false')} at += 1;`;
    case 'DateTime64':
      return `if (at + 8 > buffer.length || !isStorableTime(view.getInt32(at + 4, true) * 4294967296 + view.getUint32(at, true))) ${refuse('is no time that can be stored')} at += 8;`;
    default:
      return `at += ${widthOf(type)};`;
  }
}

/**
 * @param measures of the schema in which the rows are written
 * @param missing  names of those that it lacks, which are read as null
 * @param markAt   the number of a measure whose place the writer tells
 */
export function compileRow<Row>(
  measures: readonly Measure[],
  missing: readonly string[] = [],
  markAt = 0,
): RowCodec<Row> {
  const fixed = measures.reduce((sum, { type }) => sum + widthOf(type), 0);
  const texts = measures.filter(({ type }) => type === 'String');
  const room = [`${fixed}`, ...texts.map(({ name }) => `5 + 3 * row.${name}.length`)].join(' + ');
  const enums = measures.flatMap(({ type }, index) => (typeof type === 'string' ? [] : [{ type, index }]));
  const codes = enums.map(({ index }) => `codes${index}`);
  const names = enums.map(({ index }) => `names${index}`);

  const write = `return (bytes, row) => {
    bytes.reserve(${room});
    const { buffer, view } = bytes;
    let at = bytes.at, mark = at;
    ${measures.map(({ name, type }, index) => `${index === markAt ? 'mark = at;' : ''}${writing(type, index, `row.${name}`)}`).join('\n')}
    bytes.at = at;
    return mark;
  };`;
  const read = `return (buffer, view, at) => {
    let length = 0, ${measures.map((_, index) => `v${index}`).join(', ')};
    ${measures.map(({ type }, index) => reading(type, index, `v${index}`)).join('\n')}
    return { ${[...measures.map(({ name }, index) => `${name}: v${index}`), ...missing.map((name) => `${name}: null`)].join(', ')} };
  };`;
  const end = `return (buffer, view, at) => {
    let length = 0, last = 0;
    ${measures.map(({ name, type }) => checking(type, name)).join('\n')}
    if (at > buffer.length) throw new DamagedRow('the last row is cut short');
    return at;
  };`;
  const codeMaps = enums.map(
    ({ type }) => new Map(type.map((name, code) => [name === '' ? null : name, code])),
  );
  const nameLists = enums.map(({ type }) => type.map((name) => (name === '' ? null : name)));
  return {
    write: new Function(...codes, write)(...codeMaps),
    read: new Function(...names, read)(...nameLists),
    end: new Function('DamagedRow', 'isStorableTime', end)(DamagedRow, isStorableTime),
  };
}
