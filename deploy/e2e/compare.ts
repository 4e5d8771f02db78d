/** Compares what two runs left behind. */
import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  type DeadLetter,
  decodeJournalRecord,
  type Fact,
  type FactKind,
  type JournalRecord,
} from '@cryptonite/contracts/events';
import { decodeScreenerState, type ScreenerState } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import { CompressionTypes, type Kafka } from 'kafkajs';
import { type Ends, explaining, type Gap, ReachedSlots, type Stretch, timesAllowed } from './excuses.js';
import {
  differingRows,
  listTables,
  listViews,
  type Sum,
  streamTopic,
  sumByPartition,
  type TopicRecord,
} from './stores.js';

const SHOWN = 10;
const SHOWN_CHARACTERS = 1_500;

/** Every market has these, and a day's standstill makes tokens leave: without them a proof shows nothing. */
const NEVER_EMPTY = new Set<string>([
  TOPICS.screening.name,
  TOPICS.evicted.name,
  TOPICS.screenerState.name,
  'trades_executed',
  'token_scores',
  'evicted_states',
]);

/** Counts what was compared, and prints a line for each. */
export class Comparison {
  compared = 0;
  differences = 0;
  /** What held nothing on either side, so that nothing is shown of it. */
  readonly empty: string[] = [];

  /** `details` are printed where the two are not equal. */
  note(what: string, isEqual: boolean, amounts: string, details: readonly string[] = []): void {
    console.log(`${isEqual ? 'equal    ' : 'DIFFERENT'}  ${what}: ${amounts}`);
    if (isEqual) return;
    this.differences += 1;
    for (const detail of details.slice(0, 2 * SHOWN)) console.log(`    ${detail.slice(0, SHOWN_CHARACTERS)}`);
  }

  /** `items` of `what` were compared: none of it are named, or where it always holds something, a difference. */
  counted(what: string, items: number): void {
    this.compared += items;
    if (items > 0) return;
    this.empty.push(what);
    if (NEVER_EMPTY.has(what)) this.note(what, false, 'holds nothing');
  }

  /** A run smaller than asked for shows less than it says. */
  enough(what: string, counted: number, wanted: number): void {
    console.log(`${counted >= wanted ? 'enough   ' : 'TOO FEW  '}  ${what}: ${counted}, asked for ${wanted}`);
    if (counted < wanted) this.differences += 1;
  }

