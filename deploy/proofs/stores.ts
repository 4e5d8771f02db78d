/** Reads what a product has stored, in a form that two runs can be compared by. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { readKafkaAddress } from './engines/kafka.js';
import type { Product } from './product.js';

const Secrets = z.object({
  kafkaPassword: z.string(),
  clickhousePassword: z.string(),
  postgresPassword: z.string(),
  s3SecretAccessKey: z.string(),
});

/** What a process beside the product's own reads to reach the same stores. */
export function environmentOf(product: Product): Record<string, string> {
  const secrets = Secrets.parse(JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')));
  const outside = readKafkaAddress({ ...process.env, ...product.env });
  const addressOf = (service: string) => {
    const line = product.lines.find((text) => text.startsWith(`${service} is up: `));
    const [, address] = /(127\.0\.0\.1:\d+)/.exec(line ?? '') ?? [];
    if (!address) throw new Error(`${service} named no address`);
    return address;
  };
  return {
    KAFKA_BROKERS: outside?.brokers.join(',') ?? addressOf('kafka'),
    KAFKA_USERNAME: (outside ? outside.username : 'cryptonite') ?? '',
    KAFKA_PASSWORD: (outside ? outside.password : secrets.kafkaPassword) ?? '',
    CLICKHOUSE_URL: `http://${addressOf('clickhouse')}`,
    CLICKHOUSE_USER: 'cryptonite',
    CLICKHOUSE_PASSWORD: secrets.clickhousePassword,
    CLICKHOUSE_DATABASE: 'cryptonite',
    POSTGRES_URL: `postgres://cryptonite:${secrets.postgresPassword}@${addressOf('postgres')}/cryptonite`,
    S3_ENDPOINT: `http://${addressOf('s3')}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'cryptonite',
    S3_ACCESS_KEY_ID: 'cryptonite',
    S3_SECRET_ACCESS_KEY: secrets.s3SecretAccessKey,
  };
}

/** A client of the broker that these variables name. */
export const openKafka = (env: Record<string, string>): Kafka =>
  new Kafka({
    clientId: 'compare',
    brokers: env.KAFKA_BROKERS?.split(',') ?? [],
    logLevel: logLevel.NOTHING,
    ...(env.KAFKA_USERNAME && {
      sasl: { mechanism: 'plain', username: env.KAFKA_USERNAME, password: env.KAFKA_PASSWORD ?? '' },
    }),
  });

/** Clients of a running product's stores, with its own secrets and the addresses it printed or was given. */
export function openStores(product: Product): { kafka: Kafka; clickhouse: ClickHouseClient } {
  const env = environmentOf(product);
  return {
    kafka: openKafka(env),
    clickhouse: createClient({
      url: env.CLICKHOUSE_URL,
      username: env.CLICKHOUSE_USER,
      password: env.CLICKHOUSE_PASSWORD,
      database: env.CLICKHOUSE_DATABASE,
      request_timeout: 300_000,
      log: { level: ClickHouseLogLevel.OFF },
    }),
  };
}

export type TopicRecord = {
  partition: number;
  offset: string;
  key: string | null;
  /** As text; a frame is read from `bytes`. */
  value: string | null;
  bytes: Buffer | null;
  timestamp: string;
  headers: Record<string, string>;
};

/** Of batches of a topic the records not handed on before: a reader that joins its group again begins anew. */
export function handedOnOnce(): (records: TopicRecord[]) => TopicRecord[] {
  const newest = new Map<number, bigint>();
  return (records) =>
    records.filter(({ partition, offset }) => {
      const before = newest.get(partition);
      if (before !== undefined && BigInt(offset) <= before) return false;
      newest.set(partition, BigInt(offset));
      return true;
    });
}

/**
 * Hands on every committed record that a topic holds when it is called, once, in the order of each partition, a
 * batch at a time. The next batch waits for `eachBatch`.
 */
export async function streamTopic(
  kafka: Kafka,
  topic: string,
  eachBatch: (records: TopicRecord[]) => Promise<void> | void,
): Promise<void> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  const waiting = new Map(
    ends.filter((end) => end.high !== end.low).map((end) => [end.partition, BigInt(end.high) - 1n]),
  );
  if (waiting.size > 0) {
    const groupId = `compare-${randomUUID()}`;
    const once = handedOnOnce();
    const consumer = kafka.consumer({ groupId, maxBytesPerPartition: 4 << 20 });
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      // Told after batches that hold only a transaction's end, too, which no reader is handed.
      consumer.on(consumer.events.END_BATCH_PROCESS, ({ payload: { partition, lastOffset } }) => {
        const end = waiting.get(partition);
        if (end !== undefined && BigInt(lastOffset) >= end) waiting.delete(partition);
        if (waiting.size === 0) resolve();
      });
      consumer
        .run({
          autoCommit: false,
          eachBatch: async ({ batch }) => {
            const { partition } = batch;
            const end = waiting.get(partition);
            if (end === undefined) return;
            const records = batch.messages
              .filter(({ offset }) => BigInt(offset) <= end)
              .map((message) => ({
                partition,
                offset: message.offset,
                key: message.key?.toString() ?? null,
                value: message.value?.toString() ?? null,
                bytes: message.value,
                timestamp: message.timestamp,
                headers: Object.fromEntries(
                  Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
                ),
              }));
            // kafkajs would hand the batch on again, of which nothing is left.
            await Promise.resolve(once(records)).then(eachBatch).catch(reject);
          },
        })
        .catch(reject);
    }).finally(() => consumer.disconnect());
    await admin.deleteGroups([groupId]).catch(() => {});
  }
  await admin.disconnect();
}

const Column = z.object({
  name: z.string(),
  type: z.string(),
  engine: z.string(),
  isKey: z.coerce.number(),
});

async function rowsOf(clickhouse: ClickHouseClient, query: string, params: Record<string, unknown> = {}) {
  const answer = await clickhouse.query({ query, query_params: params, format: 'JSONEachRow' });
  return answer.json<Record<string, unknown>>();
}

/**
 * The tables and materialised targets of the product's database, but for the runner's own record and the sink's
 * (offsets, which the markers of repeated transactions shift).
 */
export async function listTables(clickhouse: ClickHouseClient): Promise<string[]> {
  const rows = await rowsOf(
    clickhouse,
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN ('schema_migrations', 'sink_progress')
     ORDER BY name`,
  );
  return rows.map((row) => String(row.name));
}

/**
 * A query for a table's merged content: what a reader sees once every part is merged. Replaced rows are gone,
 * aggregate states are finished, sums are summed, whatever the parts happen to be. Column `part_of` names the partition.
 */
async function mergedContent(clickhouse: ClickHouseClient, table: string): Promise<string> {
  const columns = z.array(Column).parse(
    await rowsOf(
      clickhouse,
      `SELECT c.name AS name, c.type AS type, t.engine AS engine, c.is_in_sorting_key AS isKey
       FROM system.columns AS c INNER JOIN system.tables AS t ON c.database = t.database AND c.table = t.name
       WHERE c.database = currentDatabase() AND c.table = {table:String} ORDER BY c.position`,
      { table },
    ),
  );
  const engine = columns[0]?.engine ?? '';
  const quoted = (name: string) => `\`${name}\``;
  const partOf = engine === 'View' ? "'' AS part_of" : '_partition_id AS part_of';
  if (!/Aggregating|Summing/.test(engine))
    return `SELECT ${partOf}, ${columns.map((c) => quoted(c.name)).join(', ')} FROM ${quoted(table)}${/Replacing|Collapsing/.test(engine) ? ' FINAL' : ''}`;
  const keys = columns.filter((column) => column.isKey).map((column) => quoted(column.name));
  const values = columns
    .filter((column) => !column.isKey)
    .map(({ name, type }) => {
      const [, simple] = /^SimpleAggregateFunction\((\w+)/.exec(type) ?? [];
      if (simple) return `${simple}(${quoted(name)})`;
      const [, state] = /^AggregateFunction\((\w+(?:\([^)]*\))?)/.exec(type) ?? [];
      if (state) return `${state}Merge(${quoted(name)})`;
      return `${/Summing/.test(engine) && /Int|Decimal/.test(type) ? 'sum' : 'any'}(${quoted(name)})`;
    });
  return `SELECT ${partOf}, ${[...keys, ...values].join(', ')} FROM ${quoted(table)} GROUP BY part_of, ${keys.join(', ')}`;
}

/** Views without parameters: what analysts read. */
export async function listViews(clickhouse: ClickHouseClient): Promise<string[]> {
  const rows = await rowsOf(
    clickhouse,
    `SELECT name FROM system.tables
     WHERE database = currentDatabase() AND engine = 'View' AND NOT match(create_table_query, '\\{\\w+:')
     ORDER BY name`,
  );
  return rows.map((row) => String(row.name));
}

/** Count and order-free checksum of some rows; doubles of a row count twice. */
export type Sum = { rows: string; checksum: string };

const HASH = 'cityHash64(toString(tuple(* EXCEPT part_of)))';

/** The sum of a table's or view's merged content by partition; a view has one, without a name. */
export async function sumByPartition(clickhouse: ClickHouseClient, table: string): Promise<Map<string, Sum>> {
  const rows = await rowsOf(
    clickhouse,
    `SELECT part_of, toString(count()) AS rows, toString(sum(${HASH})) AS checksum
     FROM (${await mergedContent(clickhouse, table)}) GROUP BY part_of ORDER BY part_of`,
  );
  return new Map(
    rows.map((row) => [String(row.part_of), { rows: String(row.rows), checksum: String(row.checksum) }]),
  );
}

/** Up to `limit` rows of a table's partition that only one of two stores has, as text, each with the side it is on. */
export async function differingRows(
  left: ClickHouseClient,
  right: ClickHouseClient,
  table: string,
  partition: string,
  limit = 10,
): Promise<string[]> {
  const counted = async (clickhouse: ClickHouseClient) => {
    const counts = new Map<string, number>();
    const rows = await rowsOf(
      clickhouse,
      `SELECT toString(${HASH}) AS hash, count() AS times
       FROM (${await mergedContent(clickhouse, table)}) WHERE part_of = {partition:String} GROUP BY hash`,
      { partition },
    );
    for (const { hash, times } of rows) counts.set(String(hash), Number(times));
    return counts;
  };
  const [a, b] = [await counted(left), await counted(right)];
  const only = async (
    clickhouse: ClickHouseClient,
    has: ReadonlyMap<string, number>,
    other: ReadonlyMap<string, number>,
    sign: string,
  ) => {
    const hashes = [...has].filter(([hash, times]) => times > (other.get(hash) ?? 0)).map(([hash]) => hash);
    if (hashes.length === 0) return [];
    const rows = await rowsOf(
      clickhouse,
      `SELECT toString(tuple(* EXCEPT part_of)) AS row FROM (${await mergedContent(clickhouse, table)})
       WHERE part_of = {partition:String} AND toString(${HASH}) IN {hashes:Array(String)} ORDER BY row`,
      { partition, hashes: hashes.slice(0, limit) },
    );
    return rows.map(({ row }) => `${sign} ${row}`);
  };
  return [...(await only(left, a, b, '-')), ...(await only(right, b, a, '+'))];
}
