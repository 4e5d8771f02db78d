import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Pace } from './pace.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

it('gives a fifth of a second’s worth at once and then so many a second, whatever is asked', () => {
  const pace = new Pace(50);
  vi.advanceTimersByTime(60_000);
  for (let turn = 0; turn < 100; turn += 1) void pace.turn(never);
  expect(pace.waitMs).toBeCloseTo((100 + 1 - 10) * 20);
});

it('gives no turn while it rests', () => {
  const pace = new Pace(5);
  vi.advanceTimersByTime(60_000);
  pace.rest(3_000);
  expect(pace.waitMs).toBeCloseTo(3_200);
});

it('is not waited for by who has stopped', async () => {
  const pace = new Pace(1);
  pace.rest(60_000);
  await expect(pace.turn(AbortSignal.abort())).rejects.toThrow();
});

it('has those rest who waited for their turn when the rest began, and then keeps its pace', async () => {
  vi.useRealTimers();
  const pace = new Pace(4);
  const at: number[] = [];
  const beganMs = performance.now();
  // Due after 50, 300 and 550 ms.
  const turns = Array.from({ length: 3 }, () => pace.turn(never).then(() => at.push(performance.now())));
  pace.rest(400);
  await Promise.all(turns);
  at.forEach((ms, index) => {
    expect(ms - beganMs, `turn ${index}`).toBeGreaterThan(550 + 250 * index - 5);
  });
});
