/** What a service's user must not do in a Kafka that has an authorizer, tried by that user. */
import { createProducer } from '@cryptonite/contracts/kafkajs';
import { TOPICS } from '@cryptonite/contracts/topics';
import { ensureRights, RIGHTS, rulesOf } from '@cryptonite/stores/kafka/rights.js';
import kafkajs, { Kafka, logLevel } from 'kafkajs';
import { until } from './product.js';

type User = keyof typeof RIGHTS;
type Attempt = { what: string; attempt: (kafka: Kafka) => Promise<unknown> };

/** Kafka's codes, and what kafkajs says when a coordinator may not be looked for: those of own groups are found. */
const REFUSED = /^(\w+_AUTHORIZATION_FAILED$|KafkaJSGroupCoordinatorNotFound:)/;

const topics = Object.values(TOPICS).map(({ name }) => name);

function forbiddenTo(user: User): Attempt[] {
  const rights = RIGHTS[user];
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);
  const written = new Set<string>(names(rights.writes));
  const read = new Set<string>(names(rights.reads));
  const stranger = user === 'screener' ? 'sink' : 'screener';
  return [
    ...topics
      .filter((topic) => !written.has(topic))
      .map((topic) => ({
        what: `write to ${topic}`,
        attempt: (kafka: Kafka) => write(kafka, topic),
      })),
    ...topics
      .filter((topic) => !read.has(topic))
      .map((topic) => ({
        what: `read ${topic}`,
        attempt: (kafka: Kafka) => readOnce(kafka, topic, `${user}-tries`),
      })),
    {
      what: `join a group of ${stranger}`,
      attempt: (kafka) => readOnce(kafka, [...read][0]!, stranger),
    },
    {
      what: `own a transaction of ${stranger}`,
      attempt: (kafka) => begin(kafka, `${stranger}-0`),
    },
    {
      what: 'make a topic',
      attempt: (kafka) => asAdmin(kafka, (admin) => admin.createTopics({ topics: [{ topic: 'mine' }] })),
    },
    {
      what: 'delete the journal',
      attempt: (kafka) => asAdmin(kafka, (admin) => admin.deleteTopics({ topics: [TOPICS.journal.name] })),
    },
  ];
}

/**
 * Gives the services their rights, then lets each try what it has none for. Throws where somebody is let.
 * @returns how many attempts were refused
 */
export async function checkKafkaRights(
  { address, certificate }: { address: string; certificate: string | null },
  passwordOf: (user: User | 'migrate') => string,
): Promise<number> {
  const kafkaOf = (username: User | 'migrate') =>
    new Kafka({
      brokers: [address],
      logLevel: logLevel.NOTHING,
      retry: { retries: 3, initialRetryTime: 100 },
      ...(certificate && { ssl: { ca: certificate } }),
      sasl: { mechanism: 'scram-sha-512', username, password: passwordOf(username) },
    });
  const owner = kafkaOf('migrate');
  // What a user had besides is taken away.
  const rule = rulesOf('ingest').find(({ operation }) => operation === kafkajs.AclOperationTypes.WRITE);
  await asAdmin(owner, (admin) => admin.createAcls({ acl: [{ ...rule!, principal: 'User:sink' }] }));
  for (const expected of [/ 1 taken away$/, / 0 of them new; 0 taken away$/]) {
    const did = await ensureRights(owner);
    if (!expected.test(did)) throw new Error(`rights in Kafka: ${did}`);
  }
  let refused = 0;
  for (const user of Object.keys(RIGHTS) as User[]) {
    const kafka = kafkaOf(user);
    for (const { what, attempt } of forbiddenTo(user)) {
      const type = await until(`${user} tries to ${what}`, () => outcomeOf(attempt(kafka)));
      if (!REFUSED.test(type)) throw new Error(`${user} tried to ${what}: ${type}, and it must be refused`);
      refused += 1;
    }
  }
  return refused;
}

/** Null while the broker is not ready to say. */
const outcomeOf = (attempt: Promise<unknown>): Promise<string | null> =>
  attempt.then(
    () => 'done',
    (error) => {
      const code = codeOf(error);
      return code === 'GROUP_LOAD_IN_PROGRESS' ? null : code;
    },
  );

/** Of the error itself, or of what it was made of. */
function codeOf(error: unknown): string {
  const { type, name, cause, errors } = error as Error & { type?: string; errors?: unknown[] };
  if (type) return type;
  const inner = cause ?? errors?.[0];
  return inner ? codeOf(inner) : `${name}: ${(error as Error).message}`;
}

async function write(kafka: Kafka, topic: string): Promise<void> {
  const producer = createProducer(kafka, { retry: { retries: 0 }, allowAutoTopicCreation: false });
  await producer.connect();
  try {
    await producer.send({ topic, messages: [{ value: 'not allowed', partition: 0 }] });
  } finally {
    await producer.disconnect();
  }
}

/** Resolves once a batch, if an empty one, was read. */
async function readOnce(kafka: Kafka, topic: string, groupId: string): Promise<void> {
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    // The first group of all waits for its coordinator; a refusal is final.
    retry: { retries: 8, restartOnFailure: async () => false },
  });
  try {
    await consumer.connect();
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      consumer.on(consumer.events.FETCH, () => resolve());
      consumer
        .subscribe({ topic, fromBeginning: true })
        .then(() => consumer.run({ autoCommit: false, eachBatch: async () => {} }))
        .catch(reject);
    });
  } finally {
    await consumer.disconnect();
  }
}

async function begin(kafka: Kafka, transactionalId: string): Promise<void> {
  const producer = createProducer(kafka, { transactionalId, idempotent: true, maxInFlightRequests: 1 });
  try {
    await producer.connect();
    await (await producer.transaction()).abort();
  } finally {
    await producer.disconnect();
  }
}

async function asAdmin(
  kafka: Kafka,
  work: (admin: ReturnType<Kafka['admin']>) => Promise<unknown>,
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.disconnect();
  }
}
