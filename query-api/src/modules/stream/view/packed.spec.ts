import { constants, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { GZIP_HEADER, packed, WINDOW_BYTES } from './packed.js';

const read = (...blocks: Buffer[]) =>
  gunzipSync(Buffer.concat([GZIP_HEADER, ...blocks]), { finishFlush: constants.Z_SYNC_FLUSH }).toString();

it('is read by zlib as soon as it is there', () => {
  const text = Buffer.from('event: health\ndata: {"status":"ok"}\n\n');
  const alone = packed(text, Buffer.alloc(0));
  const after = packed(text, text);
  expect(after.length).toBeLessThan(alone.length / 2);
  expect(read(alone)).toBe(String(text));
  expect(read(alone, after, alone)).toBe(String(text).repeat(3));
});

it('refers back as far as deflate can', () => {
  const window = Buffer.from(
    Array.from({ length: WINDOW_BYTES }, (_, at) => 33 + (((at * 7919) % 9973) % 90)),
  );
  const again = packed(window.subarray(0, 200), window);
  expect(again.length).toBeLessThan(60);
  expect(read(packed(window, Buffer.alloc(0)), again)).toBe(`${window}${window.subarray(0, 200)}`);
});

it('holds on to little more than its bytes while it waits to be read', () => {
  expect(packed(Buffer.from('a'), Buffer.alloc(0)).buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize);
});
