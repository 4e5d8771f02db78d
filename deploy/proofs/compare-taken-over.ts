/** Compares what a taken-over data folder says with its own topics, and with a fresh fold of its journal. */
import type { ClickHouseClient } from '@clickhouse/client';
import { decodeScreeningRecord, measurementsOf, type ScreeningRecord } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { decodeEvictedState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import type { Comparison } from './comparison.js';
import { streamTopic } from './stores.js';

type Stores = { kafka: Kafka; clickhouse: ClickHouseClient };
type Row = Record<string, unknown>;

const rowsOf = async (clickhouse: ClickHouseClient, query: string): Promise<Row[]> =>
  (await clickhouse.query({ query, format: 'JSONEachRow' })).json();

/** What a row is the only one of. */
const KEYS = {
  token_scores: "concat(mint, ' ', toString(toUnixTimestamp64Milli(time)), ' ', position)",
  verdicts: 'id',
  alerts: 'id',
  lifecycle_changes: 'id',
  list_changes: 'id',
  layers_assessed: "concat(id, ' ', name)",
  outcomes: 'id',
  scans: "concat(toString(partition), ' ', toString(toUnixTimestamp64Milli(time)))",
  evicted_states: "concat(mint, ' ', toString(evicted_offset), ' ', toString(part))",
} as const;
type Table = keyof typeof KEYS;

const keyOf = ({ mint, time, position }: Measurement): [Table, string] => [
  'token_scores',
  `${mint} ${time} ${position}`,
];

/** The rows that a record is stored as; of identities and trails the tables keep the newest alone. */
function keysOf(record: ScreeningRecord): [Table, string][] {
  if (record.holds === 'frame') return measurementsOf(record.frame).map(keyOf);
  if (record.holds === 'before') return [keyOf(record.measurement)];
  const { event } = record;
  switch (event.kind) {
    case 'TokenDescribed':
    case 'PriceTrailed':
      return [];
    case 'ScanAdvanced':
      return [['scans', `${event.partition} ${event.time}`]];
    case 'BondingAlertRaised':
      return [['alerts', event.id]];
    case 'LayerAssessed':
      return event.findings.map(({ name }) => ['layers_assessed', `${event.id} ${name}`]);
    case 'ListEntered':
    case 'ListLeft':
      return [['list_changes', event.id]];
    case 'LifecycleChanged':
      return [['lifecycle_changes', event.id]];
    case 'OutcomeObserved':
      return [['outcomes', event.id]];
    default:
      return [['verdicts', event.id]];
  }
}

/** What the topics hold stands in the tables, each once: of before and of after. */
export async function compareStored({ kafka, clickhouse }: Stores, comparison: Comparison): Promise<void> {
  const said = new Map<Table, string[]>(Object.keys(KEYS).map((table) => [table as Table, []]));
  await streamTopic(kafka, TOPICS.screening.name, (records) => {
    for (const { bytes } of records)
      for (const [table, key] of keysOf(decodeScreeningRecord(bytes ?? Buffer.of())))
        said.get(table)?.push(key);
  });
  await streamTopic(kafka, TOPICS.evicted.name, (records) => {
    for (const { value } of records) {
      const { mint, evictedOffset, part } = decodeEvictedState(value ?? '');
      said.get('evicted_states')?.push(`${mint} ${evictedOffset} ${part}`);
    }
  });
  for (const [table, keys] of said) {
    const stored = (await rowsOf(clickhouse, `SELECT ${KEYS[table]} AS key FROM ${table}`)).map(({ key }) =>
      String(key),
    );
    const [a, b] = [keys.sort(), stored.sort()];
    comparison.counted(table, keys.length);
    comparison.note(
      `${table} against its topic`,
      a.join('\n') === b.join('\n'),
      `${a.length} said, ${b.length} stored, ${new Set(b).size} of them different`,
      [...onlyIn(a, b).map((key) => `- ${key}`), ...onlyIn(b, a).map((key) => `+ ${key}`)],
    );
  }
}

/** Entries of a sorted list that another has fewer times. */
function onlyIn(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const key of other) left.set(key, (left.get(key) ?? 0) + 1);
  return list.filter((key) => {
    const times = left.get(key) ?? 0;
    left.set(key, times - 1);
    return times <= 0;
  });
}

