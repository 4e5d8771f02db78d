/** Compares what a taken-over data folder says with its own topics, and with a fresh fold of its journal. */
import type { ClickHouseClient } from '@clickhouse/client';
import { decodeScreeningRecord, measurementsOf, type ScreeningRecord } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { decodeEvictedState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import type { Comparison } from './comparison.js';
import { streamTopic } from './stores.js';
import {
  asRuledBefore,
  type Item,
  isOfSlotBefore,
  isRuledBefore,
  millisOf,
  type Row,
  TakenOver,
} from './taken-over.js';

type Stores = { kafka: Kafka; clickhouse: ClickHouseClient };

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

/** What a folder's own tables say of its take-over, once everything is stored. */
export async function readTakenOver(clickhouse: ClickHouseClient): Promise<TakenOver> {
  const rows = await rowsOf(clickhouse, 'SELECT * FROM token_scores ORDER BY time, position');
  const trades = await rowsOf(
    clickhouse,
    'SELECT mint, toUnixTimestamp64Milli(min(time)) AS at FROM trades_executed GROUP BY mint',
  );
  return new TakenOver(rows, new Map(trades.map(({ mint, at }) => [String(mint), Number(at)])));
}

/** The columns in which any of the rows has a value. */
const filledIn = (rows: readonly Row[]): Set<string> =>
  new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== null)));

/**
 * Measurements at a stream time at which both measured: the states that were taken over say what fresh ones say, but for what
 * they lack. Of a row of before those columns are compared that its release stored, or told its topic.
 */
export async function compareMeasurements(
  left: ClickHouseClient,
  right: ClickHouseClient,
  takenOver: TakenOver,
  comparison: Comparison,
): Promise<void> {
  const query = `SELECT ${KEYS.token_scores} AS key, * FROM token_scores`;
  const fresh = new Map((await rowsOf(right, query)).map((row) => [row.key, row]));
  const rows = await rowsOf(left, query);
  // What it stored has no verdicts of checks; what it told its topic alone has, stored by the new one.
  const isToldAlone = (row: Row) => row.live_checks !== null;
  const before = rows.filter(isRuledBefore);
  const stored = filledIn(before.filter((row) => !isToldAlone(row)));
  const told = filledIn(before.filter(isToldAlone));
  const namesOf = (row: Row): string[] => {
    if (!isRuledBefore(row)) return Object.keys(row);
    return [...(isToldAlone(row) ? told : stored)];
  };
  const isSame = (name: string, was: unknown, is: unknown): boolean =>
    was === is ||
    (name === 'alert_raised_at' &&
      was !== null &&
      is !== null &&
      isOfSlotBefore(millisOf(was), millisOf(is)));
  const both = rows.filter(({ key }) => fresh.has(key));
  const others = both.flatMap((row) => {
    const found = fresh.get(row.key) ?? {};
    const other = isRuledBefore(row) ? asRuledBefore(found, row) : takenOver.rowOf(found);
    return namesOf(row).flatMap((name) =>
      isSame(name, row[name], other[name])
        ? []
        : [`${row.key} ${name}: ${row[name]} taken over, ${other[name]} fresh`],
    );
  });
  const after = both.filter((row) => !isRuledBefore(row));
  const lacking = after.filter(({ mint }) => takenOver.lacksFirstHour(String(mint)));
  comparison.enough('measurements that both made', both.length, 400);
  comparison.enough('of them after the folder was taken over', after.length, 50);
  comparison.note(
    'measurements that both made',
    others.length === 0,
    `${both.length}, ${after.length} of them after the folder was taken over, ${lacking.length} of tokens whose first hour was over by then`,
    others,
  );
}

/** Who every token is, whichever version measured it last. */
export async function compareIdentities(
  left: ClickHouseClient,
  right: ClickHouseClient,
  comparison: Comparison,
): Promise<void> {
  const query = `SELECT mint, toString(tuple(* EXCEPT (mint, time, position, position_number, rules_version))) AS identity
    FROM tokens_described_latest ORDER BY mint`;
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

const PATHS = [
  ...['live', 'whitepaper'].flatMap((profile) =>
    ['pumpfun', 'bonded'].flatMap((source) => [
      `/api/tokens/qualified?profile=${profile}&source=${source}`,
      `/api/tokens/rejected?profile=${profile}&source=${source}`,
    ]),
  ),
  '/api/discovery/early-stage',
];

async function itemsOf(url: string): Promise<Map<string, Item>> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const { items } = (await answer.json()) as { items: Item[] };
  return new Map(items.map((item) => [item.mint, item]));
}

/** The lists of both, token by token and field by field as they are answered. */
export async function compareLists(
  left: string,
  right: string,
  takenOver: TakenOver,
  comparison: Comparison,
): Promise<void> {
  const isSame = (name: string, was: unknown, is: unknown): boolean =>
    JSON.stringify(was) === JSON.stringify(is) ||
    (name === 'alertRaisedAt' && was != null && is != null && isOfSlotBefore(Number(was), Number(is)));
  let shown = 0;
  for (const path of PATHS) {
    const [a, b] = [await itemsOf(`${left}${path}`), await itemsOf(`${right}${path}`)];
    shown += a.size;
    const others = [...new Set([...a.keys(), ...b.keys()])].flatMap((mint) => {
      const [item, found] = [a.get(mint), b.get(mint)];
      const other = found && takenOver.itemOf(found);
      return Object.keys({ ...item, ...other }).flatMap((name) => {
        const [was, is] = [item?.[name], other?.[name]];
        return isSame(name, was, is)
          ? []
          : [`${mint} ${name}: ${JSON.stringify(was)} taken over, ${JSON.stringify(is)} fresh`];
      });
    });
    comparison.note(path, others.length === 0, `${a.size} / ${b.size} tokens`, others);
  }
  comparison.enough('tokens on lists', shown, 3);
}
