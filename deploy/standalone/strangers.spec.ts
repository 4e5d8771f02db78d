import { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Strangers } from './strangers.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('who does not show the secret in time is cut off, who does stays', () => {
  const strangers = new Strangers();
  const [silent, known] = [new Socket(), new Socket()];
  strangers.add(silent);
  strangers.add(known);
  strangers.forget(known);
  vi.advanceTimersByTime(9_999);
  expect(silent.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect([silent.destroyed, known.destroyed]).toEqual([true, false]);
});

test('there are 256 at most: the oldest goes', () => {
  const strangers = new Strangers();
  const sockets = Array.from({ length: 300 }, () => new Socket());
  for (const socket of sockets) strangers.add(socket);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual(sockets.map((_, i) => i < 300 - 256));
});
