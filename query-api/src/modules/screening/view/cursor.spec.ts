import { describe, expect, it } from 'vitest';
import { compareKeys, readCursor, writeCursor } from './cursor.js';

const mint = '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump';
const other = 'Ac9Uhx1111111111111111111111111111111111pump';

describe('cursor', () => {
  it.each([0, 1759852522000, -5, 43.666666666666664, 1e-7, -2.5e-12, null])(
    'reads back what it wrote at %d',
    (key) => {
      expect(readCursor(writeCursor({ key, mint }))).toEqual({ key, mint });
    },
  );

  it.each([
    '',
    'x',
    '~',
    '12~0OIl',
    `12~${mint}x!`,
    `${mint}`,
    '12~~',
    `1e-99999999999999~${mint}`,
    `NaN~${mint}`,
  ])('refuses %j', (text) => {
    expect(readCursor(text)).toBeNull();
  });

  it('orders by key, the largest first and none last, then by mint', () => {
    const keys = [
      { key: null, mint: other },
      { key: 1, mint },
      { key: null, mint },
      { key: 2, mint: other },
      { key: 2, mint },
    ];
    expect(keys.sort(compareKeys)).toEqual([
      { key: 2, mint },
      { key: 2, mint: other },
      { key: 1, mint },
      { key: null, mint },
      { key: null, mint: other },
    ]);
  });
});
