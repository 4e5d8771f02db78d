import { describe, expect, it } from 'vitest';
import { Memo } from './memo.js';

describe('a memo', () => {
  it('computes a key in use once, and forgets those that are not asked for again', () => {
    const computed: number[] = [];
    const memo = new Memo<number, number>(10, (key) => {
      computed.push(key);
      return key * 2;
    });
    for (let key = 1; key <= 100; key++) {
      expect(memo.get(0)).toBe(0);
      expect(memo.get(key)).toBe(key * 2);
    }
    expect(computed.filter((key) => key === 0)).toHaveLength(1);
    memo.get(1);
    expect(computed.filter((key) => key === 1)).toHaveLength(2);
  });
});