/** Alerts of before have the time of the slot confirmed before their fact; now they have that of the fact. */
const SAID_BEFORE = new Set(['alertRaisedAt', 'alert_raised_at']);
/**
 * What the rules of before made of a token, until it is measured anew: they had no patterns, and a score of fewer parts.
 */
const RULED_BEFORE = new Set([
  'rulesVersion',
  'rules_version',
  'hypeScore',
  'hypeCoverage',
  'hypeBest',
  'pattern',
  'patternName',
  'patternScore',
  'patternCoverage',
  'checks',
  'rejectionReason',
  'live_passed_checks',
  'whitepaper_passed_checks',
]);

const isOfBefore = (name: string) => SAID_BEFORE.has(name) || RULED_BEFORE.has(name);

/**
 * Measurements at a stream time at which both measured: the states that were taken over say what fresh ones say. A value
 * that the version of before did not store is null in its rows.
 */
export async function compareMeasurements(
  left: ClickHouseClient,
  right: ClickHouseClient,
  comparison: Comparison,
): Promise<void> {
  const query = `SELECT ${KEYS.token_scores} AS key, * FROM token_scores`;
  const fresh = new Map((await rowsOf(right, query)).map((row) => [row.key, row]));
  const both = (await rowsOf(left, query)).filter(({ key }) => fresh.has(key));
  const others = both.flatMap((row) => {
    const other = fresh.get(row.key) ?? {};
    return Object.keys(row).flatMap((name) =>
      row[name] === null || row[name] === other[name] || isOfBefore(name)
        ? []
        : [`${row.key} ${name}: ${row[name]} taken over, ${other[name]} fresh`],
    );
  });
  comparison.enough('measurements that both made', both.length, 400);
  comparison.note('measurements that both made', others.length === 0, `${both.length}`, others);
}

/** Who every token is, whichever version measured it last. */
export async function compareIdentities(
  left: ClickHouseClient,
  right: ClickHouseClient,
  comparison: Comparison,
): Promise<void> {
  const query = `SELECT mint, toString(tuple(* EXCEPT (mint, time, position, rules_version))) AS identity
    FROM tokens_described_latest FINAL ORDER BY mint`;
  const [a, b] = [await rowsOf(left, query), await rowsOf(right, query)].map((rows) =>
    rows.map(({ mint, identity }) => `${mint} ${identity}`),
  );
  const details = [...onlyIn(a!, b!).map((row) => `- ${row}`), ...onlyIn(b!, a!).map((row) => `+ ${row}`)];
  comparison.counted('tokens_described_latest', a!.length);
  comparison.note(
    'tokens_described_latest',
    details.length === 0,
    `${a!.length} / ${b!.length} tokens`,
    details,
  );
}

const LISTS = [
  ...['live', 'whitepaper'].flatMap((profile) =>
    ['pumpfun', 'bonded'].flatMap((source) => [
      `/api/tokens/qualified?profile=${profile}&source=${source}`,
      `/api/tokens/rejected?profile=${profile}&source=${source}`,
    ]),
  ),
  '/api/discovery/early-stage',
];

type Item = Record<string, unknown> & { mint: string };

async function itemsOf(url: string): Promise<Map<string, Item>> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const { items } = (await answer.json()) as { items: Item[] };
  return new Map(items.map((item) => [item.mint, item]));
}

/** The lists of both, token by token and field by field as they are answered. */
export async function compareLists(left: string, right: string, comparison: Comparison): Promise<void> {
  let shown = 0;
  for (const path of LISTS) {
    const [a, b] = [await itemsOf(`${left}${path}`), await itemsOf(`${right}${path}`)];
    shown += a.size;
    const others = [...new Set([...a.keys(), ...b.keys()])].flatMap((mint) => {
      const [item, other] = [a.get(mint), b.get(mint)];
      return Object.keys({ ...item, ...other }).flatMap((name) => {
        const [was, is] = [item?.[name], other?.[name]].map((value) => JSON.stringify(value));
        return was === is || isOfBefore(name) ? [] : [`${mint} ${name}: ${was} taken over, ${is} fresh`];
      });
    });
    comparison.note(path, others.length === 0, `${a.size} / ${b.size} tokens`, others);
  }
  comparison.enough('tokens on lists', shown, 3);
}
