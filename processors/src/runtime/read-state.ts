/** Reads one partition of a compacted state topic from its start to a marker that was just written to it. */
import { randomUUID } from 'node:crypto';
import { AssignerProtocol, type Kafka, type PartitionAssigner, type Producer } from 'kafkajs';

/** The marker's key. It has no value, so that compaction takes it away. */
const MARKER_KEY = 'restored';
const MARKER_HEADER = 'restore-id';

/**
 * The newest value of each key, removed ones left out. `producer` is the only writer of the partition by now: its
 * marker is therefore the end, and no offset has to be waited for (control records leave holes in them).
 */
export async function readState(
  kafka: Kafka,
  producer: Producer,
  groupId: string,
  topic: string,
  partition: number,
): Promise<Map<string, Buffer>> {
  const id = randomUUID();
  const marking = await producer.transaction();
  await marking.send({
    topic,
    messages: [{ key: MARKER_KEY, value: null, partition, headers: { [MARKER_HEADER]: id } }],
  });
  await marking.commit();

  const restoreGroup = `${groupId}-restore-${partition}-${id}`;
  const consumer = kafka.consumer({
    groupId: restoreGroup,
    partitionAssigners: [onlyPartition(partition)],
    maxWaitTimeInMs: 20,
    maxBytesPerPartition: 8 << 20,
  });
  const values = new Map<string, Buffer>();
  try {
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer
        .run({
          autoCommit: false,
          eachBatch: async ({ batch }) => {
            for (const { key, value, headers } of batch.messages) {
              const name = key?.toString() ?? '';
              if (value !== null) values.set(name, value);
              else if (headers?.[MARKER_HEADER]?.toString() === id) resolve();
              else values.delete(name);
            }
          },
        })
        .catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
  await forgetGroup(kafka, restoreGroup);
  return values;
}

/** The group has served; a broker that keeps it a little longer does no harm. */
async function forgetGroup(kafka: Kafka, groupId: string): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  await admin.deleteGroups([groupId]).catch(() => undefined);
  await admin.disconnect();
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
