import { expect, it } from 'vitest';
import { RecentAnswers } from './recent-answers.js';

function counting() {
  let asked = 0;
  return { ask: async () => ++asked, asked: () => asked };
}

it('asks once for all who ask at once, and again when the answer is old', async () => {
  const answers = new RecentAnswers<number>(1_000, 10);
  const { ask } = counting();
  expect(await Promise.all([answers.of('a', 0, ask), answers.of('a', 0, ask)])).toEqual([1, 1]);
  expect(await answers.of('a', 999, ask)).toBe(1);
  expect(await answers.of('b', 999, ask)).toBe(2);
  expect(await answers.of('a', 1_000, ask)).toBe(3);
});

it('forgets what is over, and what it is told to', async () => {
  const answers = new RecentAnswers<number>(1_000, 10);
  const { ask, asked } = counting();
  await answers.of('a', 0, ask);
  await answers.of('b', 500, ask);
  answers.forgetOld(999);
  expect(answers.size).toBe(2);
  answers.forgetOld(1_000);
  expect(answers.size).toBe(1);
  await answers.of('c', 1_500, ask);
  expect(answers.size).toBe(1);
  await answers.of('d', 1_500, ask);
  answers.forget((key) => key === 'c');
  expect(answers.size).toBe(1);
  await answers.of('d', 1_500, ask);
  expect(asked()).toBe(4);
});

it('shares a failure with who asked meanwhile, and keeps none', async () => {
  const answers = new RecentAnswers<number>(1_000, 10);
  const fail = async () => {
    throw new Error('away');
  };
  const { ask, asked } = counting();
  const both = [answers.of('a', 0, fail), answers.of('a', 0, ask)];
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(asked()).toBe(0);
  expect(await answers.of('a', 0, ask)).toBe(1);
});

it('holds no more than it may, and forgets the oldest first', async () => {
  const answers = new RecentAnswers<number>(1_000, 2);
  const { ask, asked } = counting();
  for (const key of ['a', 'b', 'c']) await answers.of(key, 0, ask);
  expect(answers.size).toBe(2);
  await answers.of('c', 0, ask);
  await answers.of('b', 0, ask);
  expect(asked()).toBe(3);
  await answers.of('a', 0, ask);
  expect(asked()).toBe(4);
});
