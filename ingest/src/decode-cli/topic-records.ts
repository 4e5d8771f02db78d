/** The records of a topic: from a file of Kafka's log, or as `kcat -f '%R%s'` prints them, each value behind its length. */
import { batchLength, isLogSegment, recordsOf, type TopicRecord } from './log-segment.js';

/** So many bytes tell one from the other. */
const TELLING_BYTES = 17;
const LENGTH_BYTES = 4;
/** What claims to be larger is no record: brokers take 1 MB. */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

type Form = { lengthOf: (held: Buffer) => number; recordsOf: (piece: Buffer) => Iterable<TopicRecord> };

const LOG: Form = { lengthOf: batchLength, recordsOf };
const PRINTED: Form = {
  lengthOf: (held) => {
    if (held.length < LENGTH_BYTES) return Number.POSITIVE_INFINITY;
    const length = held.readInt32BE(0);
    if (length > MAX_RECORD_BYTES)
      throw new Error("is neither a file of Kafka's log nor what kcat -f '%R%s' prints");
    return LENGTH_BYTES + Math.max(0, length);
  },
  recordsOf: (piece) => [
    { offset: null, value: piece.readInt32BE(0) < 0 ? null : piece.subarray(LENGTH_BYTES) },
  ],
};

/** Throws a sentence where the bytes are neither, or damaged; a last piece that is cut short is left out. */
export async function* topicRecords(chunks: AsyncIterable<Buffer>): AsyncGenerator<TopicRecord> {
  let held: Buffer = Buffer.alloc(0);
  let form: Form | null = null;
  const wholePieces = function* (ofForm: Form): Generator<TopicRecord> {
    for (let length = ofForm.lengthOf(held); length <= held.length; length = ofForm.lengthOf(held)) {
      yield* ofForm.recordsOf(held.subarray(0, length));
      held = held.subarray(length);
    }
  };
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (form === null && held.length >= TELLING_BYTES) form = isLogSegment(held) ? LOG : PRINTED;
    if (form !== null) yield* wholePieces(form);
  }
  if (form === null) yield* wholePieces(PRINTED);
}
