import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { kafkaClientOptions, kafkaVariables } from '@cryptonite/contracts/kafka-access';
import { mendKafkajs } from '@cryptonite/contracts/kafkajs';
import { isDatabaseMissing } from '@cryptonite/stores/postgres/migrate.js';
import { Kafka, logLevel } from 'kafkajs';
// @ts-expect-error kafkajs has types of its whole only
import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';
import pg from 'pg';
import { z } from 'zod';
import { UsageError } from './options.js';
import type { OutsideStores } from './outside-stores.js';

mendKafkajs(RequestQueue);

/** So long may a store of one's own take to answer at the start. */
const WITHIN_MS = 3_000;
/** A broker that cannot be reached must leave time for the next one of the list. */
const CONNECTED_WITHIN_MS = 1_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** In one line and without a password, should an answer repeat what it was sent. */
const plain = (text: string, secret: string | undefined) =>
  (secret ? text.replaceAll(secret, '…') : text).replace(/\s+/g, ' ').slice(0, 200);

/**
 * Sees that the stores that the environment names answer, and to these users. Throws {@link UsageError}: a start that
 * waits for a store with a wrong address or password would wait for ever.
 */
export async function reachStores({
  kafka,
  clickhouse,
  clickhouseReader,
  postgres,
  s3,
}: OutsideStores): Promise<void> {
  await Promise.all([
    kafka && reachKafka(kafka),
    clickhouse && reachClickHouse(clickhouse),
    clickhouse &&
      clickhouseReader.CLICKHOUSE_USER !== undefined &&
      reachClickHouse({ ...clickhouse, ...clickhouseReader }),
    postgres && reachPostgres(postgres.POSTGRES_URL),
    s3 && reachS3(s3),
  ]);
}

async function reachKafka(env: Record<string, string>): Promise<void> {
  const access = z.object(kafkaVariables).parse(env);
  const { KAFKA_BROKERS, KAFKA_USERNAME: username, KAFKA_PASSWORD: password = '' } = access;
  const options = kafkaClientOptions(access);
  const kafka = new Kafka({
    clientId: 'start',
    ...options,
    connectionTimeout: CONNECTED_WITHIN_MS,
    authenticationTimeout: WITHIN_MS,
    requestTimeout: WITHIN_MS,
    // kafkajs tries the next broker of the list at each retry.
    retry: { retries: options.brokers.length, initialRetryTime: 50 },
    logLevel: logLevel.NOTHING,
  });
  const admin = kafka.admin();
  try {
    await inTime(admin.connect().then(() => admin.describeCluster()));
  } catch (error) {
    throw new UsageError(
      `KAFKA_BROKERS ${KAFKA_BROKERS} does not answer${username ? ` user ${username}` : ' without a user'}: ${plain(messageOf(error), password)}. It takes brokers that do, with KAFKA_USERNAME and KAFKA_PASSWORD where they ask for a user, and KAFKA_SASL where that is not SASL PLAIN.`,
    );
  } finally {
    void admin.disconnect().catch(() => {});
  }
}

async function reachClickHouse(env: Record<string, string>): Promise<void> {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_USER: username, CLICKHOUSE_PASSWORD: password } = env;
  const client = createClient({
    url,
    username,
    password,
    request_timeout: WITHIN_MS,
    log: { level: ClickHouseLogLevel.OFF },
  });
  try {
    const answer = await inTime(
      client.query({ query: 'SELECT 1', format: 'TabSeparated' }).then((result) => result.text()),
    );
    if (answer.trim() !== '1') throw new Error('what answers is no ClickHouse');
  } catch (error) {
    throw new UsageError(
      `CLICKHOUSE_URL ${url} does not answer user ${username}: ${plain(messageOf(error), password)}. It takes the http:// or https:// address of a server that lets this user in.`,
    );
  } finally {
    void client.close();
  }
}

/** Answers without its database too: migrations make it. */
async function reachPostgres(url: string): Promise<void> {
  const { host, username, password } = new URL(url);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  });
  client.on('error', () => {});
  try {
    await inTime(client.connect().then(() => client.query('SELECT 1')));
  } catch (error) {
    if (isDatabaseMissing(error)) return;
    throw new UsageError(
      `POSTGRES_URL ${host} does not answer user ${decodeURIComponent(username)}: ${plain(messageOf(error), decodeURIComponent(password))}. It takes the postgres:// address of a server that lets this user in.`,
    );
  } finally {
    void client.end().catch(() => {});
  }
}

/** Answers without the bucket too: a task makes it. */
async function reachS3(env: Record<string, string>): Promise<void> {
  // It takes a while to load, and few need it.
  const { addressIn, connectTo } = await import('@cryptonite/stores/s3/bucket.js');
  const address = addressIn(env);
  const { endpoint, accessKeyId, secretAccessKey } = address;
  try {
    await inTime(connectTo(address).bucketExists(env.S3_BUCKET ?? ''));
  } catch (error) {
    throw new UsageError(
      `S3_ENDPOINT ${endpoint} does not answer ${accessKeyId}: ${plain(messageOf(error), secretAccessKey)}. It takes the http:// or https:// address of an object store, with S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY that it lets in.`,
    );
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WITHIN_MS / 1_000} s`)), WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
