import { describe, expect, it } from 'vitest';
import { compareKeys, readCursor, writeCursor } from './cursor.js';

const mint = '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump';
const other = 'Ac9Uhx1111111111111111111111111111111111pump';

describe('cursor', () => {
  it.each([0, 1759852522000, -5])('reads back what it wrote at %d', (time) => {
    expect(readCursor(writeCursor({ time, mint }))).toEqual({ time, mint });
  });

  it.each(['', 'x', '.', 'zz.0OIl', `12.${mint}x!`, `${mint}`, '12..', `1e99999999999999.${mint}`])(
    'refuses %j',
    (text) => {
      expect(readCursor(text)).toBeNull();
    },
  );

  it('orders by time, newest first, then by mint', () => {
    const keys = [
      { time: 1, mint },
      { time: 2, mint: other },
      { time: 2, mint },
    ];
    expect(keys.sort(compareKeys)).toEqual([
      { time: 2, mint },
      { time: 2, mint: other },
      { time: 1, mint },
    ]);
  });
});
