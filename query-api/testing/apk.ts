/** Apps for tests, byte by byte: the least that the check takes for one, and all that it must not. */
import { crc32, deflateRawSync } from 'node:zlib';

export type Packed = {
  name: string;
  data: Buffer;
  isDeflated?: boolean;
  /** The bytes that stand in the archive, where they shall be others than what comes of `data`. */
  packed?: Buffer;
  /** What the directory says, where it shall say other than what is so. */
  said?: { unpackedBytes?: number; offset?: number; flags?: number; method?: number };
};

/** Little-endian numbers of two, four and eight bytes, texts and bytes, in a row. */
export const row = (...parts: (Buffer | string | readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      if (Buffer.isBuffer(part)) return part;
      const [bytes, value] = part;
      const written = Buffer.alloc(8);
      written.writeBigUInt64LE(BigInt(value));
      return written.subarray(0, bytes);
    }),
  );

export type ArchiveOptions = {
  /** What stands between entries and directory; by default a block of scheme v2. */
  signingBlock?: Buffer;
  comment?: string;
};

/** A ZIP archive, of which each entry begins where the one before it ends. */
export function packArchive(
  entries: readonly Packed[],
  { signingBlock = signingBlockOf(), comment = '' }: ArchiveOptions = {},
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
  return row(
    ...bodies,
    signingBlock,
    directoryBytes,
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, directoryBytes.length],
    [4, offset + signingBlock.length],
    [2, comment.length],
    comment,
  );
}

export const SCHEME_V2 = 0x7109871a;
export const SCHEME_V3 = 0xf05368c0;

export function signingBlockOf(
  pairs: readonly (readonly [id: number, value: Buffer])[] = [[SCHEME_V2, Buffer.alloc(64, 7)]],
): Buffer {
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
  isUtf8?: boolean;
  root?: string;
};

/** AndroidManifest.xml in binary: one element with its attributes. */
export function packManifest({ version, isUtf8 = false, root = 'manifest' }: ManifestOptions): Buffer {
  // The first two are attributes, and stand in the table of resources.
  const strings = ['versionCode', 'versionName', 'package', root, 'com.example', `${version}`];
  const attribute = (name: number, type: number, value: number) =>
    row([4, 0xffffffff], [4, name], [4, type === 3 ? value : 0xffffffff], [2, 8], [2, type << 8], [4, value]);
  const attributes = [attribute(0, 0x10, 7), attribute(2, 3, 4)];
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
  padding = Buffer.alloc(100, 1),
  ...archive
}: ManifestOptions & ArchiveOptions & { padding?: Buffer } = {}): Buffer =>
  packArchive(
    [
      { name: 'AndroidManifest.xml', data: packManifest({ version }), isDeflated: true },
      { name: 'classes.dex', data: Buffer.from('dex\n035\0') },
      { name: 'assets/padding', data: padding },
    ],
    archive,
  );
