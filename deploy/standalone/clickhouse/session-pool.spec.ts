import { expect, test } from 'vitest';
import { SessionPool } from './session-pool.js';

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('lends a session to one statement at a time, in order', async () => {
  const pool = new SessionPool(['a', 'b'], 10);
  const gates = [deferred(), deferred(), deferred()];
  const log: string[] = [];
  const work = gates.map((gate, i) =>
    pool.use(async (session) => {
      log.push(`${i} on ${session}`);
      await gate.promise;
    }),
  );
  await Promise.resolve();
  expect(log).toEqual(['0 on b', '1 on a']);
  gates[1]?.resolve();
  await work[1];
  expect(log).toEqual(['0 on b', '1 on a', '2 on a']);
  gates[0]?.resolve();
  gates[2]?.resolve();
  await Promise.all(work);
});

test('takes a session back from work that fails', async () => {
  const pool = new SessionPool(['a'], 10);
  await expect(pool.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await pool.use(async (session) => session)).toBe('a');
});

test('refuses more waiting statements than it was told', async () => {
  const pool = new SessionPool(['a'], 1);
  const gate = deferred();
  const running = pool.use(() => gate.promise);
  const waiting = pool.use(async () => 'ran');
  await expect(pool.use(async () => 'no')).rejects.toThrow('1 statements are waiting already');
  gate.resolve();
  await running;
  expect(await waiting).toBe('ran');
});

test('drains: ends what runs, refuses what waits and what comes', async () => {
  const pool = new SessionPool(['a', 'b'], 10);
  const gate = deferred();
  const running = [pool.use(() => gate.promise), pool.use(() => gate.promise)];
  const waiting = pool.use(async () => 'no');
  const drained = pool.drain(1_000);
  await expect(waiting).rejects.toThrow('shutting down');
  await expect(pool.use(async () => 'no')).rejects.toThrow('shutting down');
  gate.resolve();
  await Promise.all(running);
  expect(await drained).toBe(true);
});

test('stops waiting for work that does not end', async () => {
  const pool = new SessionPool(['a'], 10);
  const gate = deferred();
  const running = pool.use(() => gate.promise);
  expect(await pool.drain(5)).toBe(false);
  gate.resolve();
  await running;
});
