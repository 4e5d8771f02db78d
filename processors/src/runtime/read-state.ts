/** Reads one partition of a compacted state topic from its start to a marker that was just written to it. */
import { randomUUID } from 'node:crypto';
import { AssignerProtocol, type Kafka, type PartitionAssigner, type Producer } from 'kafkajs';

/** The marker's key. It has no value, so that compaction takes it away. */
const MARKER_KEY = 'restored';
const MARKER_HEADER = 'restore-id';

export type StateTopic = {
  values: Map<string, Buffer>;
  /** Behind the newest record. */
  nextOffset: number;
};

export type StateChange = { key: string; value: Buffer | null };

/** Ends the partition with a marker of `producer`, which is its only writer by now; returns what names the marker. */
export async function markEnd(producer: Producer, topic: string, partition: number): Promise<string> {
  const id = randomUUID();
  const marking = await producer.transaction();
  await marking.send({
    topic,
    messages: [{ key: MARKER_KEY, value: null, partition, headers: { [MARKER_HEADER]: id } }],
  });
  await marking.commit();
  return id;
}

/**
 * Brings what was read before offset `from.nextOffset` up to the marker: the newest value of each key, removed ones left
 * out, and what changed since where it was not read from the start. No offset has to be waited for (control records leave holes in them).
 */
export async function readState(
  kafka: Kafka,
  groupId: string,
  topic: string,
  partition: number,
  marker: string,
  from: StateTopic,
): Promise<StateTopic & { changes: StateChange[] }> {
  const restoreGroup = `${groupId}-restore-${partition}-${marker}`;
  const admin = kafka.admin();
  await admin.connect();
  try {
    const { values } = from;
    let { nextOffset } = from;
    const changes: StateChange[] = [];
    let isAtEnd = false;
    const consumer = kafka.consumer({
      groupId: restoreGroup,
      partitionAssigners: [onlyPartition(partition)],
      maxWaitTimeInMs: 20,
      maxBytesPerPartition: 8 << 20,
    });
    try {
      await consumer.connect();
      await consumer.subscribe({ topic, fromBeginning: true });
      await new Promise<void>((resolve, reject) => {
        consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
        consumer
          .run({
            autoCommit: false,
            eachBatch: async ({ batch }) => {
              for (const { key, value, headers, offset } of batch.messages) {
                // What a successor wrote behind the marker is not what was committed here.
                if (isAtEnd) return;
                if (Number(offset) < nextOffset) continue;
                nextOffset = Number(offset) + 1;
                const name = key?.toString() ?? '';
                if (from.nextOffset > 0) changes.push({ key: name, value });
                if (value !== null) values.set(name, value);
                else values.delete(name);
                isAtEnd = headers?.[MARKER_HEADER]?.toString() === marker;
                if (isAtEnd) resolve();
              }
            },
          })
          .catch(reject);
        // Takes effect with the first fetch, for which the group must have formed.
        if (nextOffset > 0) consumer.seek({ topic, partition, offset: String(nextOffset) });
      });
    } finally {
      await consumer.disconnect();
    }
    // The group has served; a broker that keeps it a little longer does no harm.
    await admin.deleteGroups([restoreGroup]).catch(() => undefined);
    return { values, nextOffset, changes };
  } finally {
    await admin.disconnect();
  }
}

const ASSIGNER = 'one-partition';

const onlyPartition =
  (partition: number): PartitionAssigner =>
  () => ({
    name: ASSIGNER,
    version: 1,
    assign: async ({ members, topics }) =>
      members.map(({ memberId }) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 1,
          assignment: Object.fromEntries(topics.map((topic) => [topic, [partition]])),
          userData: Buffer.alloc(0),
        }),
      })),
    protocol: ({ topics }) => ({
      name: ASSIGNER,
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
  });
