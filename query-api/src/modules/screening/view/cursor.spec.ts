import { describe, expect, it } from 'vitest';
import { compareKeys, readCursor, writeCursor } from './cursor.js';

const mint = '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump';
const other = 'Ac9Uhx1111111111111111111111111111111111pump';

describe('cursor', () => {
  it.each([0, 1759852522000, -5, 43.666666666666664, 1e-7, -2.5e-12, null])(
    'reads back what it wrote at %d',
    (key) => {
      for (const cursor of [
        { key, second: null, mint },
        { key: null, second: key, mint },
      ])
        expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    },
  );

  it.each([
    '',
    'x',
    '~',
    '12~~0OIl',
    `12~~${mint}x!`,
    `12~${mint}`,
    `${mint}`,
    '12~~',
    `1e-99999999999999~~${mint}`,
    `NaN~~${mint}`,
    `1~NaN~${mint}`,
  ])('refuses %j', (text) => {
    expect(readCursor(text)).toBeNull();
  });

  it('orders by key, the largest first and none last, then by the second key and by mint', () => {
    const ordered = [
      { key: 2, second: 1, mint },
      { key: 1, second: 9, mint: other },
      { key: 1, second: 3, mint },
      { key: 1, second: 3, mint: other },
      { key: 1, second: null, mint },
      { key: null, second: 9, mint: other },
      { key: null, second: null, mint },
      { key: null, second: null, mint: other },
    ];
    expect(ordered.toReversed().sort(compareKeys)).toEqual(ordered);
  });
});
