import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cursor, compareKeys, readCursor } from './cursor.js';
import { ListView } from './list-view.js';

const mintOf = (n: number) => '1'.repeat(32 + Math.floor(n / 9)) + String((n % 9) + 1);
const SOURCES = ['pumpfun', 'bonded'];

const changes = fc.array(
  fc.record({
    n: fc.nat(30),
    isOn: fc.boolean(),
    key: fc.option(fc.constantFrom(0, 1, 1.5, 3)),
    source: fc.constantFrom(...SOURCES),
  }),
);

/** A list after these changes, and what it must hold. */
function play(drawn: { n: number; isOn: boolean; key: number | null; source: string }[]) {
  const view = new ListView((mint) => mint);
  const held = new Map<string, Cursor & { source: string }>();
  for (const { n, isOn, key, source } of drawn) {
    const mint = mintOf(n);
    view.put(mint, isOn ? { key, source } : null);
    if (isOn) held.set(mint, { key, mint, source });
    else held.delete(mint);
  }
  return { view, held: [...held.values()].sort(compareKeys) };
}

describe('ListView', () => {
  it('pages through everything once in its order, whatever was put in and moved before', () => {
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(undefined, ...SOURCES),
        (drawn, limit, source) => {
          const { view, held } = play(drawn);
          const expected = held.filter((entry) => source === undefined || entry.source === source);
          const seen: string[] = [];
          let after: Cursor | null = null;
          for (;;) {
            const page = view.page({ limit, after, source });
            expect(page.total).toBe(expected.length);
            seen.push(...page.items);
            if (page.nextCursor === null) break;
            after = readCursor(page.nextCursor);
            expect(after).not.toBeNull();
          }
          expect(seen).toEqual(expected.map(({ mint }) => mint));
        },
      ),
      { seed: 8 },
    );
  });

  it('goes on after a cursor whose item has left, and ends after the last', () => {
    const { view } = play([{ n: 1, isOn: true, key: 1, source: 'pumpfun' }]);
    const after = (key: number) => view.page({ limit: 5, after: { key, mint: mintOf(0) } });
    expect(after(2).items).toEqual([mintOf(1)]);
    expect(after(0)).toEqual({ items: [], total: 1, nextCursor: null });
  });

  it('encodes an item once per change, however often it is asked for', () => {
    const encoded: string[] = [];
    const view = new ListView((mint) => {
      encoded.push(mint);
      return mint;
    });
    const ask = () => view.page({ limit: 5, after: null });
    view.put('a', { key: 1, source: 'pumpfun' });
    view.put('b', { key: 2, source: 'pumpfun' });
    ask();
    ask();
    expect(encoded).toEqual(['b', 'a']);
    view.put('a', { key: 1, source: 'pumpfun' });
    view.touch('b');
    view.touch('b');
    view.touch('never listed');
    ask();
    expect(encoded).toEqual(['b', 'a', 'b', 'a']);
  });

  it('leaves out a token that cannot be said, until it is put there anew', () => {
    const unsaid = new Set(['b']);
    const view = new ListView((mint) => (unsaid.has(mint) ? null : mint));
    for (const [place, mint] of ['a', 'b', 'c', 'd'].entries())
      view.put(mint, { key: 9 - place, source: null });
    const before = view.version;
    const first = view.page({ limit: 2, after: null });
    expect(first).toMatchObject({ items: ['a'], total: 3 });
    expect(view.page({ limit: 2, after: { key: 8, mint: 'b' } })).toMatchObject({ items: ['c', 'd'] });
    expect(view.version).toBeGreaterThan(before);
    unsaid.clear();
    view.put('b', { key: 8, source: null });
    expect(view.page({ limit: 9, after: null })).toMatchObject({ items: ['a', 'b', 'c', 'd'], total: 4 });
  });

  it('has another version with every change, and with nothing else', () => {
    const view = new ListView((mint) => mint);
    const versions = [
      () => view.put('a', { key: 1, source: null }),
      () => view.put('a', { key: 1, source: null }),
      () => view.touch('a'),
      () => view.put('a', { key: 2, source: null }),
      () => view.put('a', null),
    ].map((change) => {
      change();
      return view.version;
    });
    expect(new Set(versions).size).toBe(versions.length);
    const before = view.version;
    view.put('b', null);
    view.touch('b');
    view.page({ limit: 1, after: null });
    expect(view.version).toBe(before);
  });
});
