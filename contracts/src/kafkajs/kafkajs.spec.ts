import { expect, it, vi } from 'vitest';
import { mendKafkajs } from './index.js';

it('lets a queue set its timer only while something waits, and is mended once', () => {
  const schedule = vi.fn();
  class RequestQueue {
    pending: unknown[] = [];
    scheduleCheckPendingRequests() {
      schedule();
    }
  }
  mendKafkajs(RequestQueue);
  mendKafkajs(RequestQueue);
  const queue = new RequestQueue();
  queue.scheduleCheckPendingRequests();
  expect(schedule).not.toHaveBeenCalled();
  queue.pending.push('a request');
  queue.scheduleCheckPendingRequests();
  expect(schedule).toHaveBeenCalledTimes(1);
});
