import { randomUUID } from 'node:crypto';
import { ErrorCode } from '../errors.js';
import { type Reader, Writer } from '../wire.js';
import { type BatchPlan, buildBatch } from './build-batch.js';
import { RawClient } from './raw-client.js';
import { eventually, type Target } from './target.js';

export interface Produced {
  readonly code: number;
  readonly baseOffset: number;
}

export interface FetchPlan {
  readonly offset: number;
  readonly maxBytes?: number;
  readonly minBytes?: number;
  readonly maxWaitMs?: number;
  readonly isolation?: number;
}

export interface Producer {
  readonly producerId: number;
  readonly producerEpoch: number;
}

/** The requests of the protocol that tests send byte by byte, over one connection, and what their answers say. */
export class Requests {
  private constructor(readonly client: RawClient) {}

  static async open(target: Target): Promise<Requests> {
    return new Requests(await RawClient.open(target));
  }

  close(): void {
    this.client.close();
  }

  async createTopic(configs: Record<string, string> = {}): Promise<string> {
    const topic = `protocol-${randomUUID()}`;
    const body = new Writer().int32(1).string(topic).int32(1).int16(1).int32(0);
    body.array(Object.entries(configs), ([name, value]) => body.string(name).nullableString(value));
    const answer = await this.client.send(19, 2, body.int32(5000).boolean(false));
    answer.int32();
    const [code] = answer.array(() => [answer.string(), answer.int16(), answer.nullableString()][1]);
    if (code !== ErrorCode.NONE) throw new Error(`the topic was refused with ${code}`);
    await eventually(async () => (await this.listOffset(topic, -2)).code === ErrorCode.NONE, 30_000);
    return topic;
  }

  async produceBytes(
    topic: string,
    bytes: Buffer,
    { transactionalId = null as string | null, acks = -1 } = {},
  ): Promise<Produced> {
    const body = new Writer().nullableString(transactionalId).int16(acks).int32(5000);
    body.int32(1).string(topic).int32(1).int32(0).bytes(bytes);
    const answer = await this.client.send(0, 7, body);
    const [produced] = answer.array(() => {
      answer.string();
      return answer.array(() => {
        answer.int32();
        const result = { code: answer.int16(), baseOffset: answer.int64() };
        answer.int64();
        answer.int64();
        return result;
      })[0]!;
    });
    return produced!;
  }

  produce(topic: string, plan: BatchPlan, transactionalId: string | null = null): Promise<Produced> {
    return this.produceBytes(topic, buildBatch(plan), { transactionalId });
  }

  async listOffset(
    topic: string,
    timestampMs: number,
    isolation = 0,
  ): Promise<{ code: number; offset: number }> {
    const body = new Writer()
      .int32(-1)
      .int8(isolation)
      .int32(1)
      .string(topic)
      .int32(1)
      .int32(0)
      .int64(timestampMs);
    const answer = await this.client.send(2, 2, body);
    answer.int32();
    const [found] = answer.array(() => {
      answer.string();
      return answer.array(() => {
        answer.int32();
        const code = answer.int16();
        answer.int64();
        return { code, offset: answer.int64() };
      })[0]!;
    });
    return found!;
  }

  async endOf(topic: string): Promise<number> {
    return (await this.listOffset(topic, -1)).offset;
  }

  async fetch(topic: string, plan: FetchPlan) {
    const { offset, maxBytes = 1_000_000, minBytes = 1, maxWaitMs = 0, isolation = 0 } = plan;
    const body = new Writer().int32(-1).int32(maxWaitMs).int32(minBytes).int32(maxBytes).int8(isolation);
    body.int32(1).string(topic).int32(1).int32(0).int64(offset).int32(maxBytes);
    const answer = await this.client.send(1, 4, body);
    answer.int32();
    const [fetched] = answer.array(() => {
      answer.string();
      return answer.array(() => {
        answer.int32();
        return {
          code: answer.int16(),
          highWatermark: answer.int64(),
          lastStableOffset: answer.int64(),
          aborted: answer.nullableArray(() => ({ producerId: answer.int64(), firstOffset: answer.int64() })),
          bytes: answer.nullableBytes() ?? Buffer.alloc(0),
        };
      })[0]!;
    });
    return fetched!;
  }

