import { expect, it } from 'vitest';
import { AskQueue } from './ask-queue.js';
import { askMetadata, askMint, START } from './testing.js';

const add = (queue: AskQueue, mint: string, changes: Parameters<typeof askMint>[0] = {}) =>
  queue.add({ ask: askMint({ mint, ...changes }), partition: 0 });
const takeAll = (queue: AskQueue): string[] => {
  const mints: string[] = [];
  for (let next = queue.take(true); next !== null; next = queue.take(true)) mints.push(next.ask.mint);
  return mints;
};

it('gives what was never asked before what was asked in vain, both before what is renewed, and far tokens last', () => {
  const queue = new AskQueue(100);
  add(queue, 'far', { nearness: 'far' });
  add(queue, 'renewed', { isKnown: true, why: 'due' });
  add(queue, 'near renewed', { nearness: 'near', isKnown: true, why: 'unanswered' });
  add(queue, 'in vain', { why: 'unanswered' });
  add(queue, 'near in vain', { nearness: 'near', why: 'unanswered' });
  add(queue, 'near', { nearness: 'near', why: 'nearer' });
  add(queue, 'listed', { why: 'nearer' });
  expect(takeAll(queue)).toEqual([
    'listed',
    'near',
    'in vain',
    'near in vain',
    'renewed',
    'near renewed',
    'far',
  ]);
});

it.each([
  ['the first time: newest', 'near', 'nearer', ['c', 'b', 'a']],
  ['the first time, far from every list: newest', 'far', 'launched', ['c', 'b', 'a']],
  ['in vain: oldest', 'near', 'unanswered', ['a', 'b', 'c']],
  ['in vain, far from every list: oldest', 'far', 'unanswered', ['a', 'b', 'c']],
] as const)('gives of what is asked %s first', (_what, nearness, why, order) => {
  const queue = new AskQueue(100);
  for (const mint of ['a', 'b', 'c']) add(queue, mint, { nearness, why });
  expect(takeAll(queue)).toEqual(order);
});

it('passes nothing over for good: who was asked about in vain waits in line, whatever comes', () => {
  const queue = new AskQueue(100);
  add(queue, 'patient', { nearness: 'near', why: 'nearer' });
  add(queue, 'patient', { nearness: 'near', why: 'unanswered' });
  for (const mint of ['a', 'b']) add(queue, mint, { nearness: 'near', why: 'unanswered' });
  // Asked about again and again, it keeps its place.
  add(queue, 'patient', { nearness: 'near', why: 'unanswered', time: START + 2 });
  expect(queue.take(true)?.ask).toMatchObject({ mint: 'patient', time: START + 2 });
});

it('keeps a newer ask of a mint where an older one comes back', () => {
  const queue = new AskQueue(100);
  add(queue, 'a', { time: START + 2, why: 'unanswered' });
  add(queue, 'a', { time: START });
  expect(queue.take(true)?.ask).toMatchObject({ time: START + 2 });
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
