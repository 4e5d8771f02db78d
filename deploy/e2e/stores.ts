/** Reads what a product has stored, in a form that two runs can be compared by. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { Kafka, logLevel } from 'kafkajs';
import { z } from 'zod';
import { readKafkaAddress } from '../engines/kafka.js';
import type { Product } from './product.js';

const Secrets = z.object({ kafkaPassword: z.string(), clickhousePassword: z.string() });

/** Clients of a running product's stores, with its own secrets and the addresses it printed or was given. */
export function openStores(product: Product): { kafka: Kafka; clickhouse: ClickHouseClient } {
  const secrets = Secrets.parse(JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')));
  const outside = readKafkaAddress({ ...process.env, ...product.env });
  const username = outside ? outside.username : 'cryptonite';
  const password = (outside ? outside.password : secrets.kafkaPassword) ?? '';
  const addressOf = (service: string) => {
    const line = product.lines.find((text) => text.startsWith(`${service} is up: `));
    const [, address] = /(127\.0\.0\.1:\d+)/.exec(line ?? '') ?? [];
    if (!address) throw new Error(`${service} named no address`);
    return address;
  };
  return {
    kafka: new Kafka({
      clientId: 'compare',
      brokers: outside?.brokers ?? [addressOf('kafka')],
      logLevel: logLevel.NOTHING,
      ...(username && { sasl: { mechanism: 'plain', username, password } }),
    }),
    clickhouse: createClient({
      url: `http://${addressOf('clickhouse')}`,
      username: 'cryptonite',
      password: secrets.clickhousePassword,
      database: 'cryptonite',
    }),
  };
}

export type TopicRecord = {
  partition: number;
  offset: string;
  key: string | null;
  value: string | null;
  timestamp: string;
  headers: Record<string, string>;
};

/** Every committed record of a topic, in the order of each partition. */
export async function readTopic(kafka: Kafka, topic: string): Promise<TopicRecord[]> {
  const admin = kafka.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  // A transaction's end marker is no record, so the last offset may never be delivered: a quiet second after the
  // last delivery ends the reading too, and offsets that were delivered say how far it came.
  const waiting = new Map(
    ends.filter((end) => end.high !== end.low).map((end) => [end.partition, BigInt(end.high) - 1n]),
  );
  const records: TopicRecord[] = [];
  if (waiting.size === 0) return records;
  const consumer = kafka.consumer({
    groupId: `compare-${process.pid}-${Math.round(performance.now() * 1000)}`,
  });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  let lastDelivery = Date.now();
  await consumer.run({
    autoCommit: false,
    eachBatch: async ({ batch }) => {
      for (const message of batch.messages)
        records.push({
          partition: batch.partition,
          offset: message.offset,
          key: message.key?.toString() ?? null,
          value: message.value?.toString() ?? null,
          timestamp: message.timestamp,
          headers: Object.fromEntries(
            Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)]),
          ),
        });
      lastDelivery = Date.now();
      const end = waiting.get(batch.partition);
      if (end !== undefined && BigInt(batch.lastOffset()) >= end) waiting.delete(batch.partition);
    },
  });
  while (waiting.size > 0 && (records.length === 0 || Date.now() - lastDelivery < 5_000))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await consumer.disconnect();
  return records.sort((a, b) => a.partition - b.partition || (BigInt(a.offset) < BigInt(b.offset) ? -1 : 1));
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
 * aggregate states are finished, sums are summed, whatever the parts happen to be.
 */
export async function mergedContent(clickhouse: ClickHouseClient, table: string): Promise<string> {
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
  if (!/Aggregating|Summing/.test(engine))
    return `SELECT ${columns.map((c) => quoted(c.name)).join(', ')} FROM ${quoted(table)}${/Replacing|Collapsing/.test(engine) ? ' FINAL' : ''}`;
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
  return `SELECT ${[...keys, ...values].join(', ')} FROM ${quoted(table)} GROUP BY ${keys.join(', ')}`;
}

export type TableSum = { rows: string; checksum: string };

/** Count and order-free checksum of a table's merged content; doubles of a row count twice. */
export async function checksumTable(clickhouse: ClickHouseClient, table: string): Promise<TableSum> {
  const content = await mergedContent(clickhouse, table);
  const [row] = await rowsOf(
    clickhouse,
    `SELECT toString(count()) AS rows, toString(sum(cityHash64(toString(tuple(*))))) AS checksum FROM (${content})`,
  );
  return { rows: String(row?.rows), checksum: String(row?.checksum) };
}

/** Up to `limit` rows of a table that only one of two stores has, as text, each with the side it is on. */
export async function differingRows(
  left: ClickHouseClient,
  right: ClickHouseClient,
  table: string,
  limit = 10,
): Promise<string[]> {
  const read = async (clickhouse: ClickHouseClient) => {
    const rows = await rowsOf(
      clickhouse,
      `SELECT toString(tuple(*)) AS row FROM (${await mergedContent(clickhouse, table)})`,
    );
    const counts = new Map<string, number>();
    for (const { row } of rows) counts.set(String(row), (counts.get(String(row)) ?? 0) + 1);
    return counts;
  };
  const [a, b] = [await read(left), await read(right)];
  const only = (has: Map<string, number>, other: Map<string, number>, sign: string) =>
    [...has].filter(([row, count]) => count > (other.get(row) ?? 0)).map(([row]) => `${sign} ${row}`);
  return [...only(a, b, '-'), ...only(b, a, '+')].slice(0, limit);
}