  async initProducer(transactionalId: string | null = null) {
    return eventually(async () => {
      const body = new Writer().nullableString(transactionalId).int32(60_000);
      const answer = await this.client.send(22, 1, body);
      answer.int32();
      const code = answer.int16();
      // Apache Kafka loads its coordinators at their first use.
      return code === ErrorCode.NONE && { producerId: answer.int64(), producerEpoch: answer.int16() };
    }, 30_000);
  }

  async addPartition(id: string, { producerId, producerEpoch }: Producer, topic: string): Promise<number> {
    const body = new Writer().string(id).int64(producerId).int16(producerEpoch);
    const answer = await this.client.send(24, 1, body.int32(1).string(topic).int32(1).int32(0));
    answer.int32();
    return answer.array(() => {
      answer.string();
      return answer.array(() => [answer.int32(), answer.int16()][1]!)[0]!;
    })[0]!;
  }

  async endTransaction(
    id: string,
    { producerId, producerEpoch }: Producer,
    isCommit: boolean,
  ): Promise<number> {
    const body = new Writer().string(id).int64(producerId).int16(producerEpoch).boolean(isCommit);
    const answer = await this.client.send(26, 1, body);
    answer.int32();
    return answer.int16();
  }

  /** Announces that a transaction will commit offsets of the group. */
  async addOffsets(id: string, { producerId, producerEpoch }: Producer, group: string): Promise<number> {
    const body = new Writer().string(id).int64(producerId).int16(producerEpoch).string(group);
    const answer = await this.client.send(25, 1, body);
    answer.int32();
    return answer.int16();
  }

  /** Adds an offset to a transaction. */
  async commitInTransaction(
    id: string,
    { producerId, producerEpoch }: Producer,
    { group, topic, offset }: { group: string; topic: string; offset: number },
  ): Promise<number> {
    const body = new Writer().string(id).string(group).int64(producerId).int16(producerEpoch);
    body.int32(1).string(topic).int32(1).int32(0).int64(offset).int32(-1).nullableString('');
    return onlyCode(await this.client.send(28, 2, body));
  }

  /** Commits an offset of partition 0 as a member, or from outside with generation -1 and no member. */
  async commit(plan: {
    group: string;
    topic: string;
    generation?: number;
    memberId?: string;
    offset?: number;
    metadata?: string | null;
  }): Promise<number> {
    const { group, topic, generation = -1, memberId = '', offset = 5, metadata = 'm' } = plan;
    const body = new Writer().string(group).int32(generation).string(memberId);
    body.int32(1).string(topic).int32(1).int32(0).int64(offset).nullableString(metadata);
    return onlyCode(await this.client.send(8, 5, body));
  }

  /** The committed offset of partition 0, and what was said with it. */
  async committed(group: string, topic: string): Promise<{ offset: number; metadata: string | null }> {
    const answer = await this.client.send(
      9,
      5,
      new Writer().string(group).int32(1).string(topic).int32(1).int32(0),
    );
    answer.int32();
    const [found] = answer.array(() => {
      answer.string();
      return answer.array(() => {
        answer.int32();
        const offset = answer.int64();
        answer.int32();
        const metadata = answer.nullableString();
        answer.int16();
        return { offset, metadata };
      })[0]!;
    });
    return found!;
  }

  /** Moves the log's start; answers with the code and where it is now. */
  async deleteRecords(topic: string, offset: number): Promise<{ code: number; low: number }> {
    const body = new Writer().int32(1).string(topic).int32(1).int32(0).int64(offset).int32(5000);
    const answer = await this.client.send(21, 1, body);
    answer.int32();
    const [deleted] = answer.array(() => {
      answer.string();
      return answer.array(() => {
        answer.int32();
        const low = answer.int64();
        return { low, code: answer.int16() };
      })[0]!;
    });
    return deleted!;
  }

