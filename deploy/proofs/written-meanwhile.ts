/**
 * Somebody who writes into Postgres and the object store all the while, as commands do, and remembers what was acknowledged:
 * all of it must be there at the end, and whole.
 */
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { addressIn, connectTo } from '@cryptonite/stores/s3/bucket.js';
import pg from 'pg';
import type { Comparison } from './comparison.js';
import type { StoreOfCommands } from './fault-plan.js';
import { until } from './product.js';

const EVERY_MS = 50;
const AGAIN_MS = 100;
const ANSWER_WITHIN_MS = 3_000;
const BACK_WITHIN_MS = 60_000;
const OBJECT_REPEATS = 2_000;
const PREFIX = 'written-meanwhile/';
/** An object that is replaced each time. */
const NEWEST = `${PREFIX}newest`;

export type Writing = {
  /** Resolves with the milliseconds until a write that was begun after the call is acknowledged. */
  after: (store: StoreOfCommands) => Promise<number>;
  stop: () => Promise<void>;
  /** To be called once it is stopped. */
  compare: (comparison: Comparison) => Promise<void>;
};

/** Begins to write into the stores of a product, which its environment names. */
export async function writeMeanwhile(env: Record<string, string>): Promise<Writing> {
  const postgres = await openPostgres(env.POSTGRES_URL ?? '');
  const objects = openObjects(env);
  const writers: Record<StoreOfCommands, Writer> = {
    postgres: keepWriting(postgres.write),
    s3: keepWriting(objects.write),
  };
  const all = Object.values(writers);
  return {
    after: (store) => writers[store].after(),
    stop: async () => {
      await Promise.all(all.map(({ stop }) => stop()));
    },
    compare: async (comparison) => {
      const pairs = await until('Postgres answers', postgres.read, BACK_WITHIN_MS);
      note(comparison, 'pairs of rows in Postgres', writers.postgres, pairs);
      const found = await until('the object store answers', objects.read, BACK_WITHIN_MS);
      note(comparison, 'objects', writers.s3, found);
      const newest = found.newest ?? -1;
      comparison.note(
        'the object that was replaced each time',
        newest >= writers.s3.lastAcknowledged() && newest < writers.s3.begun(),
        `acknowledged ${writers.s3.lastAcknowledged()}, found ${newest}`,
      );
      await postgres.close();
    },
  };
}

type Found = {
  /** The numbers of what is there and whole. */
  whole: ReadonlySet<number>;
  /** What is there and is not. */
  broken: string[];
  newest?: number;
};

function note(comparison: Comparison, what: string, writer: Writer, { whole, broken }: Found): void {
  const lost = writer.acknowledged().filter((n) => !whole.has(n));
  comparison.counted(`${what} that were acknowledged`, writer.acknowledged().length);
  comparison.note(
    `${what} that were acknowledged`,
    lost.length === 0 && broken.length === 0,
    `${writer.acknowledged().length} of ${writer.begun()} that were tried; ${whole.size} are there, ${lost.length} are lost, ${broken.length} are not whole`,
    [...lost.map(String), ...broken],
  );
}

type Writer = {
  after: () => Promise<number>;
  stop: () => Promise<void>;
  acknowledged: () => readonly number[];
  lastAcknowledged: () => number;
  /** How many writes were tried; they are numbered from 0. */
  begun: () => number;
};

function keepWriting(write: (n: number) => Promise<void>): Writer {
  const acknowledged: number[] = [];
  let begun = 0;
  let isStopping = false;
  let waiting: { sinceMs: number; resolve: (ms: number) => void }[] = [];
  const writing = (async () => {
    while (!isStopping) {
      const n = begun++;
      const startedAtMs = performance.now();
      try {
        await write(n);
      } catch {
        // The store is down: that is what the test is about. Whether this was written is known at the end.
        await wait(AGAIN_MS);
        continue;
      }
      acknowledged.push(n);
      const over = waiting.filter(({ sinceMs }) => sinceMs <= startedAtMs);
      waiting = waiting.filter((each) => !over.includes(each));
      for (const { sinceMs, resolve } of over) resolve(performance.now() - sinceMs);
      await wait(EVERY_MS);
    }
  })();
  return {
    after: () => new Promise((resolve) => waiting.push({ sinceMs: performance.now(), resolve })),
    stop: async () => {
      isStopping = true;
      await writing;
    },
    acknowledged: () => acknowledged,
    lastAcknowledged: () => acknowledged.at(-1) ?? -1,
    begun: () => begun,
  };
}

/** Writes pairs of rows, each pair in a transaction of two statements. */
async function openPostgres(url: string) {
  let client: pg.Client | null = null;
  const connect = async (): Promise<pg.Client> => {
    if (client !== null) return client;
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    opened.on('error', () => {});
    await opened.connect();
    client = opened;
    return opened;
  };
  const close = async () => {
    const broken = client;
    client = null;
    await broken?.end().catch(() => {});
  };
  await (await connect()).query('CREATE TABLE written_meanwhile (n int, half int, PRIMARY KEY (n, half))');
  return {
    write: async (n: number) => {
      try {
        const open = await connect();
        await open.query('BEGIN');
        for (const half of [1, 2])
          await open.query('INSERT INTO written_meanwhile VALUES ($1, $2)', [n, half]);
        await open.query('COMMIT');
      } catch (error) {
        await close();
        throw error;
      }
    },
    read: async (): Promise<Found> => {
      const { rows } = await (await connect()).query<{ n: number; halves: number }>(
        'SELECT n, count(*)::int AS halves FROM written_meanwhile GROUP BY n',
      );
      return {
        whole: new Set(rows.filter(({ halves }) => halves === 2).map(({ n }) => n)),
        broken: rows.filter(({ halves }) => halves !== 2).map(({ n }) => `half of ${n}`),
      };
    },
    close,
  };
}

const bodyOf = (n: number) => createHash('sha256').update(String(n)).digest('hex').repeat(OBJECT_REPEATS);

/** Writes an object each time, and one that is replaced. */
function openObjects(env: Record<string, string>) {
  const bucket = env.S3_BUCKET ?? '';
  const client = connectTo(addressIn(env));
  const read = async (key: string) => (await buffer(await client.getObject(bucket, key))).toString();
  return {
    write: async (n: number) => {
      await client.putObject(bucket, `${PREFIX}${n}`, bodyOf(n));
      await client.putObject(bucket, NEWEST, `${n}`);
    },
    read: async (): Promise<Found> => {
      const whole = new Set<number>();
      const broken: string[] = [];
      for await (const { name } of client.listObjectsV2(bucket, PREFIX, true)) {
        if (name === NEWEST) continue;
        const n = Number(name.slice(PREFIX.length));
        if ((await read(name)) === bodyOf(n)) whole.add(n);
        else broken.push(name);
      }
      return { whole, broken, newest: Number(await read(NEWEST)) };
    },
  };
}
