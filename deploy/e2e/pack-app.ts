/** The least that is an Android app: an archive with a manifest, code, and a signature of scheme v2. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** AndroidManifest.xml in binary: one element, of the package com.example, version 1.2.3. */
const MANIFEST = Buffer.from(
  'AwAIAPQAAAABABwAfAAAAAYAAAAAAAAAAAEAADQAAAAAAAAAAAAAAA4AAAAcAAAAJgAAADEAAAA/AAAACwt2ZXJzaW9uQ29kZQALC3Zl' +
    'cnNpb25OYW1lAAcHcGFja2FnZQAICG1hbmlmZXN0AAsLY29tLmV4YW1wbGUABQUxLjIuMwAAgAEIABAAAAAbAgEBHAIBAQIBEABg' +
    'AAAAAQAAAP//////////AwAAABQAFAADAAAAAAAAAP////8AAAAA/////wgAABAHAAAA/////wIAAAAEAAAACAAAAwQAAAD/////AQ' +
    'AAAAUAAAAIAAADBQAAAA==',
  'base64',
);
const SCHEME_V2 = 0x7109871a;
const RSA_PKCS1_SHA256 = 0x0103;
const CHUNK_BYTES = 1024 * 1024;

/** Whoever is the developer of these apps, until this process ends. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const SPKI = publicKey.export({ format: 'der', type: 'spki' });
/** A certificate of the name "developer", around a key of RSA with 2,048 bits; its own signature nobody looks at. */
const CERTIFICATE = Buffer.concat([
  Buffer.from(
    'MIICoTCCAYmgAwIBAgIBATANBgkqhkiG9w0BAQsFADAUMRIwEAYDVQQDDAlkZXZlbG9wZXIwHhcNMjAwMTAxMDAwMDAwWhcNNDkxMjMx' +
      'MjM1OTU5WjAUMRIwEAYDVQQDDAlkZXZlbG9wZXI=',
    'base64',
  ),
  SPKI,
  Buffer.from('MA0GCSqGSIb3DQEBCwUAA4IBAQA=', 'base64'),
  Buffer.alloc(256),
]);

/** Little-endian numbers, each of so many bytes. */
const numbers = (...parts: [bytes: 2 | 4 | 8, value: number][]): Buffer =>
  Buffer.concat(
    parts.map(([bytes, value]) => {
      const written = Buffer.alloc(8);
      written.writeBigUInt64LE(BigInt(value));
      return written.subarray(0, bytes);
    }),
  );

/** Bytes behind their length, and a sequence of such. */
const bytesOf = (value: Buffer): Buffer => Buffer.concat([numbers([4, value.length]), value]);
const sequence = (...values: Buffer[]): Buffer => bytesOf(Buffer.concat(values.map(bytesOf)));

/** @param sections what is signed: entries, directory and end */
function signingBlock(sections: readonly Buffer[]): Buffer {
  const algorithm = numbers([4, RSA_PKCS1_SHA256]);
  const signed = Buffer.concat([
    sequence(Buffer.concat([algorithm, bytesOf(digestOf(sections))])),
    sequence(CERTIFICATE),
    sequence(),
  ]);
  const signature = Buffer.concat([algorithm, bytesOf(sign('sha256', signed, privateKey))]);
  const value = sequence(Buffer.concat([bytesOf(signed), sequence(signature), bytesOf(SPKI)]));
  const body = Buffer.concat([numbers([8, 4 + value.length], [4, SCHEME_V2]), value]);
  const length = numbers([8, body.length + 24]);
  return Buffer.concat([length, body, length, Buffer.from('APK Sig Block 42')]);
}

function digestOf(sections: readonly Buffer[]): Buffer {
  const hash = (first: number, count: number, ...parts: Buffer[]) => {
    const all = createHash('sha256')
      .update(Buffer.from([first]))
      .update(numbers([4, count]));
    for (const part of parts) all.update(part);
    return all.digest();
  };
  const chunks = sections.flatMap((section) =>
    Array.from({ length: Math.ceil(section.length / CHUNK_BYTES) }, (_, n) =>
      section.subarray(n * CHUNK_BYTES, (n + 1) * CHUNK_BYTES),
    ),
  );
  return hash(0x5a, chunks.length, ...chunks.map((chunk) => hash(0xa5, chunk.length, chunk)));
}

function pack(entries: readonly { name: string; data: Buffer }[]): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const { name, data } of entries) {
    const common = numbers(
      ...([
        [2, 20],
        [2, 0],
        [2, 0],
        [4, 0],
      ] as [2 | 4, number][]),
      ...([
        [4, crc32(data)],
        [4, data.length],
        [4, data.length],
      ] as [4, number][]),
      [2, name.length],
      [2, 0],
    );
    const body = [numbers([4, 0x04034b50]), common, Buffer.from(name), data];
    bodies.push(...body);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(numbers([4, 0x02014b50], [2, 20]), common, rest, Buffer.from(name));
    offset += body.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const endAt = (directoryStart: number) =>
    Buffer.concat([
      numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.length]),
      numbers([4, directoryStart], [2, 0]),
    ]);
  // What is signed says that the directory begins where the block does.
  const block = signingBlock([Buffer.concat(bodies), listed, endAt(offset)]);
  return Buffer.concat([...bodies, block, listed, endAt(offset + block.length)]);
}

/** An app of exactly so many bytes. */
export function packApp(bytes: number): Buffer {
  const withPadding = (padding: number) =>
    pack([
      { name: 'AndroidManifest.xml', data: MANIFEST },
      { name: 'classes.dex', data: Buffer.from('dex\n035\0') },
      { name: 'assets/padding', data: Buffer.alloc(padding, 1) },
    ]);
  return withPadding(bytes - withPadding(0).length);
}
