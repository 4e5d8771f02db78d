import type { Broker } from '../broker.js';
import { codeOf, ErrorCode } from '../errors.js';
import type { Reader, Writer } from '../wire.js';

/** A request beside its body. */
export interface Request {
  readonly broker: Broker;
  readonly version: number;
  readonly clientId: string;
  readonly clientHost: string;
  /** Aborted when the connection closes. */
  readonly closed: AbortSignal;
}

/** One kind of request of the Kafka protocol, in the versions without tagged fields. */
export interface Api {
  readonly key: number;
  readonly minVersion: number;
  readonly maxVersion: number;
  /** Returns the answer's body, or null where none is wanted. */
  handle(body: Reader, request: Request): Writer | null | Promise<Writer | null>;
}

/** Runs `work` and returns the code of its refusal, or 0. */
export async function codeFor(work: () => unknown): Promise<number> {
  try {
    await work();
    return ErrorCode.NONE;
  } catch (error) {
    return codeOf(error);
  }
}

/** Runs `work` and returns the code and message of its refusal, or 0 and null. */
export async function outcomeOf(work: () => unknown): Promise<{ code: number; message: string | null }> {
  try {
    await work();
    return { code: ErrorCode.NONE, message: null };
  } catch (error) {
    return { code: codeOf(error), message: (error as Error).message };
  }
}

/** Topics with the partitions asked for, the shape of half the protocol. */
export interface PerTopic<P> {
  readonly name: string;
  readonly partitions: readonly P[];
}

export function readTopics<P>(body: Reader, readPartition: () => P): PerTopic<P>[] {
  return body.array(() => ({ name: body.string(), partitions: body.array(readPartition) }));
}

export function writeTopics<P>(
  answer: Writer,
  topics: readonly PerTopic<P>[],
  writePartition: (partition: P) => void,
): void {
  answer.array(topics, ({ name, partitions }) => {
    answer.string(name).array(partitions, writePartition);
  });
}

/** Does `work` for every partition at once, keeping the order. */
export function mapPartitions<P, Q>(
  topics: readonly PerTopic<P>[],
  work: (partition: P, topic: string) => Promise<Q>,
): Promise<PerTopic<Q>[]> {
  return Promise.all(
    topics.map(async ({ name, partitions }) => ({
      name,
      partitions: await Promise.all(partitions.map((partition) => work(partition, name))),
    })),
  );
}
