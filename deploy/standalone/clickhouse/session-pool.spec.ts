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
  await expect(pool.use(async () => 'no')).rejects.toThrow(
    /all 1 sessions are busy, and 1 statements are waiting .*: try again in 5 s/,
  );
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

test('a statement that waits too long is told its place and to come again, and gets no session later', async () => {
  const pool = new SessionPool(['a'], 10, 20);
  const gate = deferred();
  const running = pool.use(() => gate.promise);
  const ran: string[] = [];
  const [first, second] = ['first', 'second'].map((name) =>
    pool.use(async () => {
      ran.push(name);
    }),
  );
  await expect(first).rejects.toMatchObject({
    code: 202,
    status: 503,
    message: expect.stringContaining('0 before this one'),
  });
  await expect(second).rejects.toThrow(/try again in 5 s/);
  gate.resolve();
  await running;
  expect(await pool.use(async (session, waitedMs) => [session, waitedMs])).toEqual(['a', 0]);
  expect(ran).toEqual([]);
});

test('a statement that waited learns how long', async () => {
  const pool = new SessionPool(['a'], 10, 60_000);
  const gate = deferred();
  const running = pool.use(() => gate.promise);
  const waited = pool.use(async (_, waitedMs) => waitedMs);
  gate.resolve();
  await running;
  expect(await waited).toBeGreaterThan(0);
});
