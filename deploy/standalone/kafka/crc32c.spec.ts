import { expect, test } from 'vitest';
import { crc32c } from './crc32c.js';

// RFC 3720, appendix B.4.
test.each([
  ['32 bytes of zeros', Buffer.alloc(32), 0x8a9136aa],
  ['32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['32 rising bytes', Buffer.from([...Array(32).keys()]), 0x46dd794e],
  ['32 falling bytes', Buffer.from([...Array(32).keys()].reverse()), 0x113fdb5c],
  ['the digits', Buffer.from('123456789'), 0xe3069283],
  ['nothing', Buffer.alloc(0), 0],
])('the checksum of %s', (_what, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});

test('a part of the bytes can be summed wherever it lies', () => {
  const digits = Buffer.from('123456789');
  for (let padding = 0; padding < 17; padding++) {
    const bytes = Buffer.concat([Buffer.alloc(padding, 7), digits, Buffer.alloc(3, 9)]);
    expect(crc32c(bytes, padding, padding + digits.length)).toBe(0xe3069283);
  }
});
