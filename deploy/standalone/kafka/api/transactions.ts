import { ErrorCode } from '../errors.js';
import { type Reader, Writer } from '../wire.js';
import { type Api, codeFor, readTopics, writeTopics } from './api.js';

function readProducer(body: Reader): { producerId: number; epoch: number } {
  return { producerId: body.int64(), epoch: body.int16() };
}

export const initProducerId: Api = {
  key: 22,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const transactionalId = body.nullableString();
    const timeoutMs = body.int32();
    let producer = { producerId: -1, epoch: -1 };
    const code = await codeFor(async () => {
      producer = await broker.transactions.initProducer(transactionalId, timeoutMs);
    });
    return new Writer().int32(0).int16(code).int64(producer.producerId).int16(producer.epoch);
  },
};

export const addPartitionsToTxn: Api = {
  key: 24,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const transactionalId = body.string();
    const producer = readProducer(body);
    const topics = readTopics(body, () => body.int32());
    const added = topics.flatMap(({ name: topic, partitions }) =>
      partitions.map((partition) => ({ topic, partition })),
    );
    const isMissing = (topic: string, partition: number) => broker.topics.find(topic, partition) === null;
    const isAnyMissing = added.some(({ topic, partition }) => isMissing(topic, partition));
    const code = isAnyMissing
      ? ErrorCode.OPERATION_NOT_ATTEMPTED
      : await codeFor(() => broker.transactions.addPartitions(transactionalId, producer, added));
    const answer = new Writer().int32(0);
    const answered = topics.map(({ name, partitions }) => ({
      name,
      partitions: partitions.map((index) => ({
        index,
        code: isMissing(name, index) ? ErrorCode.UNKNOWN_TOPIC_OR_PARTITION : code,
      })),
    }));
    writeTopics(answer, answered, (partition) => answer.int32(partition.index).int16(partition.code));
    return answer;
  },
};

export const addOffsetsToTxn: Api = {
  key: 25,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const transactionalId = body.string();
    const producer = readProducer(body);
    return new Writer()
      .int32(0)
      .int16(await codeFor(() => broker.transactions.addOffsets(transactionalId, producer)));
  },
};

export const endTxn: Api = {
  key: 26,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const transactionalId = body.string();
    const producer = readProducer(body);
    const isCommit = body.boolean();
    return new Writer()
      .int32(0)
      .int16(await codeFor(() => broker.transactions.end(transactionalId, producer, isCommit)));
  },
};
