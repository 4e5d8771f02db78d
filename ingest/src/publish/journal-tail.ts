import { randomUUID } from 'node:crypto';
import { Slot, TimeMs } from '@cryptonite/contracts/chain';
import { Source } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { EachBatchPayload, Kafka } from 'kafkajs';
import { z } from 'zod';
import { SeenIds } from './seen-ids.js';
import type { ToldPrice } from './slot-facts.js';

/** What one partition's newest records say. */
export type PartitionTail = {
  newestSlot: number | null;
  seen: SeenIds;
  toldPrice: ToldPrice | null;
};

/** By slot, its time and the coins that its facts name as what something is quoted in. */
export type QuotedIn = ReadonlyMap<number, { timeMs: number; coins: ReadonlySet<string> }>;

export type JournalTail = {
  partitions: PartitionTail[];
  /**
   * The newest slot that every partition has reached, with its chain time where a record tells it: an earlier run may
   * have died between partitions. Null for an empty journal.
   */
  last: { slot: number; timeMs: number } | null;
  /** Slots confirmed and read in whole in every partition, with their block times: of these every id is known. */
  confirmedSlots: Map<number, number>;
  /** Of what came with its slot, not late. */
  quotedIn: QuotedIn;
  /** Where the newest record came from; null for an empty journal. */
  source: Source | null;
};

/**
 * Resuming goes back some 13 s behind the newest slot that all partitions have. What comes later still is told from what
 * stands there for at least so long before it; for slots before those that were read, nothing is given out.
 */
export const NEEDED_MS = 60_000;
const FIRST_LOOK_BACK = 2_000;
const STALL_MS = 30_000;

/** A position has twelve digits for a slot. */
const MAX_SLOT = 999_999_999_999;

type Range = { partition: number; low: number; from: number; high: number };
/** What the tail needs of a journal record; the whole contract is the readers' business. */
const Line = z.object({
  slot: Slot.max(MAX_SLOT),
  time: TimeMs,
  source: Source,
  facts: z.array(
    z.object({
      kind: z.string(),
      id: z.string(),
      time: TimeMs,
      priceUsd: z.string().optional(),
      quoteMint: z.string().optional(),
    }),
  ),
});
export type Line = z.infer<typeof Line>;

/** Reads the end of the journal: where to resume, and what must not be written again. */
export async function readJournalTail(kafka: Kafka): Promise<JournalTail> {
  const ranges = await readRanges(kafka);
  let lookBack = FIRST_LOOK_BACK;
  for (;;) {
    const asked = ranges.map((range) => ({ ...range, from: Math.max(range.low, range.high - lookBack) }));
    const lines = await readLines(kafka, asked);
    const tail = summarise(lines);
    const neededFromMs = (tail.last?.timeMs ?? 0) - NEEDED_MS;
    const isEnough = asked.every(
      ({ low, from }, i) => from === low || wholeAfter(lines[i]!).time < neededFromMs,
    );
    if (isEnough) return tail;
    lookBack *= 4;
  }
}

/**
 * The slot whose end is the first that was read of a partition: all that it holds of later slots stands behind it. The
 * first record may be one that came late for a slot before.
 */
const wholeAfter = (lines: readonly Line[]): { slot: number; time: number } =>
  lines.find(({ facts }) => facts.some(({ kind }) => kind === 'SlotConfirmed')) ?? NEVER;
const NEVER = { slot: Number.POSITIVE_INFINITY, time: Number.POSITIVE_INFINITY };

async function readRanges(kafka: Kafka): Promise<Range[]> {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(TOPICS.journal.name);
    return offsets
      .map(({ partition, low, high }) => ({
        partition,
        low: Number(low),
        from: Number(low),
        high: Number(high),
      }))
      .sort((a, b) => a.partition - b.partition);
  } finally {
    await admin.disconnect();
  }
}

