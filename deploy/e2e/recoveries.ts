/** Watches how far the pipeline has come, and how long after a fault it moves on. */
import { setTimeout as wait } from 'node:timers/promises';
import { TOPICS } from '@cryptonite/contracts/topics';
import type { Admin, Kafka } from 'kafkajs';

/** What a fault may bring to a stand: the journal's end, or what a group has committed. */
export const STAGES = ['journal', 'screener', 'sink'] as const;
export type Stage = (typeof STAGES)[number];

/** A stage's place in each partition of the journal: of all topics the one in which every partition always moves. */
export type Places = Record<Stage, ReadonlyMap<number, bigint>>;

const LOOK_EVERY_MS = 200;
const ANSWER_WITHIN_MS = 3_000;

/** Whether every partition of these stages stands beyond where it stood. */
export const isBeyond = (now: Places, before: Places, stages: readonly Stage[]): boolean =>
  stages.every((stage) =>
    [...before[stage]].every(([partition, offset]) => (now[stage].get(partition) ?? -1n) > offset),
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
    journalEnds = places.journal;
    behind = sum(places.journal) - sum(places.sink);
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

async function readPlaces(admin: Admin): Promise<Places> {
  const topic = TOPICS.journal.name;
  const committed = async (groupId: string) => {
    const [answer] = await admin.fetchOffsets({ groupId, topics: [topic] });
    return new Map(answer?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
  };
  const [ends, screener, sink] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    committed('screener'),
    committed('sink'),
  ]);
  return {
    journal: new Map(ends.map(({ partition, high }) => [partition, BigInt(high)])),
    screener,
    sink,
  };
}
