/** Compares what two folds and sinks made of the same journal. */
import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { DeadLetter } from '@cryptonite/contracts/events';
import { TABLES } from '@cryptonite/contracts/rows';
import { decodeScreenerState, type ScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import { type Comparison, SHOWN } from './comparison.js';
import { digestOf } from './digest.js';
import { differingRows, listTables, listViews, type Sum, streamTopic, sumByPartition } from './stores.js';

/** Tables that materialised views fill, and views: what the contracts do not name. */
const TABLES_FILLED_BY_VIEWS = [
  ...['token_scores', 'token_scores_latest_unmerged'],
  ...['token_scores_latest', 'tokens_described_latest', 'price_trails_latest', 'scans_latest'],
  ...['candles_1s', 'candles_1m', 'candles_1h', 'trade_flow_1m', 'holder_balances', 'bonding_progress'],
  ...['v_trade_flow_1m', 'v_owner_balances', 'v_holder_concentration', 'v_bonding_progress'],
];

const WRITTEN_BY_INGEST = new Set<string>([
  TOPICS.journal.name,
  TOPICS.layoutDrift.name,
  TOPICS.sourceState.name,
]);

/** All that is derived from a journal; what stands beside it and the sink's own record are not (stores.ts). */
const DERIVED: readonly string[] = [
  ...Object.values(TOPICS).flatMap(({ name }) => (WRITTEN_BY_INGEST.has(name) ? [] : [name])),
  ...Object.keys(TABLES).filter((table) => table !== 'sink_progress'),
  ...TABLES_FILLED_BY_VIEWS,
];
type Stores = { kafka: Kafka; clickhouse: ClickHouseClient };

/** Everything that fold and sink made of the same journal: topics, states, tables and views. */
export async function compareDerived(left: Stores, right: Stores, comparison: Comparison): Promise<void> {
  for (const topic of [TOPICS.screening.name, TOPICS.asks.name, TOPICS.followed.name, TOPICS.evicted.name])
    await compareSequences(left.kafka, right.kafka, topic, comparison);
  await compareStates(left.kafka, right.kafka, comparison);
  await compareDeadLetters(left.kafka, right.kafka, comparison);
  for (const table of await listTables(right.clickhouse)) await compareRows(left, right, table, comparison);
  for (const view of await listViews(right.clickhouse)) await compareRows(left, right, view, comparison);
  comparison.requireCounted(DERIVED);
}

export async function compareRows(
  { clickhouse: left }: Stores,
  { clickhouse: right }: Stores,
  table: string,
  comparison: Comparison,
): Promise<void> {
  const [a, b] = [await sumByPartition(left, table), await sumByPartition(right, table)];
  const partitions = [...new Set([...a.keys(), ...b.keys()])].sort();
  const isEqual = (x: Sum | undefined, y: Sum | undefined) =>
    x?.rows === y?.rows && x?.checksum === y?.checksum;
  const differing = partitions.filter((partition) => !isEqual(a.get(partition), b.get(partition)));
  const rows = (sums: typeof a) => [...sums.values()].reduce((total, sum) => total + Number(sum.rows), 0);
  const details: string[] = [];
  for (const partition of differing) {
    const [x, y] = [a.get(partition), b.get(partition)];
    details.push(
      `partition ${partition || '-'}: ${x?.rows ?? 0} rows, ${x?.checksum} / ${y?.rows ?? 0} rows, ${y?.checksum}`,
      ...(await differingRows(left, right, table, partition, SHOWN)),
    );
  }
  comparison.counted(table, rows(a));
  comparison.note(
    table,
    differing.length === 0,
    `${rows(a)} / ${rows(b)} rows in ${partitions.length} partitions, ${checksumOf(a)} / ${checksumOf(b)}`,
    details,
  );
}

const checksumOf = (sums: ReadonlyMap<string, Sum>): string =>
  digestOf([...sums].map(([partition, { rows, checksum }]) => `${partition} ${rows} ${checksum}`).join('\n'));
/** The same records in the same order in every partition. Offsets may differ: transactions leave holes. */
async function compareSequences(
  left: Kafka,
  right: Kafka,
  topic: string,
  comparison: Comparison,
): Promise<void> {
  const read = async (kafka: Kafka) => {
    const partitions = new Map<number, { hash: ReturnType<typeof createHash>; records: number[] }>();
    await streamTopic(kafka, topic, (batch) => {
      for (const { partition, key, value } of batch) {
        const own = partitions.get(partition) ?? { hash: createHash('sha256'), records: [] };
        partitions.set(partition, own);
        const digest = createHash('sha256').update(`${key} ${value}`).digest();
        own.hash.update(digest);
        own.records.push(digest.readUIntBE(0, 6));
      }
    });
    return new Map(
      [...partitions].map(([partition, { hash, records }]) => [
        partition,
        { checksum: hash.digest('hex').slice(0, 16), records },
      ]),
    );
  };
  const [a, b] = [await read(left), await read(right)];
  const partitions = [...new Set([...a.keys(), ...b.keys()])].sort((x, y) => x - y);
  const firstOther = (partition: number): number => {
    const [x, y] = [a.get(partition)?.records ?? [], b.get(partition)?.records ?? []];
    const at = x.findIndex((digest, index) => digest !== y[index]);
    return at < 0 ? Math.min(x.length, y.length) : at;
  };
  comparison.counted(
    topic,
    [...a.values()].reduce((total, { records }) => total + records.length, 0),
  );
  for (const partition of partitions) {
    const [x, y] = [a.get(partition), b.get(partition)];
    const isEqual = x?.checksum === y?.checksum;
    comparison.note(
      `${topic}/${partition}`,
      isEqual,
      `${x?.records.length ?? 0} / ${y?.records.length ?? 0} records, ${x?.checksum} / ${y?.checksum}`,
      isEqual ? [] : await recordsFrom(left, right, topic, partition, firstOther(partition)),
    );
  }
}

/** Some records of both sides around the first that differs. */
async function recordsFrom(
  left: Kafka,
  right: Kafka,
  topic: string,
  wanted: number,
  from: number,
): Promise<string[]> {
  const read = async (kafka: Kafka, sign: string) => {
    const lines: string[] = [];
    let index = 0;
    await streamTopic(kafka, topic, (batch) => {
      for (const { partition, offset, key, value } of batch) {
        if (partition !== wanted) continue;
        if (index >= from && index < from + 3)
          lines.push(`${sign} record ${index}, offset ${offset}: ${key} ${value}`);
        index += 1;
      }
    });
    return lines;
  };
  return [...(await read(left, '-')), ...(await read(right, '+'))];
}

/**
 * The newest value of each key: which older ones still stand depends on when compaction ran. Those of evicted tokens
 * count as gone: when they leave the topic depends on when the tables answered, and what they were is compared there.
 */
async function compareStates(left: Kafka, right: Kafka, comparison: Comparison): Promise<void> {
  const topic = TOPICS.screenerState.name;
  const read = async (kafka: Kafka) => {
    const states = new Map<string, string>();
    const evicted = new Set<string>();
    await streamTopic(kafka, topic, (batch) => {
      for (const { partition, key, value } of batch) {
        if (value === null) states.delete(`${partition} ${key}`);
        else states.set(`${partition} ${key}`, digestOf(value));
        if (!key?.startsWith('token/')) continue;
        if (value !== null && isEvicted(decodeScreenerState(value))) evicted.add(mintOf(key));
        else evicted.delete(mintOf(key));
      }
    });
    for (const key of states.keys()) if (evicted.has(mintOf(key))) states.delete(key);
    return states;
  };
  const [a, b] = [await read(left), await read(right)];
  const others = [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key)).sort();
  comparison.counted(topic, a.size);
  comparison.note(
    topic,
    others.length === 0,
    `${a.size} / ${b.size} keys`,
    others.length === 0 ? [] : await newestOf(left, right, new Set(others.slice(0, SHOWN))),
  );
}

