/** Apps for tests, byte by byte: the least that the check takes for one, and all that it must not. */
import { crc32, deflateRawSync } from 'node:zlib';
import { type Contents, makeKey, signV2 } from './apk-signing.js';
import { row } from './row.js';

export type Packed = {
  name: string;
  data: Buffer;
  isDeflated?: boolean;
  /** The bytes that stand in the archive, where they shall be others than what comes of `data`. */
  packed?: Buffer;
  /** What the directory says, where it shall say other than what is so. */
  said?: { unpackedBytes?: number; offset?: number; flags?: number; method?: number };
};

export type ArchiveOptions = {
  /** What stands between entries and directory; by default a signature of scheme v2 by {@link KEY}. */
  signingBlock?: Buffer | ((contents: Contents) => Buffer);
  comment?: string;
};

/** A ZIP archive, of which each entry begins where the one before it ends. */
export function packArchive(
  entries: readonly Packed[],
  { signingBlock = signedBy(KEY), comment = '' }: ArchiveOptions = {},
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, isDeflated = false, said = {}, packed: given } of entries) {
    const packed = given ?? (isDeflated ? deflateRawSync(data) : data);
    // From "version needed" to the lengths: the same in both heads.
    const common = row(
      [2, 20],
      [2, said.flags ?? 0],
      [2, said.method ?? (isDeflated ? 8 : 0)],
      [4, 0],
      [4, crc32(data)],
      [4, packed.length],
      [4, said.unpackedBytes ?? data.length],
      [2, Buffer.byteLength(name)],
      [2, 0],
    );
    const body = row([4, 0x04034b50], common, name, packed);
    directory.push(
      row([4, 0x02014b50], [2, 20], common, [2, 0], [2, 0], [2, 0], [4, 0], [4, said.offset ?? offset], name),
    );
    bodies.push(body);
    offset += body.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const endAt = (directoryStart: number) =>
    row(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, entries.length],
      [2, entries.length],
      [4, directoryBytes.length],
      [4, directoryStart],
      [2, comment.length],
      comment,
    );
  const contents = { entries: Buffer.concat(bodies), directory: directoryBytes, end: endAt(offset) };
  const block = typeof signingBlock === 'function' ? signingBlock(contents) : signingBlock;
  return row(contents.entries, block, directoryBytes, endAt(offset + block.length));
}

export const SCHEME_V2 = 0x7109871a;
export const SCHEME_V3 = 0xf05368c0;
export const SCHEME_V31 = 0x1b93ad61;
export const SCHEME_V32 = 0x70e1c89f;

/** Who signs apps that do not say by whom: by RSA the same contents give the same file. */
export const KEY = makeKey('rsa', 'developer');

export const signedBy = (key: ReturnType<typeof makeKey>) => (contents: Contents) =>
  signingBlockOf([[SCHEME_V2, signV2(contents, [key])]]);

export function signingBlockOf(pairs: readonly (readonly [id: number, value: Buffer])[]): Buffer {
  const body = Buffer.concat(pairs.map(([id, value]) => row([8, 4 + value.length], [4, id], value)));
  const length = body.length + 24;
  return row([8, length], body, [8, length], 'APK Sig Block 42');
}

const VERSION_CODE = 0x0101021b;
const VERSION_NAME = 0x0101021c;
const chunk = (type: number, head: Buffer, body: Buffer) =>
  row([2, type], [2, 8 + head.length], [4, 8 + head.length + body.length], head, body);

export type ManifestOptions = {
  /** A text, a number, a reference to a resource, or none. */
  version?: string | number | { resource: number };
  /** A reference to a resource, or none, where it is no number. */
  versionCode?: number | { resource: number } | null;
  isUtf8?: boolean;
  root?: string;
};

/** AndroidManifest.xml in binary: one element with its attributes. */
export function packManifest({
  version,
  versionCode = 7,
  isUtf8 = false,
  root = 'manifest',
}: ManifestOptions): Buffer {
  // The first two are attributes, and stand in the table of resources.
  const strings = ['versionCode', 'versionName', 'package', root, 'com.example', `${version}`];
  const attribute = (name: number, type: number, value: number) =>
    row([4, 0xffffffff], [4, name], [4, type === 3 ? value : 0xffffffff], [2, 8], [2, type << 8], [4, value]);
  const attributes = [attribute(2, 3, 4)];
  if (typeof versionCode === 'number') attributes.push(attribute(0, 0x10, versionCode));
  if (typeof versionCode === 'object' && versionCode) attributes.push(attribute(0, 1, versionCode.resource));
  if (typeof version === 'string') attributes.push(attribute(1, 3, 5));
  if (typeof version === 'number') attributes.push(attribute(1, 0x10, version));
  if (typeof version === 'object') attributes.push(attribute(1, 1, version.resource));
  const element = chunk(
    0x0102,
    row([4, 1], [4, 0xffffffff]),
    row(
      [4, 0xffffffff],
      [4, 3],
      [2, 20],
      [2, 20],
      [2, attributes.length],
      [2, 0],
      [2, 0],
      [2, 0],
      ...attributes,
    ),
  );
  const resources = chunk(0x0180, Buffer.alloc(0), row([4, VERSION_CODE], [4, VERSION_NAME]));
  return chunk(0x0003, Buffer.alloc(0), row(packStrings(strings, isUtf8), resources, element));
}

function packStrings(strings: readonly string[], isUtf8: boolean): Buffer {
  const packed = strings.map(isUtf8 ? packUtf8 : packUtf16);
  const offsets = packed.map((_, index) =>
    packed.slice(0, index).reduce((sum, { length }) => sum + length, 0),
  );
  const body = Buffer.concat(packed);
  return chunk(
    0x0001,
    row([4, strings.length], [4, 0], [4, isUtf8 ? 0x100 : 0], [4, 28 + 4 * strings.length], [4, 0]),
    row(...offsets.map((offset) => [4, offset] as const), body, Buffer.alloc(-body.length & 3)),
  );
}

function packUtf8(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = (n: number) => (n > 0x7f ? Buffer.from([0x80 | (n >> 8), n & 0xff]) : Buffer.from([n]));
  return Buffer.concat([length(text.length), length(bytes.length), bytes, Buffer.alloc(1)]);
}

const packUtf16 = (text: string): Buffer => row([2, text.length], Buffer.from(text, 'utf16le'), [2, 0]);

/** What the check takes for an app, with `padding` bytes of something in it. */
export const packApk = ({
  version = '1.2.3',
  versionCode = 7,
  padding = Buffer.alloc(100, 1),
  ...archive
}: ManifestOptions & ArchiveOptions & { padding?: Buffer } = {}): Buffer =>
  packArchive(
    [
      { name: 'AndroidManifest.xml', data: packManifest({ version, versionCode }), isDeflated: true },
      { name: 'classes.dex', data: Buffer.from('dex\n035\0') },
      { name: 'assets/padding', data: padding },
    ],
    archive,
  );
