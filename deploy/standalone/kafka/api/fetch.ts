import type { Broker } from '../broker.js';
import { codeOf, ErrorCode } from '../errors.js';
import type { AbortedTransaction } from '../producers.js';
import { Writer } from '../wire.js';
import { type Api, type PerTopic, readTopics, writeTopics } from './api.js';

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const NO_BYTES = Buffer.alloc(0);
/**
 * An answer waits so long for the other partitions' writes under way. One request often writes several partitions, whose
 * syncs end one after the other: what is left out would wait until the reader has worked on the first.
 */
const LINGER_MS = 5;

interface WantedPartition {
  readonly index: number;
  readonly offset: number;
  readonly maxBytes: number;
}

interface FetchedPartition {
  readonly index: number;
  readonly code: number;
  readonly highWatermark: number;
  readonly lastStableOffset: number;
  readonly logStartOffset: number;
  readonly aborted: readonly AbortedTransaction[];
  readonly bytes: Buffer;
}

interface Fetch {
  readonly topics: readonly PerTopic<WantedPartition>[];
  readonly isCommittedOnly: boolean;
  readonly maxBytes: number;
}

export const fetch: Api = {
  key: 1,
  minVersion: 4,
  maxVersion: 11,
  async handle(body, { broker, version, closed }) {
    body.int32(); // replica id
    const maxWaitMs = body.int32();
    const minBytes = body.int32();
    const maxBytes = Math.min(body.int32(), MAX_ANSWER_BYTES);
    const isCommittedOnly = body.int8() === 1;
    if (version >= 7) {
      body.int32(); // session id and epoch: every answer says session 0, so every fetch is a full one
      body.int32();
    }
    const topics = readTopics(body, () => {
      const index = body.int32();
      if (version >= 9) body.int32(); // leader epoch: always 0
      const offset = body.int64();
      if (version >= 5) body.int64(); // log start of a replica
      return { index, offset, maxBytes: body.int32() };
    });
    const wanted = { topics, isCommittedOnly, maxBytes };
    const fetched = await fetchWhenReady(broker, wanted, minBytes, maxWaitMs, closed);

    const answer = new Writer().int32(0);
    if (version >= 7) answer.int16(ErrorCode.NONE).int32(0);
    writeTopics(answer, fetched, (partition) => {
      answer.int32(partition.index).int16(partition.code);
      answer.int64(partition.highWatermark).int64(partition.lastStableOffset);
      if (version >= 5) answer.int64(partition.logStartOffset);
      if (isCommittedOnly) {
        answer.array(partition.aborted, ({ producerId, firstOffset }) => {
          answer.int64(producerId).int64(firstOffset);
        });
      } else {
        answer.int32(-1);
      }
      if (version >= 11) answer.int32(-1);
      answer.bytes(partition.bytes);
    });
    return answer;
  },
};

/** Reads as soon as `minBytes` are there or a partition refuses, at the latest after `maxWaitMs`. */
async function fetchWhenReady(
  broker: Broker,
  wanted: Fetch,
  minBytes: number,
  maxWaitMs: number,
  closed: AbortSignal,
): Promise<PerTopic<FetchedPartition>[]> {
  const dueMs = performance.now() + maxWaitMs;
  let lingersToMs: number | null = null;
  for (;;) {
    const isReady = availableBytes(broker, wanted) >= minBytes;
    const isDue = performance.now() >= dueMs || closed.aborted;
    if (isReady && !isDue && lingersToMs === null && isMoreComing(broker, wanted))
      lingersToMs = performance.now() + LINGER_MS;
    const isLingering =
      lingersToMs !== null && performance.now() < lingersToMs && isMoreComing(broker, wanted);
    if ((isReady && !isLingering) || isDue) {
      const fetched = await readAll(broker, wanted);
      const isAnswer = fetched.some(({ partitions }) =>
        partitions.some((p) => p.code !== 0 || p.bytes.length > 0),
      );
      // What seemed to be there may be only what compaction left: then wait as if nothing were.
      if (isAnswer || isDue || minBytes <= 0) return fetched;
    }
    await nextChange(broker, wanted, (isLingering ? lingersToMs! : dueMs) - performance.now(), closed);
  }
}

const isMoreComing = (broker: Broker, { topics }: Fetch): boolean =>
  topics.some(({ name, partitions }) =>
    partitions.some(({ index }) => broker.topics.find(name, index)?.hasUnsynced ?? false),
  );

/** Infinity as soon as one partition has a refusal to tell. */
function availableBytes(broker: Broker, { topics, isCommittedOnly }: Fetch): number {
  let bytes = 0;
  for (const { name, partitions } of topics) {
    for (const { index, offset, maxBytes } of partitions) {
      try {
        bytes += Math.min(maxBytes, broker.topics.get(name, index).availableBytes(offset, isCommittedOnly));
      } catch (error) {
        codeOf(error);
        return Number.POSITIVE_INFINITY;
      }
    }
  }
  return bytes;
}

/** Resolves at the next change of one of the partitions, after `waitMs`, or when the client is gone. */
function nextChange(broker: Broker, { topics }: Fetch, waitMs: number, closed: AbortSignal): Promise<void> {
  const partitions = topics.flatMap(({ name, partitions: list }) =>
    list.flatMap(({ index }) => broker.topics.find(name, index) ?? []),
  );
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      closed.removeEventListener('abort', done);
      for (const partition of partitions) partition.removeWaiter(done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, waitMs));
    closed.addEventListener('abort', done);
    for (const partition of partitions) partition.addWaiter(done);
  });
}

/** Reads partition after partition within the limits; the first batch found is sent however large it is. */
async function readAll(broker: Broker, wanted: Fetch): Promise<PerTopic<FetchedPartition>[]> {
  let left = wanted.maxBytes;
  let isFirst = true;
  const topics: PerTopic<FetchedPartition>[] = [];
  for (const { name, partitions } of wanted.topics) {
    const fetched: FetchedPartition[] = [];
    for (const partition of partitions) {
      const result = await readOne(broker, name, partition, wanted.isCommittedOnly, left, isFirst);
      if (result.bytes.length > 0) isFirst = false;
      left = Math.max(0, left - result.bytes.length);
      fetched.push(result);
    }
    topics.push({ name, partitions: fetched });
  }
  return topics;
}

async function readOne(
  broker: Broker,
  topic: string,
  { index, offset, maxBytes }: WantedPartition,
  isCommittedOnly: boolean,
  left: number,
  isFirst: boolean,
): Promise<FetchedPartition> {
  const partition = broker.topics.find(topic, index);
  const bounds = {
    index,
    // Read before the records, so that no record lies beyond the end that is told with it.
    highWatermark: partition?.highWatermark ?? -1,
    lastStableOffset: partition?.lastStableOffset ?? -1,
    logStartOffset: partition?.logStartOffset ?? -1,
  };
  try {
    const limit = Math.min(maxBytes, left);
    const { bytes, aborted } = await broker.topics
      .get(topic, index)
      .fetch(offset, isCommittedOnly, limit, isFirst);
    return { ...bounds, code: ErrorCode.NONE, bytes, aborted };
  } catch (error) {
    return { ...bounds, code: codeOf(error), bytes: NO_BYTES, aborted: [] };
  }
}
