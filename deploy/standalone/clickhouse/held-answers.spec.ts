import { expect, test } from 'vitest';
import { HeldAnswers } from './held-answers.js';

test('one answer has its limit', async () => {
  const held = new HeldAnswers(100, 10);
  const parts = async (hold: (bytes: number) => void) => {
    hold(6);
    hold(5);
  };
  await expect(held.use(parts)).rejects.toMatchObject({
    code: 396,
    message: expect.stringContaining('10 bytes'),
  });
});

test('all of them have one, and room comes back with each that is sent or fails', async () => {
  const held = new HeldAnswers(15, 10);
  const hold = (bytes: number) => held.use(async (hold) => hold(bytes));
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const first = held.use(async (hold) => {
    hold(10);
    await sent;
  });
  await expect(hold(6)).rejects.toMatchObject({
    code: 202,
    status: 503,
    message: expect.stringContaining('answers of 10 bytes wait'),
  });
  await hold(5);
  send();
  await first;
  await expect(
    held.use(async (hold) => {
      hold(10);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await hold(10);
});
