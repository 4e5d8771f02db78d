import { codeOf, ErrorCode, KafkaError } from '../errors.js';
import type { TopicConfigs } from '../topic-settings.js';
import { type Reader, Writer } from '../wire.js';
import { type Api, codeFor, mapPartitions, outcomeOf, readTopics, writeTopics } from './api.js';

/** Reads settings; one without a value asks for the default, which is what leaving it out means here. */
export function readConfigs(body: Reader): TopicConfigs {
  const entries = body.array(() => [body.string(), body.nullableString()] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null));
}

export const createTopics: Api = {
  key: 19,
  minVersion: 0,
  maxVersion: 4,
  async handle(body, { broker, version }) {
    const wanted = body.array(() => ({
      name: body.string(),
      partitionCount: body.int32(),
      replicationFactor: body.int16(),
      assignments: body.array(() => ({ index: body.int32(), nodes: body.array(() => body.int32()) })),
      configs: readConfigs(body),
    }));
    body.int32(); // timeout
    const validateOnly = version >= 1 && body.boolean();
    const outcomes = [];
    for (const { name, partitionCount, replicationFactor, assignments, configs } of wanted) {
      const outcome = await outcomeOf(() => {
        if (replicationFactor !== 1 && replicationFactor !== -1) {
          throw new KafkaError(
            ErrorCode.INVALID_REPLICATION_FACTOR,
            'there is one broker: the replication factor is 1',
          );
        }
        assertAssignedHere(
          assignments.map(({ nodes }) => nodes),
          broker.nodeId,
        );
        const count = assignments.length || (partitionCount === -1 ? 1 : partitionCount);
        return broker.topics.create(name, count, configs, validateOnly);
      });
      outcomes.push({ name, ...outcome });
    }
    const answer = new Writer();
    if (version >= 2) answer.int32(0);
    return answer.array(outcomes, ({ name, code, message }) => {
      answer.string(name).int16(code);
      if (version >= 1) answer.nullableString(message);
    });
  },
};

function assertAssignedHere(assignments: readonly number[][], nodeId: number): void {
  if (assignments.every((nodes) => nodes.length === 1 && nodes[0] === nodeId)) return;
  throw new KafkaError(ErrorCode.INVALID_REPLICA_ASSIGNMENT, `every partition lives on node ${nodeId}`);
}

export const createPartitions: Api = {
  key: 37,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const wanted = body.array(() => ({
      name: body.string(),
      count: body.int32(),
      assignments: body.nullableArray(() => body.array(() => body.int32())),
    }));
    body.int32(); // timeout
    const validateOnly = body.boolean();
    const outcomes = [];
    for (const { name, count, assignments } of wanted) {
      const outcome = await outcomeOf(() => {
        assertAssignedHere(assignments ?? [], broker.nodeId);
        return broker.topics.addPartitions(name, count, validateOnly);
      });
      outcomes.push({ name, ...outcome });
    }
    const answer = new Writer().int32(0);
    return answer.array(outcomes, ({ name, code, message }) => {
      answer.string(name).int16(code).nullableString(message);
    });
  },
};

export const deleteTopics: Api = {
  key: 20,
  minVersion: 0,
  maxVersion: 3,
  async handle(body, { broker, version }) {
    const names = body.array(() => body.string());
    const codes: number[] = [];
    for (const name of names) codes.push(await codeFor(() => broker.topics.delete(name)));
    const answer = new Writer();
    if (version >= 1) answer.int32(0);
    return answer.array([...names.entries()], ([i, name]) => answer.string(name).int16(codes[i]!));
  },
};

export const deleteRecords: Api = {
  key: 21,
  minVersion: 0,
  maxVersion: 1,
  async handle(body, { broker }) {
    const topics = readTopics(body, () => ({ index: body.int32(), offset: body.int64() }));
    const deleted = await mapPartitions(topics, async ({ index, offset }, topic) => {
      try {
        const lowWatermark = await broker.topics.deleteRecords(topic, index, offset);
        return { index, lowWatermark, code: ErrorCode.NONE };
      } catch (error) {
        return { index, lowWatermark: -1, code: codeOf(error) };
      }
    });
    const answer = new Writer().int32(0);
    writeTopics(answer, deleted, ({ index, lowWatermark, code }) => {
      answer.int32(index).int64(lowWatermark).int16(code);
    });
    return answer;
  },
};
