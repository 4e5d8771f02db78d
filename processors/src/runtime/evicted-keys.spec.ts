import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EvictedKeys } from './evicted-keys.js';

async function* inTwo(keys: readonly string[]) {
  yield keys.slice(0, 2);
  yield keys.slice(2);
}

it('may have every key before all were read, then those alone and what was added at any time', async () => {
  const keys = fc.uniqueArray(fc.string(), { maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(keys, fc.nat(100), async (all, many) => {
      const parts = [0, 1, 2, 3].map((part) => all.slice(part * many, (part + 1) * many));
      const [before = [], read = [], after = [], others = []] = parts;
      const evicted = new EvictedKeys();
      for (const key of before) evicted.add(key);
      expect(all.every((key) => evicted.mayHave(key))).toBe(true);
      await evicted.read(inTwo(read));
      for (const key of after) evicted.add(key);
      expect([...before, ...read, ...after].every((key) => evicted.mayHave(key))).toBe(true);
      expect(others.filter((key) => evicted.mayHave(key))).toEqual([]);
    }),
  );
});
