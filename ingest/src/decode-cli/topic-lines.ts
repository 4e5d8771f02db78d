/** What stands in the records of a topic, for people: one line each, frames with their measurements. */
import { createReadStream } from 'node:fs';
import { decodeFrame, isFrame, measurementsOf } from '@cryptonite/contracts/frames';
import { sayWhy } from './read-text.js';
import { reasonOf } from './reason.js';
import { topicRecords } from './topic-records.js';

export type TopicLine = { line: unknown } | { error: string };

/** Of a file, or of standard input where it is called `-`. Throws a sentence where it cannot be read on. */
export async function* topicLines(path: string): AsyncGenerator<TopicLine> {
  const bytes = path === '-' ? process.stdin : createReadStream(path);
  try {
    let number = 0;
    for await (const { offset, value } of topicRecords(bytes)) {
      number += 1;
      const place = offset === null ? `record ${number}` : `offset ${offset}`;
      try {
        yield { line: { ...(offset !== null && { offset }), ...textOf(value) } };
      } catch (error) {
        yield { error: `${place}: ${reasonOf(error)}` };
      }
    }
  } catch (error) {
    sayWhy(error);
  }
}

function textOf(value: Buffer | null): object {
  if (value === null) return { kind: 'Removed' };
  if (!isFrame(value)) return JSON.parse(value.toString());
  const frame = decodeFrame(value);
  const { schema, partition, slot, time, source } = frame;
  return { kind: 'Frame', schema, partition, slot, time, source, measurements: measurementsOf(frame) };
}