  /** Settings of a topic: all, or those named. `source` 1 is the topic's own, 5 a default. */
  async describeConfigs(
    topic: string,
    names: string[] | null = null,
  ): Promise<{ code: number; configs: { name: string; value: string | null; source: number }[] }> {
    const body = new Writer().int32(1).int8(2).string(topic);
    if (names) body.array(names, (name) => body.string(name));
    else body.int32(-1);
    const answer = await this.client.send(32, 1, body.boolean(false));
    answer.int32();
    const [described] = answer.array(() => {
      const code = answer.int16();
      answer.nullableString();
      answer.int8();
      answer.string();
      const configs = answer.array(() => {
        const [name, value] = [answer.string(), answer.nullableString()];
        answer.boolean();
        const source = answer.int8();
        answer.boolean();
        answer.array(() => [answer.string(), answer.nullableString(), answer.int8()]);
        return { name, value, source };
      });
      return { code, configs };
    });
    return described!;
  }
}

/** The code of an answer about one partition of one topic. */
function onlyCode(answer: Reader): number {
  answer.int32();
  return answer.array(() => {
    answer.string();
    return answer.array(() => [answer.int32(), answer.int16()][1]!)[0]!;
  })[0]!;
}

/** The consumer protocol's version 0 without topics: Apache Kafka reads it. */
const SUBSCRIPTION = Buffer.concat(new Writer().int16(0).int32(0).int32(-1).finish().parts);

export interface JoinPlan {
  readonly sessionTimeoutMs?: number;
  readonly rebalanceTimeoutMs?: number;
  readonly protocol?: string;
}

export interface JoinAnswer {
  readonly code: number;
  readonly generation: number;
  readonly leader: string;
  readonly memberId: string;
  readonly members: string[];
}

/** One member of a group, by itself on a connection: a join keeps it waiting. */
export class Member {
  memberId = '';
  generation = -1;

  private constructor(
    private readonly requests: Requests,
    readonly group: string,
  ) {}

  static async open(target: Target, group: string): Promise<Member> {
    return new Member(await Requests.open(target), group);
  }

  close(): void {
    this.requests.close();
  }

  /** One JoinGroup as it is. */
  async ask(plan: JoinPlan = {}): Promise<JoinAnswer> {
    const { sessionTimeoutMs = 30_000, rebalanceTimeoutMs = 30_000, protocol = 'range' } = plan;
    const body = new Writer().string(this.group).int32(sessionTimeoutMs).int32(rebalanceTimeoutMs);
    body.string(this.memberId).nullableString(null).string('consumer');
    body.int32(1).string(protocol).bytes(SUBSCRIPTION);
    const answer = await this.requests.client.send(11, 5, body);
    answer.int32();
    const [code, generation] = [answer.int16(), answer.int32()];
    answer.nullableString();
    const [leader, memberId] = [answer.string(), answer.string()];
    const members = answer.array(() => {
      const id = answer.string();
      answer.nullableString();
      answer.bytes();
      return id;
    });
    return { code, generation, leader, memberId, members };
  }

  /** Joins as clients do: takes the member id it is told, waits while the coordinator is loading. */
  async join(plan: JoinPlan = {}): Promise<JoinAnswer> {
    return eventually(async () => {
      const answer = await this.ask(plan);
      if (answer.code === ErrorCode.MEMBER_ID_REQUIRED) this.memberId = answer.memberId;
      if (answer.code !== ErrorCode.NONE) return null;
      this.memberId = answer.memberId;
      this.generation = answer.generation;
      return answer;
    }, 30_000);
  }

  /** Hands in or waits for assignments: each member is given its own id. */
  async sync(members: readonly string[] = []): Promise<{ code: number; assignment: string }> {
    const body = this.identified().nullableString(null);
    body.array(members, (id) => body.string(id).bytes(Buffer.from(`for ${id}`)));
    const answer = await this.requests.client.send(14, 3, body);
    answer.int32();
    return { code: answer.int16(), assignment: answer.bytes().toString() };
  }

  async heartbeat(): Promise<number> {
    const answer = await this.requests.client.send(12, 3, this.identified().nullableString(null));
    answer.int32();
    return answer.int16();
  }

  commit(topic: string, offset = 5): Promise<number> {
    const { group, generation, memberId } = this;
    return this.requests.commit({ group, topic, generation, memberId, offset });
  }

  private identified(): Writer {
    return new Writer().string(this.group).int32(this.generation).string(this.memberId);
  }
}
