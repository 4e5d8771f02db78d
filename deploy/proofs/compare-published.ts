/** Compares what two ingests published of the same chain. */
import { type DeadLetter, type FactKind, isAnswer } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Kafka } from 'kafkajs';
import { type Comparison, SHOWN } from './comparison.js';
import { digestOf } from './digest.js';
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
import { eachFact } from './journal.js';
import { streamTopic } from './stores.js';

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
 * that in the undisturbed one. Prices of SOL are left out: when one is told depends on what was told before. So are those
 * of other quotes from the first explained gap on: it may have held what was quoted in them.
 */
export async function comparePublished(
  disturbed: Kafka,
  undisturbed: Kafka,
  late: ReadonlyMap<string, number>,
  excuses: readonly Excuse[],
  comparison: Comparison,
): Promise<void> {
  const b = await readPublished(undisturbed, late);
  const a = await readPublished(
    disturbed,
    late,
    excuses.map(({ ends }) => ends),
    b.recorded,
  );
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
  const followed = [...a.facts.values()].filter(({ isFollowed }) => isFollowed).length;
  console.log(`followed   ${followed} balances and supplies that plain transfers and burns changed`);
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
  /** Transactions and tokens of which an ingest that follows nobody has a record. */
  others: ReadonlySet<string> = new Set(),
): Promise<Published & { reached: number[]; recorded: Set<string> }> {
  const recorded = new Set<string>();
  const reached = new ReachedSlots(ends);
  const facts = new Map<string, PublishedFact>();
  const gaps = new Map<string, Gap>();
  const newest = new Map<number, number>();
  await eachFact(kafka, (fact, text, record, { partition, offset }) => {
    // Enrichers wrote these.
    if (isAnswer(record)) return;
    const { slot, signature } = record;
    reached.add(partition, BigInt(offset), slot);
    const about = `${signature} ${record.mint}`;
    recorded.add(about);
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
        isFollowed: !others.has(about) && record.facts.every(({ kind }) => OF_HOLDERS.has(kind)),
      });
    }
  });
  return {
    facts,
    gaps: [...gaps.values()],
    letters: await readLetters(kafka),
    reached: reached.slots,
    recorded,
  };
}

/** What holders do without a launchpad: a transfer changes balances, a burn the supply as well. */
const OF_HOLDERS = new Set<FactKind>(['BalanceChanged', 'SupplyChanged']);

/** The chain's own doing: the slots before it are compared as facts. */
const ROLLED_BACK = 'slots were rolled back';

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
