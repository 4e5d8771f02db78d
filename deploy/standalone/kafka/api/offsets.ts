import type { Broker } from '../broker.js';
import type { OffsetCommit } from '../cluster-state.js';
import { codeOf, ErrorCode, KafkaError } from '../errors.js';
import { type Reader, Writer } from '../wire.js';
import { type Api, codeFor, type PerTopic, readTopics, writeTopics } from './api.js';

/** offset.metadata.max.bytes of Kafka. */
const MAX_METADATA_BYTES = 4096;

interface WantedCommit {
  readonly index: number;
  readonly offset: number;
  readonly metadata: string;
}

function readCommits(body: Reader, hasLeaderEpoch: boolean): PerTopic<WantedCommit>[] {
  return readTopics(body, () => {
    const [index, offset] = [body.int32(), body.int64()];
    if (hasLeaderEpoch) body.int32();
    return { index, offset, metadata: body.nullableString() ?? '' };
  });
}

/** Splits what is asked into commits that may be made and refusals, by partition. */
function checkCommits(
  broker: Broker,
  topics: readonly PerTopic<WantedCommit>[],
): { commits: OffsetCommit[]; checked: PerTopic<{ index: number; code: number }>[] } {
  const commits: OffsetCommit[] = [];
  const checked = topics.map(({ name: topic, partitions }) => ({
    name: topic,
    partitions: partitions.map(({ index, offset, metadata }) => {
      try {
        broker.topics.get(topic, index);
        if (Buffer.byteLength(metadata) > MAX_METADATA_BYTES) {
          throw new KafkaError(ErrorCode.OFFSET_METADATA_TOO_LARGE, `more than ${MAX_METADATA_BYTES} bytes`);
        }
        commits.push({ topic, partition: index, offset, metadata });
        return { index, code: ErrorCode.NONE };
      } catch (error) {
        return { index, code: codeOf(error) };
      }
    }),
  }));
  return { commits, checked };
}

function writeCodes(
  answer: Writer,
  checked: readonly PerTopic<{ index: number; code: number }>[],
  refusal: number,
): Writer {
  writeTopics(answer, checked, ({ index, code }) => {
    answer.int32(index).int16(refusal === ErrorCode.NONE ? code : refusal);
  });
  return answer;
}

export const offsetCommit: Api = {
  key: 8,
  minVersion: 2,
  maxVersion: 7,
  async handle(body, { broker, version }) {
    const [group, generation, memberId] = [body.string(), body.int32(), body.string()];
    if (version >= 7) body.nullableString();
    if (version <= 4) body.int64(); // retention time: offsets are kept as long as their topic
    const { commits, checked } = checkCommits(broker, readCommits(body, version >= 6));
    const refusal = await codeFor(async () => {
      broker.groups.assertMayCommit(group, memberId, generation);
      if (commits.length > 0) await broker.journal.append({ kind: 'offsets-committed', group, commits });
    });
    const answer = new Writer();
    if (version >= 3) answer.int32(0);
    return writeCodes(answer, checked, refusal);
  },
};

export const txnOffsetCommit: Api = {
  key: 28,
  minVersion: 0,
  maxVersion: 2,
  async handle(body, { broker, version }) {
    const [transactionalId, group] = [body.string(), body.string()];
    const producer = { producerId: body.int64(), epoch: body.int16() };
    const { commits, checked } = checkCommits(broker, readCommits(body, version >= 2));
    const refusal = await codeFor(() =>
      broker.transactions.commitOffsets(transactionalId, producer, group, commits),
    );
    return writeCodes(new Writer().int32(0), checked, refusal);
  },
};

export const offsetFetch: Api = {
  key: 9,
  minVersion: 1,
  maxVersion: 5,
  handle(body, { broker, version }) {
    const group = body.string();
    const asked = body.nullableArray(() => ({
      name: body.string(),
      partitions: body.array(() => body.int32()),
    }));
    const offsets = broker.state.offsets.get(group);
    const topics =
      asked ?? [...(offsets ?? [])].map(([name, committed]) => ({ name, partitions: [...committed.keys()] }));
    const answer = new Writer();
    if (version >= 3) answer.int32(0);
    answer.array(topics, ({ name, partitions }) => {
      answer.string(name).array(partitions, (index) => {
        const committed = offsets?.get(name)?.get(index);
        answer.int32(index).int64(committed?.offset ?? -1);
        if (version >= 5) answer.int32(-1);
        answer.nullableString(committed?.metadata ?? '').int16(ErrorCode.NONE);
      });
    });
    if (version >= 2) answer.int16(ErrorCode.NONE);
    return answer;
  },
};
