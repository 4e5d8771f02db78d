import { expect, it } from 'vitest';
import { isSameChain, sourceOf } from './source-label.js';

it.each([
  ['{"package":"cryptonite-market","source":{"kind":"market","name":"market simulator, seed 7"}}', 'market'],
  ['{"package":"cryptonite-tape","version":"1","source":{"kind":"tape","name":"a.tape"}}', 'tape'],
  ['{"package":"yellowstone-grpc-geyser","source":{"kind":"market","name":"x"}}', 'provider'],
  ['{"package":"cryptonite-tape"}', 'provider'],
  ['2.0.0', 'provider'],
  ['', 'provider'],
])('%s is a %s', (version, kind) => {
  const source = sourceOf(version, 'grpc.example.org');
  expect(source.kind).toBe(kind);
  if (kind === 'provider') expect(source.name).toBe('grpc.example.org');
});

it('all providers show one chain, every tape and market its own', () => {
  const provider = (name: string) => ({ kind: 'provider' as const, name });
  const tape = (name: string) => ({ kind: 'tape' as const, name });
  expect(isSameChain(provider('a'), provider('b'))).toBe(true);
  expect(isSameChain(tape('a'), tape('a'))).toBe(true);
  expect(isSameChain(tape('a'), tape('b'))).toBe(false);
  expect(isSameChain(tape('a'), provider('a'))).toBe(false);
});
