import { expect, it } from 'vitest';
import { roomToKeep } from './room-to-keep';

it.each([
  ['what it had, where all of it is seen', 500, 300, 800, 500],
  ['no more than is seen', 5_000, 300, 800, 800],
  ['what its content has, however far that goes', 5_000, 2_000, 800, 2_000],
  ['what its content has, where the box lies below the window', 500, 300, -40, 300],
  ['what its content has, where that grew', 500, 700, 800, 700],
])('keeps %s', (_what, most, natural, inWindow, kept) =>
  expect(roomToKeep(most, natural, inWindow)).toBe(kept),
);
