import { expect, it } from 'vitest';
import { AskQueue } from './ask-queue.js';
import { askMetadata, askMint } from './testing.js';

const add = (queue: AskQueue, mint: string, changes: Parameters<typeof askMint>[0] = {}) =>
  queue.add({ ask: askMint({ mint, ...changes }), partition: 0 });
const takeAll = (queue: AskQueue): string[] => {
  const mints: string[] = [];
  for (let next = queue.take(true); next !== null; next = queue.take(true)) mints.push(next.ask.mint);
  return mints;
};

it('gives the nearest first, of these what was never known, of these the newest', () => {
  const queue = new AskQueue(100);
  add(queue, 'far', { nearness: 'far' });
  add(queue, 'again', { isKnown: true, why: 'unanswered' });
  add(queue, 'near', { nearness: 'near' });
  add(queue, 'near again', { nearness: 'near', isKnown: true, why: 'due' });
  add(queue, 'again later', { isKnown: true, why: 'due' });
  add(queue, 'listed');
  add(queue, 'listed later');
  expect(takeAll(queue)).toEqual([
    'listed later',
    'listed',
    'near',
    'again',
    'again later',
    'near again',
    'far',
  ]);
});

it('gives of far tokens the newest first: a launch does not wait behind all before it', () => {
  const queue = new AskQueue(100);
  for (const mint of ['before', 'later', 'now']) add(queue, mint, { nearness: 'far' });
  add(queue, 'near', { nearness: 'near' });
  expect(takeAll(queue)).toEqual(['near', 'now', 'later', 'before']);
});

it.each([
  ['first again, where nobody knows it', false, ['a', 'b']],
  ['in the place of the one before, where it is only to be renewed', true, ['b', 'a']],
] as const)('holds the newest ask of a mint: %s', (_where, isKnown, order) => {
  const queue = new AskQueue(100);
  for (const [mint, time] of isKnown
    ? ([
        ['b', 1],
        ['a', 1],
        ['b', 2],
      ] as const)
    : ([
        ['a', 1],
        ['b', 1],
        ['a', 2],
      ] as const))
    add(queue, mint, { time, isKnown });
  const taken = [queue.take(true), queue.take(true)].map((waiting) => waiting?.ask);
  expect(taken.map((ask) => ask?.mint)).toEqual(order);
  expect(taken[0]?.time).toBe(2);
  expect(queue.take(true)).toBeNull();
});

it('moves a mint that came nearer, and one that left', () => {
  const queue = new AskQueue(100);
  add(queue, 'a', { nearness: 'far' });
  add(queue, 'b', { nearness: 'near' });
  add(queue, 'a');
  add(queue, 'b', { nearness: 'far' });
  add(queue, 'c', { nearness: 'near' });
  expect(takeAll(queue)).toEqual(['a', 'c', 'b']);
});

it('lets the oldest of the farthest fall out, whatever comes', () => {
  const queue = new AskQueue(3);
  add(queue, 'far 1', { nearness: 'far' });
  add(queue, 'far 2', { nearness: 'far' });
  for (const mint of ['a', 'b', 'c']) add(queue, mint);
  expect(takeAll(queue)).toEqual(['c', 'b', 'a']);
  for (let index = 0; index < 1_000; index++) add(queue, `far ${index}`, { nearness: 'far' });
  expect(takeAll(queue)).toEqual(['far 999', 'far 998', 'far 997']);
});

it('gives none about far tokens or of hosts that launches name, where these are not wanted', () => {
  const queue = new AskQueue(100);
  const document = (mint: string, uri: string, nearness: 'listed' | 'far' = 'listed') =>
    queue.add({ ask: askMetadata({ mint, uri, nearness }), partition: 0 });
  const content = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi';
  document('stranger', 'https://evil.example/1.json');
  document('far', content, 'far');
  document('content', content);
  expect([queue.take(false)?.ask.mint, queue.take(false)]).toEqual(['content', null]);
  expect(takeAll(queue)).toEqual(['stranger', 'far']);
});
