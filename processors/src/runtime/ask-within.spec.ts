import { Deadline } from '@cryptonite/contracts/deadlines';
import { expect, it } from 'vitest';
import { askWithin } from './ask-within.js';

const untilEnded = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it('asks for longer after what was asked too short, and gives the answer', async () => {
  const deadline = new Deadline(10, 1_000);
  await expect(askWithin(deadline, untilEnded)).rejects.toThrow();
  expect(await askWithin(deadline, async (_, withinMs) => withinMs)).toBe(20);
});

it('takes for a miss what is said to be one, and no other failure', async () => {
  const deadline = new Deadline(1_000, 60_000);
  const fail = (message: string) => async () => {
    throw new Error(message);
  };
  const isMissed = (error: unknown) => (error as Error).message === 'too slow';
  await expect(askWithin(deadline, fail('refused'), isMissed)).rejects.toThrow('refused');
  expect(deadline.at(Date.now())).toBe(1_000);
  await expect(askWithin(deadline, fail('too slow'), isMissed)).rejects.toThrow('too slow');
  expect(deadline.at(Date.now())).toBe(2_000);
});