/** Keys of states name their token second. */
const mintOf = (key: string): string => key.split('/')[1] ?? '';

const isEvicted = (state: ScreenerState): boolean =>
  state.kind === 'token' && state.evictedOffset !== undefined;

async function newestOf(left: Kafka, right: Kafka, wanted: ReadonlySet<string>): Promise<string[]> {
  const read = async (kafka: Kafka) => {
    const states = new Map<string, string | null>();
    await streamTopic(kafka, TOPICS.screenerState.name, (batch) => {
      for (const { partition, key, value } of batch)
        if (wanted.has(`${partition} ${key}`)) states.set(`${partition} ${key}`, value);
    });
    return states;
  };
  const [a, b] = [await read(left), await read(right)];
  return [...wanted].flatMap((key) => [`- ${key} ${a.get(key)}`, `+ ${key} ${b.get(key)}`]);
}

/**
 * Each as often as it stands there. Ingest's are left out, for nothing of the chain is read in a replay;
 * compare-published.ts looks at them.
 */
async function compareDeadLetters(left: Kafka, right: Kafka, comparison: Comparison): Promise<void> {
  const read = async (kafka: Kafka) => {
    const letters = new Map<string, number>();
    await streamTopic(kafka, TOPICS.deadLetters.name, (batch) => {
      for (const { value } of batch) {
        const letter = JSON.parse(value ?? '{}') as DeadLetter;
        if (letter.service === 'ingest') continue;
        const text = `${letter.service} ${letter.origin} ${letter.reason} ${digestOf(letter.bytes)}`;
        letters.set(text, (letters.get(text) ?? 0) + 1);
      }
    });
    return letters;
  };
  const [a, b] = [await read(left), await read(right)];
  const details = [...new Set([...a.keys(), ...b.keys()])]
    .filter((letter) => a.get(letter) !== b.get(letter))
    .map((letter) => `${a.get(letter) ?? 0} / ${b.get(letter) ?? 0} times ${letter}`);
  comparison.counted(TOPICS.deadLetters.name, sum(a));
  comparison.note(TOPICS.deadLetters.name, details.length === 0, `${sum(a)} / ${sum(b)}`, details);
}

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0);
