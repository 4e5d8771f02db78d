/** Compares what a taken-over data folder says with its own topics, and with a fresh fold of its journal. */
import type { ClickHouseClient } from '@clickhouse/client';
import { decodeScreeningRecord, measurementsOf, type ScreeningRecord } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { HYPE_PARTS, LISTS, RULES_VERSION, totalOf, weighed } from '@cryptonite/contracts/rules';
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
/** Of earlier rules: they had no patterns and no score. */
const RULED_BEFORE = new Set(['rules_version', 'pattern', 'live_passed_checks', 'whitepaper_passed_checks']);
/** Versions of before had no list New: a token comes onto it when it is measured again, not when it was launched. */
const ONTO_NEW = new Set(['new_launches_listed_at', 'new_launches_initial_market_cap_usd']);
const NEW_BIT = 1 << LISTS.newLaunches.bit;
/**
 * What a fresh fold says of a token, less the pattern of its first hour: a token whose first hour was over when its state was
 * taken over has none for good, and a score without it.
 */
function withoutPattern(row: Row): Row {
  const [security, social] = [Number(row.security_score), Number(row.social_score)];
  const score = weighed(HYPE_PARTS, { pattern: 0, security, social });
  return { ...row, score, pattern: '', pattern_score: null, pattern_coverage: 0 };
}

/** The same of an item of a list, whose check of the score fails by it. */
function itemWithoutPattern(item: Item): Item {
  const hypeOf = (security: unknown, social: unknown) =>
    weighed(HYPE_PARTS, { pattern: 0, security: Number(security), social: Number(social) });
  const score = hypeOf(item.securityScore, item.socialScore);
  const coverage = hypeOf(item.securityCoverage, item.socialCoverage);
  const checks = item.checks as Row[];
  return {
    ...item,
    hypeScore: score,
    hypeCoverage: coverage,
    hypeBest: totalOf(score, 100 * (1 - coverage)).best,
    patternName: null,
    patternScore: null,
    patternCoverage: 0,
    checks: checks.map((check) => (check.name === 'score' ? { ...check, value: score } : check)),
    rejectionReason: String(item.rejectionReason).replace(/(?<=^Score )[\d.]+/, score.toFixed(1)),
  };
}

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
    const found = fresh.get(row.key) ?? {};
    const isRuledBefore = Number(row.rules_version) < RULES_VERSION;
    const other = row.pattern_coverage === 0 ? withoutPattern(found) : { ...found };
    if (isRuledBefore) other.lists = Number(other.lists) & ~NEW_BIT;
    return Object.keys(row).flatMap((name) =>
      row[name] === null ||
      row[name] === other[name] ||
      SAID_BEFORE.has(name) ||
      ONTO_NEW.has(name) ||
      (isRuledBefore && RULED_BEFORE.has(name))
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

const PATHS = [
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
  for (const path of PATHS) {
    const [a, b] = [await itemsOf(`${left}${path}`), await itemsOf(`${right}${path}`)];
    shown += a.size;
    const others = [...new Set([...a.keys(), ...b.keys()])].flatMap((mint) => {
      const [item, found] = [a.get(mint), b.get(mint)];
      const other = item?.patternCoverage === 0 && found ? itemWithoutPattern(found) : found;
      return Object.keys({ ...item, ...other }).flatMap((name) => {
        const [was, is] = [item?.[name], other?.[name]].map((value) => JSON.stringify(value));
        return was === is || SAID_BEFORE.has(name) ? [] : [`${mint} ${name}: ${was} taken over, ${is} fresh`];
      });
    });
    comparison.note(path, others.length === 0, `${a.size} / ${b.size} tokens`, others);
  }
  comparison.enough('tokens on lists', shown, 3);
}