  get summary(): string {
    const found = this.differences === 0 ? 'no difference' : `${this.differences} DIFFERENCES`;
    const nothingIn = this.empty.length === 0 ? '' : ` (nothing in ${this.empty.join(', ')})`;
    return `${this.compared} rows compared${nothingIn}, ${found}`;
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
 * As a set: the sink tells of a record again when it stores its range again. Ingest's are left out, for nothing of the
 * chain is read in a replay.
 */
async function compareDeadLetters(left: Kafka, right: Kafka, comparison: Comparison): Promise<void> {
  const read = async (kafka: Kafka) => {
    const letters = new Set<string>();
    await streamTopic(kafka, TOPICS.deadLetters.name, (batch) => {
      for (const { value } of batch) {
        const letter = JSON.parse(value ?? '{}') as DeadLetter;
        if (letter.service !== 'ingest')
          letters.add(`${letter.service} ${letter.origin} ${letter.reason} ${digestOf(letter.bytes)}`);
      }
    });
    return letters;
  };
  const [a, b] = [await read(left), await read(right)];
  const only = (has: ReadonlySet<string>, other: ReadonlySet<string>, sign: string) =>
    [...has].filter((letter) => !other.has(letter)).map((letter) => `${sign} ${letter}`);
  const details = [...only(a, b, '-'), ...only(b, a, '+')];
  comparison.counted(TOPICS.deadLetters.name, a.size);
  comparison.note(TOPICS.deadLetters.name, details.length === 0, `${a.size} / ${b.size}`, details);
}

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

type Published = {
  /** By digest of partition, id and payload: how often it stands there, its slot, and when it came. */
  facts: Map<string, { kind: FactKind; times: number; slot: number; came: number }>;
  gaps: Gap[];
  /** What every partition held at the ends asked for. */
  reached: number[];
};

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
 * Compares what two ingests published as sets of (id, payload). What the disturbed one lacks must have come in a gap
 * that it declared; `late` names the slot after which a transaction came, where that was not its own. Each gap must be
 * explained by a fault, and so must what stands there twice (excuses.ts). Prices of SOL are left out: they are no fact of
 * the chain, and when one is told depends on what was told before.
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
      kind === wanted ? [{ ...rest, journalSlot: a.reached[index] ?? 0 }] : [],
    );
  const [refusals, seconds] = [stretchesOf('gap'), stretchesOf('second ingest')];
  // What both declare is the chain's own: a slot that was rolled back.
  const expected = new Set(b.gaps.map(({ afterSlot, beforeSlot }) => `${afterSlot} ${beforeSlot}`));
  const declared = a.gaps.filter(({ afterSlot, beforeSlot }) => !expected.has(`${afterSlot} ${beforeSlot}`));
  const gaps = declared.filter((gap) => explaining(gap, refusals).length > 0);
  for (const gap of gaps)
    console.log(
      `explained  ${wordsFor(gap)}: ${explaining(gap, refusals)
        .map(({ what }) => what)
        .join(', ')}`,
    );
  const unexplained = declared.filter((gap) => !gaps.includes(gap));
  comparison.note(
    'gaps declared that no fault explains',
    unexplained.length === 0,
    `${unexplained.length} of ${declared.length}`,
    unexplained.map(wordsFor),
  );
  const isInGap = (came: number) =>
    gaps.some(({ afterSlot, beforeSlot }) => came > afterSlot && came < beforeSlot);
  // An empty slot is told where it is the first for two seconds: after a gap that is another.
  const isFirstAfterGap = (kind: FactKind, came: number) =>
    kind === 'SlotConfirmed' && gaps.some(({ beforeSlot }) => came === beforeSlot);
  const missing = [...b.facts].filter(([digest]) => !a.facts.has(digest));
  const lost = missing.filter(([, { slot, came }]) => !isInGap(slot) && !isInGap(came));
  const added = [...a.facts].filter(
    ([digest, { kind, came }]) => !b.facts.has(digest) && !isFirstAfterGap(kind, came),
  );
  const several = [...a.facts].filter(([digest, { times }]) => times > (b.facts.get(digest)?.times ?? 1));
  const doubled = several.filter(
    ([digest, { times, came }]) => times > (b.facts.get(digest)?.times ?? 1) * timesAllowed(came, seconds),
  );
  const show = (entries: typeof missing) =>
    factsOf(disturbed, undisturbed, new Set(entries.slice(0, SHOWN).map(([digest]) => digest)));
  comparison.counted('facts published by ingest', b.facts.size);
  comparison.note(
    'facts published by ingest',
    lost.length + added.length === 0,
    `${a.facts.size} / ${b.facts.size}; ${missing.length - lost.length} missing in ${gaps.length} gaps that it declared and faults explain, ${lost.length} elsewhere, ${added.length} added`,
    lost.length + added.length === 0 ? [] : await show([...lost, ...added]),
  );
  for (const { what, journalSlot, lastSlot } of seconds)
    console.log(`explained  doubles in slots ${journalSlot} to ${lastSlot}: ${what}`);
  comparison.note(
    'facts published twice where one ingest was at work',
    doubled.length === 0,
    `${doubled.length} of ${several.length} that stand more than once`,
    doubled.length === 0 ? [] : await show(doubled),
  );
}

const wordsFor = ({ afterSlot, beforeSlot }: Gap): string =>
  `gap after slot ${afterSlot} before ${beforeSlot}`;

async function readPublished(
  kafka: Kafka,
  late: ReadonlyMap<string, number>,
  ends: readonly Ends[] = [],
): Promise<Published> {
  const reached = new ReachedSlots(ends);
  const facts: Published['facts'] = new Map();
  const gaps = new Map<string, Gap>();
  await eachFact(kafka, (fact, text, { slot, signature }, { partition, offset }) => {
    reached.add(partition, BigInt(offset), slot);
    if (fact.kind === 'SolPriceObserved') return;
    if (fact.kind === 'GapDetected' && fact.reason !== ROLLED_BACK) {
      gaps.set(`${fact.afterSlot} ${fact.beforeSlot}`, fact);
      return;
    }
    const digest = digestOf(text);
    const known = facts.get(digest);
    if (known) known.times += 1;
    else {
      const came = cameOf(fact.kind, slot, late.get(signature ?? ''));
      facts.set(digest, { kind: fact.kind, times: 1, slot, came });
    }
  });
  return { facts, gaps: [...gaps.values()], reached: reached.slots };
}

const ROLLED_BACK = 'slots were rolled back';

/** When a fact came: in its slot, or between two. */
function cameOf(kind: FactKind, slot: number, cameAfter: number | undefined): number {
  if (cameAfter !== undefined) return cameAfter + 0.5;
  // Slots are rolled back by the next one, which may be what the gap before it hides.
  if (kind === 'SlotRolledBack') return slot + 0.5;
  return kind === 'GapDetected' ? slot - 0.5 : slot;
}

/** Hands on each fact of the journal with a text that is equal for equal partition, id and payload. */
const eachFact = (
  kafka: Kafka,
  use: (fact: Fact, text: string, record: JournalRecord, where: TopicRecord) => void,
): Promise<void> =>
  streamTopic(kafka, TOPICS.journal.name, (batch) => {
    for (const where of batch) {
      const record = decodeJournalRecord(where.value ?? '');
      for (const fact of record.facts) {
        const payload = JSON.stringify(fact, (_, field) => (typeof field === 'bigint' ? `${field}` : field));
        use(fact, `${where.partition} ${record.mint} ${payload}`, record, where);
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
