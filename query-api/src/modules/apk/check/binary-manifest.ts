import { NotAnApkError } from './not-an-apk.js';

/**
 * AndroidManifest.xml as it is packed: chunks of a type, the length of their head and their length.
 * https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-15.0.0_r1/libs/androidfw/include/androidfw/ResourceTypes.h
 */
const CHUNK = { strings: 0x0001, document: 0x0003, startElement: 0x0102, resources: 0x0180 } as const;
const CHUNK_HEAD_BYTES = 8;
/** `android:versionName` and the others, whatever names stand beside them. */
const VERSION_NAME = 0x0101021c;
const VERSION_CODE = 0x0101021b;
const VERSION_CODE_MAJOR = 0x01010576;
const TYPE = { string: 0x03, integer: 0x10, hexadecimal: 0x11 } as const;
const NUMBERS = new Set<number>([TYPE.integer, TYPE.hexadecimal]);
const UTF8 = 0x100;
const VERSION_CHARACTERS_MAX = 100;

type Chunk = { type: number; headBytes: number; bytes: Buffer };

export type Version = {
  /** As people read it; null where there is none, or only a reference to a resource, or no short line of text. */
  version: string | null;
  /** The number that never falls from release to release: Android puts no lower one in the place of a higher. */
  versionCode: number;
};

/**
 * The version that an app's manifest names.
 * @throws NotAnApkError where this is no manifest, or it names no number
 */
export function readVersion(manifest: Buffer): Version {
  try {
    return findVersion(manifest);
  } catch (error) {
    // Whatever is read beyond the end of the bytes.
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

const damaged = () => new NotAnApkError('AndroidManifest.xml is not in the form that Android reads.');

function findVersion(manifest: Buffer): Version {
  const document = chunkAt(manifest, 0);
  if (document.type !== CHUNK.document) throw damaged();
  let strings: Chunk | null = null;
  let resources: Chunk | null = null;
  for (let at = document.headBytes; at < document.bytes.length; ) {
    const chunk = chunkAt(document.bytes, at);
    if (chunk.type === CHUNK.strings) strings ??= chunk;
    else if (chunk.type === CHUNK.resources) resources ??= chunk;
    else if (chunk.type === CHUNK.startElement) {
      if (strings === null || stringAt(strings, chunk.bytes.readUInt32LE(chunk.headBytes + 4)) !== 'manifest')
        throw damaged();
      return versionOf(attributesOf(chunk, resources), strings);
    }
    at += chunk.bytes.length;
  }
  throw damaged();
}

function chunkAt(bytes: Buffer, at: number): Chunk {
  const headBytes = bytes.readUInt16LE(at + 2);
  const length = bytes.readUInt32LE(at + 4);
  if (headBytes < CHUNK_HEAD_BYTES || length < headBytes || at + length > bytes.length) throw damaged();
  return { type: bytes.readUInt16LE(at), headBytes, bytes: bytes.subarray(at, at + length) };
}

type Attribute = { type: number; value: number };

/** Attributes of the first element by their number: namespace, name, text as written, then size, a zero, type and value. */
function attributesOf(element: Chunk, resources: Chunk | null): Map<number, Attribute> {
  const body = element.bytes.subarray(element.headBytes);
  const start = body.readUInt16LE(8);
  const size = body.readUInt16LE(10);
  const count = body.readUInt16LE(12);
  const attributes = new Map<number, Attribute>();
  for (let index = 0; index < count; index += 1) {
    const at = start + index * size;
    const resource = resourceOf(resources, body.readUInt32LE(at + 4));
    if (resource === null) continue;
    // Who checks and who installs could each take another one.
    if (attributes.has(resource)) throw damaged();
    attributes.set(resource, { type: body.readUInt8(at + 15), value: body.readUInt32LE(at + 16) });
  }
  return attributes;
}

function versionOf(attributes: ReadonlyMap<number, Attribute>, strings: Chunk): Version {
  const name = attributes.get(VERSION_NAME);
  const code = attributes.get(VERSION_CODE);
  const major = attributes.get(VERSION_CODE_MAJOR);
  const versionCode = (major === undefined ? 0 : numberOf(major)) * 2 ** 32 + numberOf(code);
  if (!Number.isSafeInteger(versionCode))
    throw new NotAnApkError(
      'AndroidManifest.xml names no versionCode, or none that this server can count with.',
    );
  return { version: name === undefined ? null : nameOf(name, strings), versionCode };
}

/** @returns NaN where there is none, or only a reference to a resource */
const numberOf = (attribute: Attribute | undefined): number =>
  attribute !== undefined && NUMBERS.has(attribute.type) ? attribute.value : Number.NaN;

function nameOf({ type, value }: Attribute, strings: Chunk): string | null {
  if (type === TYPE.string) return asVersion(stringAt(strings, value));
  return type === TYPE.integer ? String(value | 0) : null;
}

/** The first names of the strings are attributes, and have a number in this table at the same place. */
function resourceOf(resources: Chunk | null, name: number): number | null {
  const at = (resources?.headBytes ?? 0) + name * 4;
  return resources !== null && at + 4 <= resources.bytes.length ? resources.bytes.readUInt32LE(at) : null;
}

const asVersion = (text: string): string | null =>
  text.length > 0 && text.length <= VERSION_CHARACTERS_MAX && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
    ? text
    : null;

function stringAt({ bytes, headBytes }: Chunk, index: number): string {
  const count = bytes.readUInt32LE(8);
  const isUtf8 = (bytes.readUInt32LE(16) & UTF8) !== 0;
  const start = bytes.readUInt32LE(20);
  if (index >= count) throw damaged();
  const at = start + bytes.readUInt32LE(headBytes + index * 4);
  return isUtf8 ? utf8At(bytes, at) : utf16At(bytes, at);
}

/** Its length in characters, its length in bytes, then the bytes. A length over 127 takes two bytes, marked by the first bit. */
function utf8At(bytes: Buffer, at: number): string {
  const lengthAt = at + (bytes.readUInt8(at) & 0x80 ? 2 : 1);
  const first = bytes.readUInt8(lengthAt);
  const isLong = (first & 0x80) !== 0;
  const length = isLong ? ((first & 0x7f) << 8) | bytes.readUInt8(lengthAt + 1) : first;
  return textAt(bytes, lengthAt + (isLong ? 2 : 1), length, 'utf8');
}

/** Its length in units of two bytes, then these. A length over 32,767 takes two units. */
function utf16At(bytes: Buffer, at: number): string {
  const first = bytes.readUInt16LE(at);
  const isLong = (first & 0x8000) !== 0;
  const length = isLong ? (first & 0x7fff) * 0x10000 + bytes.readUInt16LE(at + 2) : first;
  return textAt(bytes, at + (isLong ? 4 : 2), length * 2, 'utf16le');
}

function textAt(bytes: Buffer, start: number, length: number, encoding: BufferEncoding): string {
  if (start + length > bytes.length) throw damaged();
  return bytes.toString(encoding, start, start + length);
}
