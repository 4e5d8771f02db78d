/** Takes a partition over: fences who had it, reads its states, and finds its place in the input. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Producer } from 'kafkajs';
import { z } from 'zod';
import type { Evicted } from './evicted-states.js';
import type { Fold, FoldOptions } from './fold.js';
import { keepBeating } from './kafka.js';
import { readCommitted, readEnds } from './offsets.js';
import { markEnd, readState } from './read-state.js';
import { readSnapshot, SnapshotKeeper } from './snapshot.js';
import { openTransactions } from './transactions.js';
import { Unrecoverable } from './unrecoverable.js';

export type Heartbeat = () => Promise<void>;

export type OpenFold<Read> = {
  fold: Fold<Read>;
  producer: Producer;
  stateProducer: Producer;
  /** The newest states on their way. */
  saving: Promise<void>;
  /** Why they did not arrive; null while all did. */
  saveFailure: unknown;
  committed: number;
  /** The first offset that was not folded since the states were read. */
  nextOffset: number;
  /** The next offset to read. */
  readFrom: number;
  /** Where reading was sent back to `readFrom`: what comes then begins behind a hole of the topic. */
  sentTo: number | null;
  identity: string;
  keeper: SnapshotKeeper | null;
  findable: Evicted[];
  askedAt: number;
  /** How many of the evicted come before those to ask about next. */
  askFrom: number;
};

/** Fences whoever had the partition before, and only then reads what was committed: nothing can be added to it. */
export async function openPartition<Read>(
  options: FoldOptions<Read>,
  partition: number,
  heartbeat: Heartbeat,
): Promise<OpenFold<Read>> {
  const { kafka, groupId, inputTopic, stateTopic, openFold, log } = options;
  const startedAt = performance.now();
  const opened: Partial<Opened> = {};
  const stopBeating = keepBeating(heartbeat);
  try {
    const producer = await openTransactions(kafka, `${groupId}-${partition}`);
    opened.producer = producer;
    const stateProducer = await openTransactions(kafka, `${groupId}-states-${partition}`);
    opened.stateProducer = stateProducer;
    const marker = await markEnd(stateProducer, stateTopic, partition);
    const committed = await readCommitted(kafka, groupId, inputTopic, partition);
    const { states, identity, keeper } = await readStates(options, partition, marker, committed.metadata);
    opened.keeper = keeper;
    const count = states.size;
    const fold = await openFold(partition, states);
    // A group's offset expires or is deleted; the states tell that it had one.
    if (committed.offset === null ? count > 0 : committed.offset < fold.nextOffset)
      throw new Unrecoverable(
        `the states of ${inputTopic}/${partition} stand at offset ${fold.nextOffset} and group ${groupId} has committed ${committed.offset ?? 'nothing'}: going on would emit twice. Restore the offset, or delete the records of ${stateTopic} and of the outputs to fold the journal anew.`,
      );
    // Last: records may leave the topic while states are read, and whoever asks for such a one loses the group's place.
    const { low } = await readEnds(kafka, inputTopic, partition);
    if (committed.offset !== null && low > fold.nextOffset && committed.offset > fold.nextOffset)
      throw new Unrecoverable(
        `the states of ${inputTopic}/${partition} stand at offset ${fold.nextOffset}, and the topic begins at ${low}: what was folded in between is lost.`,
      );
    const took = Math.round(performance.now() - startedAt);
    log(
      `partition ${partition}: ${count} states restored in ${took} ms, folded up to offset ${fold.nextOffset}`,
    );
    return {
      fold,
      producer,
      stateProducer,
      saving: Promise.resolve(),
      saveFailure: null,
      committed: committed.offset ?? fold.nextOffset,
      nextOffset: fold.nextOffset,
      readFrom: Math.max(fold.warmFrom, low),
      sentTo: null,
      identity,
      keeper,
      findable: [],
      askedAt: performance.now(),
      askFrom: 0,
    };
  } catch (error) {
    await closePartition(opened);
    throw error;
  } finally {
    stopBeating();
  }
}

type Opened = Pick<OpenFold<unknown>, 'producer' | 'stateProducer' | 'keeper' | 'saving'>;

/** A producer that is still sending would connect again: it is let go when it is through. */
export async function closePartition({
  producer,
  stateProducer,
  keeper,
  saving,
}: Partial<Opened>): Promise<void> {
  await Promise.allSettled([producer?.disconnect(), saving]);
  await Promise.allSettled([stateProducer?.disconnect(), keeper?.close()]);
}

/** What stands beside the group's offset: names the states that snapshots of them must name too. */
const Metadata = z.object({ v: z.literal(1), states: z.string() });

function identityOf(metadata: string | null): string | null {
  try {
    return Metadata.parse(JSON.parse(metadata ?? '')).states;
  } catch {
    return null;
  }
}

type States = { states: Map<string, Buffer>; identity: string; keeper: SnapshotKeeper | null };

/** The states from the snapshot and what the topic holds behind it, or from the topic alone. */
async function readStates(
  { kafka, groupId, stateTopic, snapshotDir, log }: Omit<FoldOptions<unknown>, 'openFold'>,
  partition: number,
  marker: string,
  metadata: string | null,
): Promise<States> {
  // States that were read without a snapshot get a new name: no file of before may ever be taken for theirs.
  const renewed = randomUUID();
  const fromStart = () =>
    readState(kafka, groupId, stateTopic, partition, marker, { values: new Map(), nextOffset: 0 });
  if (snapshotDir === null) return { states: (await fromStart()).values, identity: renewed, keeper: null };

  const file = join(snapshotDir, `${groupId}-${partition}.states`);
  const { low, high } = await readEnds(kafka, stateTopic, partition);
  const place = { topic: stateTopic, partition, low };
  const known = identityOf(metadata);
  const snapshot =
    known === null
      ? 'is of no states that were committed'
      : await readSnapshot(file, { ...place, identity: known }, high);
  if (known === null || typeof snapshot === 'string') {
    log(`partition ${partition}: the snapshot ${snapshot}: reading the topic from its start`);
    const { values, nextOffset } = await fromStart();
    const keeper = new SnapshotKeeper(file, { ...place, identity: renewed }, { nextOffset }, log);
    keeper.writeAll([...values]);
    return { states: values, identity: renewed, keeper };
  }
  const keeper = new SnapshotKeeper(file, { ...place, identity: known }, snapshot, log);
  const { values, nextOffset, changes } = await readState(
    kafka,
    groupId,
    stateTopic,
    partition,
    marker,
    snapshot,
  );
  keeper.note(changes, nextOffset);
  return { states: values, identity: known, keeper };
}
