/** The least that is an Android app: an archive with a manifest, code, and a block where the signature stands. */
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

/** Little-endian numbers, each of so many bytes. */
const numbers = (...parts: [bytes: 2 | 4 | 8, value: number][]): Buffer =>
  Buffer.concat(
    parts.map(([bytes, value]) => {
      const written = Buffer.alloc(8);
      written.writeBigUInt64LE(BigInt(value));
      return written.subarray(0, bytes);
    }),
  );

function signingBlock(): Buffer {
  const signature = Buffer.alloc(64, 7);
  const body = Buffer.concat([numbers([8, 4 + signature.length], [4, SCHEME_V2]), signature]);
  const length = numbers([8, body.length + 24]);
  return Buffer.concat([length, body, length, Buffer.from('APK Sig Block 42')]);
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
  const signed = signingBlock();
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, listed.length]);
  return Buffer.concat([...bodies, signed, listed, end, numbers([4, offset + signed.length], [2, 0])]);
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
