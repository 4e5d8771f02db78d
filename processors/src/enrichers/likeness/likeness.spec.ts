import { expect, it } from 'vitest';
import { askLikeness, START } from '../testing.js';
import type { DayRows } from './day.js';
import { Likeness } from './likeness.js';

const rowsAt = (untilAt: number): DayRows => ({ sinceAt: 0, untilAt, tokens: [], namings: [] });

function asking(read: (before: number) => Promise<DayRows | null>) {
  const asked: number[] = [];
  const clock = { now: 0 };
  const likeness = new Likeness(
    (_, before) => {
      asked.push(before);
      return read(before);
    },
    () => clock.now,
  );
  return { likeness, asked, clock };
}

it('says what it was asked about, and which stream time was looked at', async () => {
  const { likeness } = asking(async () => rowsAt(START));
  const ask = askLikeness({ pictureSha256: 'a'.repeat(64), twitterHandle: 'sealy' });
  expect(await likeness.answer(ask)).toMatchObject({
    kind: 'LikenessObserved',
    pictureSha256: 'a'.repeat(64),
    twitterHandle: 'sealy',
    sinceAt: 0,
    untilAt: START,
    sameName: null,
    launchesNamingAccount: 1,
  });
});

it('reads once a minute for all asks, however fast the stream goes', async () => {
  const { likeness, asked, clock } = asking(async (before) => rowsAt(before));
  await Promise.all([likeness.answer(askLikeness()), likeness.answer(askLikeness())]);
  expect(asked).toEqual([START]);
  clock.now = 59_999;
  expect(await likeness.answer(askLikeness({ time: START + 120_000 }))).not.toBeNull();
  expect(await likeness.answer(askLikeness({ time: START + 120_001 }))).toBeNull();
  expect(asked).toHaveLength(1);
  clock.now = 60_000;
  expect(await likeness.answer(askLikeness({ time: START + 120_001 }))).not.toBeNull();
  expect(asked).toEqual([START, START + 120_001]);
});

it.each([
  [120_000, true],
  [120_001, false],
])('answers where what is stored is %d ms behind the ask: %s', async (behindMs, is) => {
  const { likeness } = asking(async () => rowsAt(START - behindMs));
  expect((await likeness.answer(askLikeness())) !== null).toBe(is);
});

it('leaves an ask without an answer where nothing is stored, and where nobody can be asked, and tries again', async () => {
  let isAway = true;
  const { likeness, asked, clock } = asking(async () => {
    if (isAway) throw new Error('away');
    return null;
  });
  await expect(likeness.answer(askLikeness())).rejects.toThrow('away');
  isAway = false;
  clock.now += 10_000;
  expect(await likeness.answer(askLikeness())).toBeNull();
  expect(asked).toHaveLength(2);
});
