import { describe, expect, it } from 'vitest';
import { isKnown, readRange } from './byte-range.js';

const ETAG = '"abc"';

describe('a range of 100 bytes', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-200', { start: 0, end: 99 }],
    ['bytes=100-', 'none'],
    ['bytes=100-200', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=19-10', null],
    ['bytes=-', null],
    ['bytes=0-1,3-4', null],
    ['bytes=a-b', null],
    ['bytes=0x1-2', null],
    ['lines=0-1', null],
    ['bytes=1-9999999999999999', null],
    [undefined, null],
  ])('%s', (range, expected) => {
    expect(readRange({ range }, ETAG, 100)).toEqual(expected);
  });

  it('is given of the same file alone', () => {
    const range = 'bytes=0-0';
    expect(readRange({ range, 'if-range': ETAG }, ETAG, 100)).toEqual({ start: 0, end: 0 });
    for (const other of ['"x"', `W/${ETAG}`, 'Wed, 21 Oct 2026 07:28:00 GMT'])
      expect(readRange({ range, 'if-range': other }, ETAG, 100)).toBeNull();
  });
});

describe('a file', () => {
  it.each([
    [ETAG, true],
    [`W/${ETAG}`, true],
    [`"x", ${ETAG}`, true],
    ['*', true],
    ['"x"', false],
    [undefined, false],
  ])('is known by %s: %s', (known, expected) => {
    expect(isKnown({ 'if-none-match': known }, ETAG)).toBe(expected);
  });
});
