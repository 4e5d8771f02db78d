/** One field of an encoded protobuf message, by its bytes' places. */
export interface Field {
  /** Field number and wire type as encoded. */
  tag: number;
  start: number;
  /** Where the value begins: after the length, for those that have one. */
  value: number;
  end: number;
}

const WIRE_VARINT = 0;
const WIRE_FIXED64 = 1;
const WIRE_LENGTH = 2;
const WIRE_FIXED32 = 5;

/** Reads a base-128 number (exact up to 2^53). Throws where the bytes end within it. */
export function readVarint(bytes: Uint8Array, at: number): { value: number; next: number } {
  let value = 0;
  let scale = 1;
  for (let next = at; next < bytes.length; scale *= 128) {
    const byte = bytes[next++]!;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, next };
  }
  throw new Error('a protobuf number ends in the middle');
}

export function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** The fields of an encoded message, in order. Throws on bytes that are no message. */
export function* readFields(bytes: Uint8Array): Generator<Field> {
  for (let start = 0; start < bytes.length; ) {
    const { value: tag, next } = readVarint(bytes, start);
    const { value, end } = readExtent(bytes, tag & 7, next);
    if (end > bytes.length) throw new Error('a protobuf field ends beyond its message');
    yield { tag, start, value, end };
    start = end;
  }
}

function readExtent(bytes: Uint8Array, wireType: number, at: number): { value: number; end: number } {
  switch (wireType) {
    case WIRE_VARINT:
      return { value: at, end: readVarint(bytes, at).next };
    case WIRE_FIXED64:
      return { value: at, end: at + 8 };
    case WIRE_FIXED32:
      return { value: at, end: at + 4 };
    case WIRE_LENGTH: {
      const { value: length, next } = readVarint(bytes, at);
      return { value: next, end: next + length };
    }
    default:
      throw new Error(`protobuf wire type ${wireType} is not in use`);
  }
}
