import bs58 from 'bs58';
import type { Program } from '../decode/programs.js';
import { type FieldType, type IdlEvent, idlEvent } from './idl.js';

export type FieldValue = bigint | number | boolean | string | readonly string[] | readonly Share[];
export type Share = { address: string; share_bps: number };
export type FieldValues = Readonly<Record<string, FieldValue | undefined>>;

/** The zero key: SOL, or nobody. */
export const ZERO_KEY = '11111111111111111111111111111111';

const littleEndian = (value: bigint, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, i) => Number((value >> BigInt(8 * i)) & 0xffn));

const WIDTHS = { u8: 1, u16: 2, u64: 8, i64: 8, i128: 16 } as const;

export function encodeField(type: FieldType, value: FieldValue | undefined): number[] {
  if (typeof type === 'object') {
    if ('array' in type) {
      const keys = (value as readonly string[] | undefined) ?? Array(type.array[1]).fill(ZERO_KEY);
      return keys.flatMap((key: string) => [...bs58.decode(key)]);
    }
    const shares = (value as readonly Share[] | undefined) ?? [];
    const items = shares.flatMap((share) => [
      ...bs58.decode(share.address),
      ...littleEndian(BigInt(share.share_bps), 2),
    ]);
    return [...littleEndian(BigInt(shares.length), 4), ...items];
  }
  switch (type) {
    case 'bool':
      return [value ? 1 : 0];
    case 'pubkey':
      return [...bs58.decode((value as string | undefined) ?? ZERO_KEY)];
    case 'string': {
      const bytes = new TextEncoder().encode((value as string | undefined) ?? '');
      return [...littleEndian(BigInt(bytes.length), 4), ...bytes];
    }
    default:
      return littleEndian(BigInt((value as bigint | number | undefined) ?? 0), WIDTHS[type]);
  }
}

/** The payload of an event, and where each of its fields ends. Fields without a value are zero. */
export function encodeFields(
  event: IdlEvent,
  values: FieldValues,
): { bytes: Uint8Array; fieldEnds: number[] } {
  const bytes = [...event.discriminator];
  const fieldEnds = event.fields.map(({ name, type }) => bytes.push(...encodeField(type, values[name])));
  return { bytes: Uint8Array.from(bytes), fieldEnds };
}

/** An event's payload; `until` names the last field of an older layout. */
export function encodeEvent(
  program: Program['id'],
  name: string,
  values: FieldValues,
  until?: string,
): Uint8Array {
  const event = idlEvent(program, name);
  const { bytes, fieldEnds } = encodeFields(event, values);
  if (until === undefined) return bytes;
  return bytes.subarray(0, fieldEnds[event.fields.findIndex((field) => field.name === until)]);
}
