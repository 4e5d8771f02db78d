import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Slots } from './slots.js';

type Entry = { key: string; value: number };

it('returns from its shards as it was, and goes on alike', () => {
  const steps = fc.array(
    fc.oneof(fc.record({ put: fc.nat(200), value: fc.nat(9) }), fc.record({ pruneBelow: fc.nat(9) })),
    { maxLength: 150 },
  );
  fc.assert(
    fc.property(steps, fc.nat(150), (all, cut) => {
      const run = (slots: Slots<Entry>, list: typeof all, stored: Map<number, (Entry | null)[]>) => {
        for (const step of list) {
          if ('put' in step) slots.put({ key: `k${step.put}`, value: step.value });
          else slots.prune(({ value }) => value < step.pruneBelow);
          for (const { shard, entries } of slots.takeChanged()) stored.set(shard, entries);
        }
      };
      const undisturbed = new Slots<Entry>(({ key }) => key);
      const expected = new Map<number, (Entry | null)[]>();
      run(undisturbed, all.slice(0, cut), expected);
      const restored = new Slots<Entry>(({ key }) => key);
      for (const [shard, entries] of expected) restored.restoreShard(shard, structuredClone(entries));
      restored.restored();
      const actual = new Map(expected);
      run(undisturbed, all.slice(cut), expected);
      run(restored, all.slice(cut), actual);
      expect(actual).toEqual(expected);
      expect(new Set(restored.values())).toEqual(new Set(undisturbed.values()));
    }),
  );
});
