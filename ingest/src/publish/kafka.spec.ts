import { mendKafkajs } from '@cryptonite/contracts/kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
// Mends the queue, as ingest does.
import './kafka.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** kafkajs' own queue, and in their order the requests that it sent. */
function openQueue() {
  const sent: number[] = [];
  const queue = new RequestQueue({
    maxInFlightRequests: 1,
    requestTimeout: 20_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'test:9092',
    logger: { debug: () => {}, warn: () => {} },
  });
  const push = (correlationId: number) =>
    queue.push({
      entry: { correlationId, resolve: () => {}, reject: () => {} },
      expectResponse: true,
      sendRequest: () => sent.push(correlationId),
    });
  const fulfill = (correlationId: number) =>
    queue.fulfillRequest({ correlationId, payload: Buffer.alloc(0), size: 0 });
  return { queue, sent, push, fulfill };
}

it('sets no timer while nothing waits, so none to a time in the past', () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout');
  const { sent, push, fulfill } = openQueue();
  push(1);
  fulfill(1);
  expect(setTimer).not.toHaveBeenCalled();
  push(2);
  push(3);
  expect(setTimer.mock.calls.map(([, ms]) => ms)).toEqual([10]);
  fulfill(2);
  fulfill(3);
  vi.advanceTimersByTime(1_000);
  expect(sent).toEqual([1, 2, 3]);
  expect(vi.getTimerCount()).toBe(0);
  expect(setTimer).toHaveBeenCalledTimes(1);
});

it('sends what waited once the broker lets it', () => {
  const { queue, sent, push } = openQueue();
  queue.maybeThrottle(500);
  push(1);
  vi.advanceTimersByTime(499);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([1]);
  expect(vi.getTimerCount()).toBe(0);
});

it('is mended once', () => {
  const { scheduleCheckPendingRequests: mended } = RequestQueue.prototype;
  mendKafkajs(RequestQueue);
  expect(RequestQueue.prototype.scheduleCheckPendingRequests).toBe(mended);
});
