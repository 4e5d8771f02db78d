/** Compares what two runs left behind. */
import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type DeadLetter,
  decodeJournalRecord,
  type Fact,
  type JournalRecord,
} from '@cryptonite/contracts/events';
import { TABLES } from '@cryptonite/contracts/rows';
import { decodeScreenerState, type ScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka } from 'kafkajs';
import {
  cameOf,
  type Ends,
  type Gap,
  judge,
  type Letter,
  type Published,
  type PublishedFact,
  ReachedSlots,
  type Stretch,
} from './excuses.js';
import {
  differingRows,
  listTables,
  listViews,
  type Sum,
  streamTopic,
  sumByPartition,
  type TopicRecord,
} from './stores.js';
import { STRAY } from './strays.js';

const SHOWN = 10;
const SHOWN_CHARACTERS = 1_500;

/** Tables that materialised views fill, and views: what the contracts do not name. */
const TABLES_FILLED_BY_VIEWS = [
  ...['candles_1s', 'candles_1m', 'candles_1h', 'trade_flow_1m', 'holder_balances', 'bonding_progress'],
  ...['v_trade_flow_1m', 'v_owner_balances', 'v_holder_concentration', 'v_bonding_progress'],
];

const WRITTEN_BY_INGEST = new Set<string>([TOPICS.journal.name, TOPICS.layoutDrift.name]);

/** All that is derived from a journal; what stands beside it and the sink's own record are not (stores.ts). */
const DERIVED: readonly string[] = [
  ...Object.values(TOPICS).flatMap(({ name }) => (WRITTEN_BY_INGEST.has(name) ? [] : [name])),
  ...Object.keys(TABLES).filter((table) => table !== 'sink_progress'),
  ...TABLES_FILLED_BY_VIEWS,
];

/** The market makes no deposits into pools and no changes of authority, and what is well formed is readable. */
const MAY_BE_EMPTY = new Set<string>([TOPICS.deadLetters.name, 'liquidity_changed', 'authorities_observed']);
/** 15 to 112 of each in 200,000 events. */
const RARE = new Set([
  'curves_completed',
  'pools_created',
  'pools_boosted',
  'fees_swept',
  'tokens_migrated',
  'gaps',
  'alerts',
  'lifecycle_changes',
]);
const RARE_IN_EVENTS = 100_000;

/** Counts what was compared, and prints a line for each. */
export class Comparison {
  differences = 0;
  /** The run's own items by what was compared. */
  readonly #counted = new Map<string, number>();

  /** `events`: of the run, for a small one lacks what is rare. */
  constructor(private readonly events: number) {}

  /** `details` are printed where the two are not equal. */
  note(what: string, isEqual: boolean, amounts: string, details: readonly string[] = []): void {
    console.log(`${isEqual ? 'equal    ' : 'DIFFERENT'}  ${what}: ${amounts}`);
    if (isEqual) return;
    this.differences += 1;
    for (const detail of details.slice(0, 2 * SHOWN)) console.log(`    ${detail.slice(0, SHOWN_CHARACTERS)}`);
  }

  /** The run's own `items` of `what` were compared. None is a difference, but for what may be empty. */
  counted(what: string, items: number): void {
    this.#counted.set(what, items);
    if (items > 0) return;
    if (MAY_BE_EMPTY.has(what) || (RARE.has(what) && this.events < RARE_IN_EVENTS)) return;
    this.note(what, false, 'holds nothing');
  }

