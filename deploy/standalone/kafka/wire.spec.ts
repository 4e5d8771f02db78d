import { expect, test } from 'vitest';
import { MalformedFrameError } from './errors.js';
import { Frames } from './frames.js';
import { Reader, Writer } from './wire.js';

const written = (writer: Writer) => Buffer.concat(writer.finish().parts);

test('what is written is read', () => {
  const large = Buffer.alloc(5000, 3);
  const writer = new Writer()
    .int8(-1)
    .int16(-2)
    .int32(-3)
    .int64(-4)
    .int64(2 ** 53 - 1)
    .boolean(true);
  writer
    .string('héllo')
    .nullableString(null)
    .bytes(large)
    .array([1, 2], (n) => writer.int32(n));
  const { byteLength } = writer.finish();
  const bytes = written(writer);
  expect(byteLength).toBe(bytes.length);
  const reader = new Reader(bytes);
  expect([reader.int8(), reader.int16(), reader.int32(), reader.int64(), reader.int64()]).toEqual([
    -1,
    -2,
    -3,
    -4,
    2 ** 53 - 1,
  ]);
  expect(reader.boolean()).toBe(true);
  expect(reader.string()).toBe('héllo');
  expect(reader.nullableString()).toBeNull();
  expect(reader.bytes()).toEqual(large);
  expect(reader.array(() => reader.int32())).toEqual([1, 2]);
});

test('a string longer than a chunk keeps its place between small fields', () => {
  const text = 'x'.repeat(2000);
  const reader = new Reader(written(new Writer().int32(1).string(text).int32(2)));
  expect([reader.int32(), reader.string(), reader.int32()]).toEqual([1, text, 2]);
});

test.each<[string, Buffer, (reader: Reader) => unknown]>([
  ['a number', Buffer.from([0]), (reader) => reader.int32()],
  ['a string', Buffer.from([0, 9, 65]), (reader) => reader.string()],
  ['a string of negative length', Buffer.from([0xff, 0xf0]), (reader) => reader.string()],
  ['bytes', Buffer.from([0, 0, 1, 0]), (reader) => reader.bytes()],
  ['an array', Buffer.from([0x7f, 0xff, 0xff, 0xff]), (reader) => reader.array(() => reader.int8())],
  [
    'an array of negative length',
    Buffer.from([0x80, 0, 0, 0]),
    (reader) => reader.array(() => reader.int8()),
  ],
  ['null for a string', Buffer.from([0xff, 0xff]), (reader) => reader.string()],
  ['null for bytes', Buffer.from([0xff, 0xff, 0xff, 0xff]), (reader) => reader.bytes()],
])('%s that is not there is refused', (_what, bytes, read) => {
  expect(() => read(new Reader(bytes))).toThrow(MalformedFrameError);
});

test('frames are found however the stream is cut', () => {
  const frame = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  const stream = Buffer.concat([frame('one'), frame(''), frame('three')]);
  for (let size = 1; size <= stream.length; size++) {
    const frames = new Frames();
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += size) {
      for (const bytes of frames.push(stream.subarray(at, at + size), 100)) found.push(bytes.toString());
    }
    expect(found).toEqual(['one', '', 'three']);
  }
});

test('a frame above the limit is refused before it is there', () => {
  expect(() => new Frames().push(Buffer.from([0, 0, 0, 11]), 10)).toThrow(MalformedFrameError);
});
