/** Watches how far the pipeline has come, and how long after a fault it moves on. */
import { setTimeout as wait } from 'node:timers/promises';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Admin, Kafka } from 'kafkajs';

/** What a fault may bring to a stand: the journal's end, or what a group has committed. */
export const STAGES = ['journal', 'screener', 'sink'] as const;
export type Stage = (typeof STAGES)[number];

/** A place in a partition, and where that ends; null in the journal, in which every partition always moves. */
export type Place = { at: bigint; end: bigint | null };

/** A stage's places by topic and partition. */
export type Places = Record<Stage, ReadonlyMap<string, Place>>;

const LOOK_EVERY_MS = 200;
const ANSWER_WITHIN_MS = 3_000;

/** Whether these stages stand beyond where they stood, in every partition into which something has come since. */
export const isBeyond = (now: Places, before: Places, stages: readonly Stage[]): boolean =>
  stages.every((stage) =>
    [...before[stage]].every(([name, stood]) => {
      const place = now[stage].get(name);
      if (place === undefined) return false;
      return place.at > stood.at || (stood.end !== null && place.end === stood.end);
    }),
  );

type Open = {
  stages: readonly Stage[];
  startedAtMs: number;
  /** Where the stages stood: the first reading after the fault. */
  stoodAt: Places | null;
  resolve: (afterMs: number) => void;
};

export type Recoveries = {
  /**
   * Resolves with the milliseconds until all of the stages have moved on in every partition. Call it right after the
   * fault: the place to get beyond is read only then, so what was already on its way is not taken for a recovery.
   */
  after: (stages: readonly Stage[]) => Promise<number>;
  /** Where the journal ended, as last seen. */
  journalEnds: () => ReadonlyMap<number, bigint>;
  /** Records that the journal holds and the sink has not stored, as last seen. */
  behind: () => number;
  /** Whether a fault is not yet recovered from that stopped this stage. */
  isWaiting: (stage: Stage) => boolean;
  stop: () => Promise<void>;
};

export function watchRecoveries(openKafka: () => Kafka): Recoveries {
  let open: Open[] = [];
  let behind = 0;
  let journalEnds: ReadonlyMap<number, bigint> = new Map();
  let isStopping = false;
  let admin: Admin | null = null;

  const look = async (): Promise<void> => {
    const lookedAtMs = performance.now();
    if (!admin) {
      admin = openKafka().admin({ retry: { retries: 0 } });
      await admin.connect();
    }
    const places = await readPlaces(admin);
    journalEnds = offsetsOf(places.journal);
    behind = sum(journalEnds) - sum(offsetsOf(places.sink));
    for (const each of open) {
      if (each.stoodAt) {
        if (isBeyond(places, each.stoodAt, each.stages)) each.resolve(performance.now() - each.startedAtMs);
      } else if (each.startedAtMs <= lookedAtMs) each.stoodAt = places;
    }
  };
  const lookOverAndOver = async (): Promise<void> => {
    while (!isStopping) {
      const late = wait(ANSWER_WITHIN_MS).then(() => {
        throw new Error('no answer in time');
      });
      await Promise.race([look(), late]).catch(async () => {
        // The broker is down: that is what the test is about.
        const broken = admin;
        admin = null;
        await broken?.disconnect().catch(() => {});
      });
      late.catch(() => {});
      await wait(LOOK_EVERY_MS);
    }
    await admin?.disconnect().catch(() => {});
  };
  const looking = lookOverAndOver();

  return {
    after: (stages) =>
      new Promise((resolve) => {
        const own: Open = {
          stages,
          startedAtMs: performance.now(),
          stoodAt: null,
          resolve: (afterMs) => {
            open = open.filter((each) => each !== own);
            resolve(afterMs);
          },
        };
        open.push(own);
      }),
    journalEnds: () => journalEnds,
    behind: () => behind,
    isWaiting: (stage) => open.some(({ stages }) => stages.includes(stage)),
    stop: async () => {
      isStopping = true;
      await looking;
    },
  };
}

const sum = (places: ReadonlyMap<number, bigint>): number =>
  [...places.values()].reduce((total, offset) => total + Number(offset), 0);

const JOURNAL = TOPICS.journal.name;
/** What the sink reads beside the journal. */
const DERIVED = [TOPICS.screening.name, TOPICS.evicted.name];

/** In the journal, by partition. */
const offsetsOf = (places: ReadonlyMap<string, Place>): Map<number, bigint> =>
  new Map(
    [...places].flatMap(([name, { at }]) => {
      const [topic, partition] = name.split('/');
      return topic === JOURNAL ? [[Number(partition), at]] : [];
    }),
  );

async function readPlaces(admin: Admin): Promise<Places> {
  const committed = async (groupId: string, topics: readonly string[]) => {
    const places = new Map<string, Place>();
    for (const { topic, partitions } of await admin.fetchOffsets({ groupId, topics: [...topics] }))
      for (const { partition, offset } of partitions)
        places.set(`${topic}/${partition}`, {
          at: BigInt(offset),
          end: ends.get(`${topic}/${partition}`) ?? null,
        });
    return places;
  };
  const ends = new Map<string, bigint>();
  for (const topic of DERIVED)
    for (const { partition, high } of await admin.fetchTopicOffsets(topic))
      ends.set(`${topic}/${partition}`, BigInt(high));
  const [journal, screener, sink] = await Promise.all([
    admin.fetchTopicOffsets(JOURNAL),
    committed('screener', [JOURNAL]),
    committed('sink', [JOURNAL, ...DERIVED]),
  ]);
  return {
    journal: new Map(
      journal.map(({ partition, high }) => [`${JOURNAL}/${partition}`, { at: BigInt(high), end: null }]),
    ),
    screener,
    sink,
  };
}
