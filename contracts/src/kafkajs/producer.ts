import type {
  Kafka,
  Message,
  Producer,
  ProducerBatch,
  ProducerConfig,
  RecordMetadata,
  Sender,
} from 'kafkajs';

/** kafkajs said that a send went well and did not name a partition of it: nobody knows that it stands there. */
export class NotToldWrittenError extends Error {
  override readonly name = 'NotToldWrittenError';
}

/**
 * A producer of kafkajs 2.2.4 that loses nothing where a partition's leader moves. The library keeps one answer per broker over
 * the tries of one send (`kafkajs/src/producer/sendMessages.js`): a partition whose leader moves to a broker that has answered
 * for others by then is sent no more, and the send resolves. Here each request brings one partition, so that there is no other
 * answer, and an answer that does not name the partition is refused. Each message names its partition; acks of 0 have no answer
 * and are refused. When it throws, all requests of the send have ended, and what they wrote is not known: whoever sends begins
 * with another producer, as the number of the next record is not known either.
 * @throws NotToldWrittenError
 */
export function createProducer(kafka: Pick<Kafka, 'producer'>, config?: ProducerConfig): Producer {
  const producer = kafka.producer(config);
  return {
    ...producer,
    ...senderOf(producer),
    transaction: async () => {
      const transaction = await producer.transaction();
      return { ...transaction, ...senderOf(transaction) };
    },
  };
}

function senderOf(sender: Pick<Sender, 'send'>): Pick<Sender, 'send' | 'sendBatch'> {
  const sendBatch = async ({ topicMessages = [], ...options }: ProducerBatch): Promise<RecordMetadata[]> => {
    const requests = topicMessages.flatMap(({ topic, messages }) =>
      [...byPartition(messages)].map(([partition, of]) => ({ topic, partition, messages: of })),
    );
    const sent = await Promise.allSettled(
      requests.map(async ({ topic, partition, messages }) => {
        const told = await sender.send({ ...options, topic, messages });
        const isTold = told.some((one) => one.topicName === topic && one.partition === partition);
        if (!isTold)
          throw new NotToldWrittenError(`kafkajs does not say that ${topic}/${partition} is written`);
        return told;
      }),
    );
    return sent.flatMap((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  };
  return {
    sendBatch,
    send: ({ topic, messages, ...options }) =>
      sendBatch({ ...options, topicMessages: [{ topic, messages }] }),
  };
}

function byPartition(messages: readonly Message[]): Map<number, Message[]> {
  const partitions = new Map<number, Message[]>();
  for (const message of messages) {
    if (message.partition === undefined) throw new Error('a message names no partition');
    const others = partitions.get(message.partition);
    if (others) others.push(message);
    else partitions.set(message.partition, [message]);
  }
  return partitions;
}
