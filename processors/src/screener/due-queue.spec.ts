import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DueQueue } from './due-queue.js';

it('gives what is due, each mint once and in order, and keeps the rest', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(20), fc.constantFrom('a', 'b', 'c', 'd'))),
      fc.nat(20),
      (entries, now) => {
        const queue = new DueQueue();
        for (const [dueAt, mint] of entries) queue.push(dueAt, mint);
        const mintsOf = (list: typeof entries) => [...new Set(list.map(([, mint]) => mint))].sort();
        expect(queue.takeDue(now)).toEqual(mintsOf(entries.filter(([dueAt]) => dueAt <= now)));
        expect(queue.takeDue(20)).toEqual(mintsOf(entries.filter(([dueAt]) => dueAt > now)));
      },
    ),
  );
});
