import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCursor } from './cursor.js';
import { takePage } from './list-page.js';

type Item = { time: number; mint: string };
const keyOf = (item: Item) => item;
const mintOf = (n: number) => '1'.repeat(32 + Math.floor(n / 9)) + String((n % 9) + 1);

const items = fc.uniqueArray(fc.record({ time: fc.integer({ min: 0, max: 3 }), n: fc.nat(80) }), {
  selector: ({ n }) => n,
});

describe('takePage', () => {
  it('pages through everything once, newest first', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 7 }), (drawn, limit) => {
        const all = drawn.map(({ time, n }) => ({ time, mint: mintOf(n) }));
        const whole = takePage(all, keyOf, { limit: 1000, after: null });
        expect(whole.nextCursor).toBeNull();
        const seen: Item[] = [];
        let after: Item | null = null;
        for (;;) {
          const page = takePage(all, keyOf, { limit, after });
          expect(page.total).toBe(all.length);
          seen.push(...page.items);
          if (page.nextCursor === null) break;
          after = readCursor(page.nextCursor);
          expect(after).not.toBeNull();
        }
        expect(seen).toEqual(whole.items);
      }),
    );
  });

  it('goes on after a cursor whose item has left', () => {
    const page = takePage([{ time: 1, mint: mintOf(1) }], keyOf, {
      limit: 5,
      after: { time: 2, mint: mintOf(0) },
    });
    expect(page.items).toEqual([{ time: 1, mint: mintOf(1) }]);
  });
});
