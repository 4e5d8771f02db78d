import type { Broker } from '../broker.js';
import { codeOf, ErrorCode } from '../errors.js';
import { Writer } from '../wire.js';
import { type Api, mapPartitions, readTopics, writeTopics } from './api.js';

const LATEST = -1;
const EARLIEST = -2;
const NONE_FOUND = { timestampMs: -1, offset: -1 };

export const listOffsets: Api = {
  key: 2,
  minVersion: 1,
  maxVersion: 5,
  async handle(body, { broker, version }) {
    body.int32(); // replica id
    const isCommittedOnly = version >= 2 && body.int8() === 1;
    const topics = readTopics(body, () => {
      const index = body.int32();
      if (version >= 4) body.int32();
      return { index, timestampMs: body.int64() };
    });
    const found = await mapPartitions(topics, async ({ index, timestampMs }, topic) => {
      try {
        const place = await findOffset(broker, topic, index, timestampMs, isCommittedOnly);
        return { index, code: ErrorCode.NONE, ...place };
      } catch (error) {
        return { index, code: codeOf(error), ...NONE_FOUND };
      }
    });
    const answer = new Writer();
    if (version >= 2) answer.int32(0);
    writeTopics(answer, found, ({ index, code, timestampMs, offset }) => {
      answer.int32(index).int16(code).int64(timestampMs).int64(offset);
      if (version >= 4) answer.int32(offset < 0 ? -1 : 0);
    });
    return answer;
  },
};

async function findOffset(
  broker: Broker,
  topic: string,
  index: number,
  timestampMs: number,
  isCommittedOnly: boolean,
): Promise<{ timestampMs: number; offset: number }> {
  const partition = broker.topics.get(topic, index);
  if (timestampMs === LATEST) {
    const offset = isCommittedOnly ? partition.lastStableOffset : partition.highWatermark;
    return { timestampMs: -1, offset };
  }
  if (timestampMs === EARLIEST) return { timestampMs: -1, offset: partition.logStartOffset };
  return (await partition.findByTime(timestampMs, isCommittedOnly)) ?? NONE_FOUND;
}