/** The records of each range, in its order. */
async function readLines(kafka: Kafka, ranges: readonly Range[]): Promise<Line[][]> {
  const lines: Line[][] = ranges.map(() => []);
  const unread = new Set(ranges.filter(({ from, high }) => from < high).map(({ partition }) => partition));
  if (unread.size === 0) return lines;
  const groupId = `ingest-tail-${randomUUID()}`;
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, allowAutoTopicCreation: false });
  try {
    await consumer.connect();
    await consumer.subscribe({ topic: TOPICS.journal.name, fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      let lastReadMs = Date.now();
      const stall = setInterval(() => {
        if (Date.now() - lastReadMs > STALL_MS) finish(new Error('the end of the journal cannot be read'));
      }, 1_000);
      const finish = (error?: Error): void => {
        clearInterval(stall);
        if (error) reject(error);
        else resolve();
      };
      consumer.on(consumer.events.CRASH, ({ payload }) => finish(payload.error));
      const eachBatch = async ({ batch }: EachBatchPayload): Promise<void> => {
        lastReadMs = Date.now();
        const range = ranges[batch.partition]!;
        for (const { offset, value } of batch.messages) {
          const isAsked = Number(offset) >= range.from && Number(offset) < range.high;
          const line = isAsked && unread.has(batch.partition) ? parseLine(value) : null;
          if (line) lines[batch.partition]!.push(line);
        }
        if (Number(batch.lastOffset()) + 1 >= range.high) unread.delete(batch.partition);
        if (unread.size === 0) finish();
      };
      consumer
        .run({ autoCommit: false, eachBatch })
        .then(() => {
          for (const { partition, from } of ranges)
            consumer.seek({ topic: TOPICS.journal.name, partition, offset: String(from) });
        })
        .catch(finish);
    });
  } finally {
    await consumer.disconnect();
    await forgetGroup(kafka, groupId);
  }
  return lines;
}

/** The group was only a way to read; a broker that keeps it a while longer does no harm. */
async function forgetGroup(kafka: Kafka, groupId: string): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    await admin.deleteGroups([groupId]);
  } catch {
    // Expires by the broker's own rules.
  } finally {
    await admin.disconnect();
  }
}

/** Null for what is no journal record: the services that read it make it a dead letter. */
export function parseLine(value: Buffer | null): Line | null {
  try {
    return Line.safeParse(JSON.parse(value?.toString('utf8') ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** `lines` are the newest records of each partition, in their order. */
export function summarise(lines: readonly (readonly Line[])[]): JournalTail {
  const times = new Map<number, number>();
  const confirmedSlots = new Map<number, number>();
  const quotedIn = new Map<number, { timeMs: number; coins: Set<string> }>();
  const partitions = lines.map((own) => {
    const seen = new SeenIds();
    const ended = new Set<number>();
    let newestSlot: number | null = null;
    let toldPrice: ToldPrice | null = null;
    for (const { slot, time, facts } of own) {
      newestSlot = Math.max(newestSlot ?? 0, slot);
      times.set(slot, time);
      for (const fact of facts) {
        seen.add(slot, fact.id);
        if (fact.quoteMint !== undefined && !ended.has(slot)) addTo(quotedIn, slot, time, fact.quoteMint);
        if (fact.kind === 'SlotConfirmed') confirmedSlots.set(slot, fact.time);
        if (fact.kind === 'SlotRolledBack') confirmedSlots.delete(slot);
        if (fact.kind === 'SolPriceObserved' && fact.priceUsd !== undefined)
          toldPrice = { priceUsd: fact.priceUsd, timeMs: fact.time };
      }
      if (facts.some(({ kind }) => kind === 'SlotConfirmed')) ended.add(slot);
    }
    return { newestSlot, seen, toldPrice };
  });
  const reached = partitions.map(({ newestSlot }) => newestSlot);
  const isEmptySomewhere = reached.length === 0 || reached.some((slot) => slot === null);
  const slot = Math.min(...reached.map((each) => each ?? 0));
  const wholeFrom = Math.max(...lines.map((own) => wholeAfter(own).slot)) + 1;
  return {
    partitions,
    last: isEmptySomewhere ? null : { slot, timeMs: times.get(slot)! },
    confirmedSlots: new Map([...confirmedSlots].filter(([each]) => each >= wholeFrom && each <= slot)),
    quotedIn,
    source: lines.find((own) => own.length > 0)?.at(-1)?.source ?? null,
  };
}

function addTo(
  quotedIn: Map<number, { timeMs: number; coins: Set<string> }>,
  slot: number,
  timeMs: number,
  coin: string,
): void {
  const known = quotedIn.get(slot);
  if (known) known.coins.add(coin);
  else quotedIn.set(slot, { timeMs, coins: new Set([coin]) });
}
