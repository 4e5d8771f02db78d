import { codeOf, ErrorCode } from '../errors.js';
import { Writer } from '../wire.js';
import { type Api, mapPartitions, type Request, readTopics, writeTopics } from './api.js';

interface ProducedPartition {
  readonly index: number;
  readonly code: number;
  readonly baseOffset: number;
  readonly appendTimeMs: number;
  readonly logStartOffset: number;
}

const PRODUCE_KEY = 0;

export const produce: Api = {
  key: PRODUCE_KEY,
  minVersion: 3,
  maxVersion: 7,
  async handle(body, request) {
    const transactionalId = body.nullableString();
    const acks = body.int16();
    body.int32(); // timeout: one node syncs or fails
    const topics = readTopics(body, () => ({ index: body.int32(), batch: body.nullableBytes() }));
    const areAcksValid = acks >= -1 && acks <= 1;
    const produced = await mapPartitions(topics, async ({ index, batch }, topic) => {
      if (!areAcksValid) return refused(index, ErrorCode.INVALID_REQUIRED_ACKS);
      if (!batch) return refused(index, ErrorCode.INVALID_RECORD);
      return append(request, transactionalId, topic, index, batch);
    });
    if (acks === 0) return null;
    const answer = new Writer();
    writeTopics(answer, produced, ({ index, code, baseOffset, appendTimeMs, logStartOffset }) => {
      answer.int32(index).int16(code).int64(baseOffset).int64(appendTimeMs);
      if (request.version >= 5) answer.int64(logStartOffset);
    });
    return answer.int32(0);
  },
};

function refused(index: number, code: number): ProducedPartition {
  return { index, code, baseOffset: -1, appendTimeMs: -1, logStartOffset: -1 };
}

/** Places the batch at once, so that batches keep the order of their requests, then waits for the sync. */
async function append(
  { broker }: Request,
  transactionalId: string | null,
  topic: string,
  index: number,
  batch: Buffer,
): Promise<ProducedPartition> {
  try {
    const partition = broker.topics.get(topic, index);
    const { baseOffset, appendTimeMs, synced } = partition.append(batch, (header) => {
      if (!header.isTransactional) return;
      const producer = { producerId: header.producerId, epoch: header.producerEpoch };
      broker.transactions.assertMayAppend(transactionalId, producer, topic, index);
    });
    await synced;
    return {
      index,
      code: ErrorCode.NONE,
      baseOffset,
      appendTimeMs,
      logStartOffset: partition.logStartOffset,
    };
  } catch (error) {
    return refused(index, codeOf(error));
  }
}
