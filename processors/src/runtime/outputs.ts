/** Records that a transaction puts out, in requests that the broker accepts. */
import { CompressionTypes, type Message, type Transaction } from 'kafkajs';

export type OutputRecord = {
  topic: string;
  partition: number;
  key: string | null;
  value: string | Buffer | null;
  /** Chain time, ms; null for the broker's clock. */
  timestamp: number | null;
  headers?: Readonly<Record<string, string>>;
};

/** Below the broker's default limit of 1 MB for the records that one request brings to a partition. */
const MAX_REQUEST_BYTES = 700_000;
const RECORD_OVERHEAD_BYTES = 200;

/** Sends them in their order. @returns the offset behind the newest, where all go to one partition; NaN without any */
export async function sendOutputs(
  transaction: Transaction,
  outputs: readonly OutputRecord[],
): Promise<number> {
  let nextOffset = Number.NaN;
  for (const topicMessages of requestsOf(outputs)) {
    const [sent] = await transaction.sendBatch({ topicMessages, compression: CompressionTypes.GZIP });
    nextOffset = Number(sent?.baseOffset) + (topicMessages[0]?.messages.length ?? 0);
  }
  return nextOffset;
}

function requestsOf(outputs: readonly OutputRecord[]): { topic: string; messages: Message[] }[][] {
  const requests: { topic: string; messages: Message[] }[][] = [];
  let byTopic = new Map<string, Message[]>();
  let bytes = 0;
  const close = () => {
    if (byTopic.size > 0) requests.push([...byTopic].map(([topic, messages]) => ({ topic, messages })));
    byTopic = new Map();
    bytes = 0;
  };
  for (const { topic, partition, key, value, timestamp, headers } of outputs) {
    const size = RECORD_OVERHEAD_BYTES + Buffer.byteLength(value ?? '');
    if (bytes + size > MAX_REQUEST_BYTES) close();
    bytes += size;
    const message = {
      key,
      value,
      partition,
      ...(timestamp !== null && { timestamp: String(timestamp) }),
      ...(headers && { headers }),
    };
    const messages = byTopic.get(topic);
    if (messages) messages.push(message);
    else byTopic.set(topic, [message]);
  }
  close();
  return requests;
}
