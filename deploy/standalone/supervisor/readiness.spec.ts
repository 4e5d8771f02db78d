import type { Health } from '@cryptonite/contracts/api';
import { expect, it } from 'vitest';
import { Readiness } from './readiness.js';
import { healthOf as health } from './testing-health.js';

const loading = health({ status: 'failed', problems: ['The lists are still loading.'] });
const empty = health({ status: 'degraded', problems: ['No block has come from the source yet.'] });
const stale = health({
  status: 'failed',
  problems: ['The newest block is 9347 s old.'],
  streamTime: 1_000,
  lagMs: 9_347_000,
});

it('is not ready with what a folder held before, however long ago', () => {
  const readiness = new Readiness(0);
  expect(readiness.judge(loading, 1_000)).toBeNull();
  expect(readiness.judge(stale, 2_000)).toBeNull();
  expect(readiness.judge(stale, 22_000)).toBeNull();
  expect(readiness.judge(stale, 22_100)).toEqual({ isReady: false, why: 'The newest block is 9347 s old.' });

  const recent = health({ streamTime: 1_000, lagMs: 6_000 });
  const again = new Readiness(0);
  expect(again.judge(recent, 0)).toBeNull();
  expect(again.judge(recent, 20_100)).toEqual({
    isReady: false,
    why: 'No new block has come from the source yet.',
  });
});

it('is ready with the first block behind those of before, and not while health is failed', () => {
  const readiness = new Readiness(0);
  readiness.judge(stale, 0);
  expect(readiness.judge({ ...stale, streamTime: 1_400 }, 500)).toBeNull();
  expect(readiness.judge(health({ streamTime: 1_800, lagMs: 400 }), 900)).toEqual({
    isReady: true,
    but: null,
  });
});

it('says of a start that is catching up how far behind it is', () => {
  const behind = 'Catching up: the newest block is 9400 s old.';
  const readiness = new Readiness(0);
  readiness.judge(stale, 0);
  const catchingUp = health({ status: 'degraded', streamTime: 1_800, problems: ['No SOL price.', behind] });
  expect(readiness.judge(catchingUp, 900)).toEqual({ isReady: true, but: behind });
});

it('waits for the first block from when the lists are loaded', () => {
  const readiness = new Readiness(0);
  expect(readiness.judge(null, 1_000)).toBeNull();
  expect(readiness.judge(loading, 8_000)).toBeNull();
  expect(readiness.judge(empty, 8_100)).toBeNull();
  expect(readiness.judge(empty, 28_000)).toBeNull();
  expect(readiness.judge(health({ streamTime: 1_000, lagMs: 300 }), 28_050)).toEqual({
    isReady: true,
    but: null,
  });
});

it('says what is missing when it has waited long enough', () => {
  const why = (answer: Health | null, atMs: number) => new Readiness(0).judge(answer, atMs);
  expect(why(null, 20_100)).toEqual({ isReady: false, why: 'The page does not answer.' });
  expect(why(loading, 20_100)).toEqual({ isReady: false, why: 'The lists are still loading.' });
  const readiness = new Readiness(0);
  readiness.judge(empty, 0);
  expect(readiness.judge(empty, 20_100)).toEqual({
    isReady: false,
    why: 'No block has come from the source yet.',
  });
});

it('does not wait long for a source that is said to be away', () => {
  const reason = 'rpc.example: it refuses (HTTP 403)';
  const away = {
    ...empty,
    problems: [reason],
    sourceAway: { host: 'rpc.example', since: 0, reason: 'it refuses (HTTP 403)' },
  };
  const readiness = new Readiness(0);
  readiness.judge(empty, 0);
  expect(readiness.judge(away, 3_000)).toBeNull();
  expect(readiness.judge(away, 3_100)).toEqual({ isReady: false, why: reason });
});

it('takes a tape that was played to its end before', () => {
  const played = health({ streamTime: 1_000, lagMs: null });
  const readiness = new Readiness(0);
  readiness.judge(played, 0);
  expect(readiness.judge(played, 3_100)).toEqual({ isReady: true, but: null });
});
