import { expect, it } from 'vitest';
import { kindOf, LetterKinds } from './letter-kinds.js';

it('takes letters that differ in a number, an address or a quote for one kind', () => {
  expect(kindOf('slot 451000000 was never confirmed')).toBe('slot … was never confirmed');
  expect(kindOf('owner "7xKX…" is no address')).toBe('owner … is no address');
  expect(kindOf('mint 6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P: supply -12.5')).toBe('mint …: supply …');
  expect(kindOf('a word '.repeat(500)).length).toBe(160);
});

it('counts by service and kind, the newest first', () => {
  const kinds = new LetterKinds();
  kinds.add('ingest', 'slot 1 was never confirmed', 10);
  kinds.add('sink', 'slot 1 was never confirmed', 20);
  kinds.add('ingest', 'slot 2 was never confirmed', 30);
  expect(kinds.summary).toEqual({
    total: 3,
    kinds: [
      { service: 'ingest', reason: 'slot … was never confirmed', count: 2, newestAt: 30 },
      { service: 'sink', reason: 'slot … was never confirmed', count: 1, newestAt: 20 },
    ],
  });
});

it('holds and shows a bounded number of kinds, and loses no letter from the count', () => {
  const kinds = new LetterKinds();
  const word = (n: number) =>
    [...n.toString(26)].map((c) => `k${c.replace(/\d/, (d) => 'qrstuvwxyz'[+d]!)}`).join('');
  for (let n = 0; n < 2_000; n++) kinds.add('ingest', `reason ${word(n)}`, n);
  const { total, kinds: shown } = kinds.summary;
  expect(total).toBe(2_000);
  expect(shown).toHaveLength(30);
  expect(shown.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
  expect(shown.at(-1)).toMatchObject({ service: 'other', count: 1_971 });
});
