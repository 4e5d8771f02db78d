import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MintFilter } from './mint-filter.js';

const mint = fc.string({
  unit: fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'),
  minLength: 32,
  maxLength: 44,
});

it('has what was added', () => {
  const filter = new MintFilter();
  fc.assert(
    fc.property(mint, (one) => {
      filter.add(one);
      return filter.has(one);
    }),
  );
});

it('hardly ever has what was not', () => {
  const filter = new MintFilter();
  const named = (place: number) => `${'1'.repeat(30)}${place}pump`;
  for (let place = 0; place < 200_000; place += 1) filter.add(named(place));
  const taken = Array.from({ length: 20_000 }, (_, place) => filter.has(named(200_000 + place)));
  expect(taken.filter(Boolean).length).toBeLessThan(200);
});
