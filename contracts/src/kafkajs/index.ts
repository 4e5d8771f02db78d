/**
 * kafkajs 2.2.4 sets a timer whenever it looks at its queue of requests, also when nothing waits: then to a negative time
 * (its `throttledUntil`, -1, minus now), which Node takes for 1 ms and, from version 24, warns of; and the timer sets the
 * next. With nothing waiting there is nothing to look at later: what comes is looked at as it comes
 * (https://github.com/tulios/kafkajs, src/network/requestQueue/index.js, `scheduleCheckPendingRequests`).
 */
type RequestQueue = { prototype: { pending: readonly unknown[]; scheduleCheckPendingRequests(): void } };

const mended = new WeakSet<RequestQueue>();

/**
 * Sets no such timer where nothing waits. To be called once where a process makes its Kafka client; a second call does
 * nothing.
 * @param require that of the module which imports kafkajs, so that it is the same kafkajs
 */
export function mendKafkajs(require: (id: string) => unknown): void {
  const queue = require('kafkajs/src/network/requestQueue') as RequestQueue;
  if (mended.has(queue)) return;
  mended.add(queue);
  const { prototype } = queue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (this: RequestQueue['prototype']) {
    if (this.pending.length > 0) schedule.call(this);
  };
}