  /** What was never counted was in no listing: nothing is shown of it either. */
  requireCounted(names: readonly string[]): void {
    for (const name of names) if (!this.#counted.has(name)) this.note(name, false, 'was not compared');
  }

  itemsOf(what: string): number {
    return this.#counted.get(what) ?? 0;
  }

  /** What faults must have brought about, in a run that is large enough: one without effect shows nothing. */
  brought(what: string, times: number): void {
    this.enough(what, times, this.events < RARE_IN_EVENTS ? 0 : 1);
  }

  /** A run smaller than asked for shows less than it says. */
  enough(what: string, counted: number, wanted: number): void {
    console.log(`${counted >= wanted ? 'enough   ' : 'TOO FEW  '}  ${what}: ${counted}, asked for ${wanted}`);
    if (counted < wanted) this.differences += 1;
  }

  get summary(): string {
    const found = this.differences === 0 ? 'no difference' : `${this.differences} DIFFERENCES`;
    const items = [...this.#counted];
    const compared = items.reduce((total, [, count]) => total + count, 0);
    const empty = items.flatMap(([what, count]) => (count === 0 ? [what] : []));
    const nothingIn = empty.length === 0 ? '' : ` (nothing in ${empty.join(', ')})`;
    return `${compared} rows compared${nothingIn}, ${found}`;
  }
}

type Stores = { kafka: Kafka; clickhouse: ClickHouseClient };

/** Everything that fold and sink made of the same journal: topics, states, tables and views. */
export async function compareDerived(left: Stores, right: Stores, comparison: Comparison): Promise<void> {
  for (const topic of [TOPICS.screening.name, TOPICS.evicted.name])
    await compareSequences(left.kafka, right.kafka, topic, comparison);
  await compareStates(left.kafka, right.kafka, comparison);
  await compareDeadLetters(left.kafka, right.kafka, comparison);
  for (const table of await listTables(right.clickhouse)) await compareRows(left, right, table, comparison);
  for (const view of await listViews(right.clickhouse)) await compareRows(left, right, view, comparison);
  comparison.requireCounted(DERIVED);
}

async function compareRows(
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

/** 64 bits tell a million things apart. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

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
 * {@link comparePublished} and {@link requireAllRead} look at them.
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

const COPIED_AT_ONCE = 300;

/** Writes a journal into another broker as it stands, every record at its own offset. */
export async function copyJournal(from: Kafka, to: Kafka): Promise<number> {
  const producer = to.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  let copied = 0;
  await streamTopic(from, TOPICS.journal.name, async (batch) => {
    // A request stays well below the largest message that a broker accepts.
    for (let at = 0; at < batch.length; at += COPIED_AT_ONCE) {
      const records = batch.slice(at, at + COPIED_AT_ONCE);
      await producer.send({
        topic: TOPICS.journal.name,
        acks: -1,
        compression: CompressionTypes.GZIP,
        messages: records.map(({ offset: _, ...record }) => record),
      });
      copied += records.length;
    }
  });
  await producer.disconnect();
  return copied;
}

/**
 * The events of a journal: facts that transactions state, each id once. Those about slots and prices are not counted:
 * they stand in every partition.
 */
export async function countEvents(kafka: Kafka): Promise<number> {
  const ids = new Set<string>();
  await streamTopic(kafka, TOPICS.journal.name, (batch) => {
    for (const { value } of batch) {
      const { signature, facts } = decodeJournalRecord(value ?? '');
      if (signature !== null) for (const { id } of facts) ids.add(id);
    }
  });
  return ids.size;
}

/** A fault that may have left its mark on what ingest published. */
export type Excuse = {
  kind: 'gap' | 'second ingest';
  what: string;
  /** The journal's ends when it began; and where the source stood then, and when all that it could cause was over. */
  ends: Ends;
  firstSlot: number;
  lastSlot: number;
};

/**
 * Compares what two ingests published as sets of facts with all that their records say. What the disturbed one lacks
 * must have come in a gap that it declared; `late` names the slot after which a transaction came, where that was not its
 * own. A fault must explain each gap, what stands there twice, and each dead letter (excuses.ts); nothing explains any of
 * that in the undisturbed one. Prices of SOL are left out: they are no fact of the chain, and when one is told depends on
 * what was told before.
 */
export async function comparePublished(
  disturbed: Kafka,
  undisturbed: Kafka,
  late: ReadonlyMap<string, number>,
  excuses: readonly Excuse[],
  comparison: Comparison,
): Promise<void> {
  const a = await readPublished(
    disturbed,
    late,
    excuses.map(({ ends }) => ends),
  );
  const b = await readPublished(undisturbed, late);
  const stretchesOf = (wanted: Excuse['kind']): Stretch[] =>
    excuses.flatMap(({ kind, ...rest }, index) =>
      kind === wanted ? [{ ...rest, journalSlot: a.reached[index] ?? Number.POSITIVE_INFINITY }] : [],
    );
  const [refusals, seconds] = [stretchesOf('gap'), stretchesOf('second ingest')];
  const show = (digests: readonly string[]) =>
    digests.length === 0 ? [] : factsOf(disturbed, undisturbed, new Set(digests.slice(0, SHOWN)));

  const alone = judge(b, b, [], []);
  comparison.note(
    'gaps declared by the undisturbed ingest',
    alone.unexplained.length === 0,
    `${alone.unexplained.length}`,
    alone.unexplained.map(wordsForGap),
  );
  comparison.note(
    'facts published twice by the undisturbed ingest',
    alone.doubled.length === 0,
    `${alone.doubled.length}`,
    await show(alone.doubled),
  );
  comparison.note(
    'facts of the undisturbed ingest behind those of a later slot',
    alone.misplaced.length === 0,
    `${alone.misplaced.length}`,
    await show(alone.misplaced),
  );
  noteUnread('dead letters of the undisturbed ingest', b.letters, alone.unread, comparison);

  const { explained, unexplained, missing, lost, added, repeated, doubled, misplaced, unread } = judge(
    a,
    b,
    refusals,
    seconds,
  );
  for (const { gap, by } of explained)
    console.log(`explained  ${wordsForGap(gap)}: ${by.map(({ what }) => what).join(', ')}`);
  comparison.note(
    'gaps declared that no fault explains',
    unexplained.length === 0,
    `${unexplained.length} of ${a.gaps.length}`,
    unexplained.map(wordsForGap),
  );
  comparison.counted('facts published by ingest', a.facts.size);
  comparison.note(
    'facts published by ingest',
    lost.length + added.length === 0,
    `${a.facts.size} / ${b.facts.size}; ${missing - lost.length} missing in ${explained.length} gaps that it declared and faults explain, ${lost.length} elsewhere, ${added.length} added`,
    await show([...lost, ...added]),
  );
  for (const { what, journalSlot, lastSlot } of seconds)
    console.log(`explained  doubles in slots ${journalSlot} to ${lastSlot}: ${what}`);
  comparison.note(
    'facts published twice where one ingest was at work',
    doubled.length === 0,
    `${doubled.length} of ${repeated} that stand more than once`,
    await show(doubled),
  );
  comparison.note(
    'facts behind those of a later slot where one ingest was at work',
    misplaced.length === 0,
    `${misplaced.length}`,
    await show(misplaced),
  );
  noteUnread('dead letters of ingest that no gap explains', a.letters, unread, comparison);
  if (refusals.length > 0) comparison.brought('gaps that faults explain', explained.length);
  if (seconds.length > 0) comparison.brought('facts written by two ingests', repeated);
}

const wordsForGap = ({ afterSlot, beforeSlot, reason }: Gap): string =>
  `gap after slot ${afterSlot} before ${beforeSlot} (${reason})`;

const noteUnread = (
  what: string,
  letters: readonly Letter[],
  unread: readonly Letter[],
  comparison: Comparison,
): void =>
  comparison.note(
    what,
    unread.length === 0,
    `${unread.length} of ${letters.length}`,
    unread.map(({ origin, reason }) => `${origin}: ${reason}`),
  );

/** An ingest that nothing disturbed reads everything. */
export async function requireAllRead(kafka: Kafka, comparison: Comparison): Promise<void> {
  const letters = await readLetters(kafka);
  noteUnread('dead letters of ingest', letters, letters, comparison);
}

async function readLetters(kafka: Kafka): Promise<Letter[]> {
  const letters: Letter[] = [];
  await streamTopic(kafka, TOPICS.deadLetters.name, (batch) => {
    for (const { value } of batch) {
      const { service, origin, reason } = JSON.parse(value ?? '{}') as DeadLetter;
      if (service === 'ingest') letters.push({ origin, reason });
    }
  });
  return letters;
}

/** With what every partition held at the ends asked for. */
async function readPublished(
  kafka: Kafka,
  late: ReadonlyMap<string, number>,
  ends: readonly Ends[] = [],
): Promise<Published & { reached: number[] }> {
  const reached = new ReachedSlots(ends);
  const facts = new Map<string, PublishedFact>();
  const gaps = new Map<string, Gap>();
  const newest = new Map<number, number>();
  await eachFact(kafka, (fact, text, { slot, signature }, { partition, offset }) => {
    reached.add(partition, BigInt(offset), slot);
    if (fact.kind === 'SolPriceObserved') return;
    if (fact.kind === 'GapDetected' && fact.reason !== ROLLED_BACK) {
      // It stands in every partition.
      gaps.set(`${fact.afterSlot} ${fact.beforeSlot} ${fact.reason}`, fact);
      return;
    }
    const digest = digestOf(text);
    const known = facts.get(digest);
    const newestSlot = newest.get(partition) ?? 0;
    newest.set(partition, Math.max(slot, newestSlot));
    if (known) known.times += 1;
    else {
      const cameAfter = late.get(signature ?? '');
      const came = cameOf(fact.kind, slot, cameAfter);
      facts.set(digest, {
        kind: fact.kind,
        times: 1,
        slot,
        came,
        isBehind: cameAfter === undefined && came < newestSlot,
      });
    }
  });
  return { facts, gaps: [...gaps.values()], letters: await readLetters(kafka), reached: reached.slots };
}

/** The chain's own doing: the slots before it are compared as facts. */
const ROLLED_BACK = 'slots were rolled back';

/** Hands on each fact of the journal with a text of its partition, all of its record beside other facts, and itself. */
const eachFact = (
  kafka: Kafka,
  use: (fact: Fact, text: string, record: JournalRecord, where: TopicRecord) => void,
): Promise<void> =>
  streamTopic(kafka, TOPICS.journal.name, (batch) => {
    for (const where of batch) {
      if (where.value === STRAY) continue;
      const record = decodeJournalRecord(where.value ?? '');
      for (const fact of record.facts) {
        const payload = JSON.stringify({ ...record, facts: [fact] }, (_, field) =>
          typeof field === 'bigint' ? `${field}` : field,
        );
        use(fact, `${where.partition} ${payload}`, record, where);
      }
    }
  });

async function factsOf(left: Kafka, right: Kafka, wanted: ReadonlySet<string>): Promise<string[]> {
  const lines: string[] = [];
  for (const [kafka, sign] of [
    [left, '-'],
    [right, '+'],
  ] as const)
    await eachFact(kafka, (_, text, __, { partition, offset }) => {
      if (wanted.has(digestOf(text))) lines.push(`${sign} ${partition}/${offset}: ${text}`);
    });
  return lines;
}
