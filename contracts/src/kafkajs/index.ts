export { createProducer, NotToldWrittenError } from './producer.js';

/** The part of kafkajs 2.2.4 that is mended: `kafkajs/src/network/requestQueue/index.js`. */
type RequestQueue = { prototype: { pending: readonly unknown[]; scheduleCheckPendingRequests(): void } };

const mended = new WeakSet<RequestQueue>();

/**
 * kafkajs 2.2.4 sets a timer whenever it looks at its queue of requests, also when nothing waits: then to a negative time
 * (its `throttledUntil`, -1, minus now), which Node takes for 1 ms and, from version 24, warns of; and the timer sets the
 * next. With nothing waiting there is nothing to look at later: what comes is looked at as it comes. To be called once
 * where a package makes its clients; a second call changes nothing.
 */
export function mendKafkajs(queue: RequestQueue): void {
  if (mended.has(queue)) return;
  mended.add(queue);
  const { prototype } = queue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue['prototype']) {
    if (this.pending.length > 0) schedule.call(this);
  };
}

/** Of a line of kafkajs' log: a broker cannot be reached. To its callers it says so only after all retries. */
export const tellsBrokerAway = (message: string): boolean =>
  /^(Connection error|Connection timeout|Failed to connect)/.test(message);
