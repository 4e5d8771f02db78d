/** The states that left the topic of states: the only place where a fold reads ClickHouse. */
import { ClickHouseLogLevel, createClient, type Row } from '@clickhouse/client';
import { Deadline } from '@cryptonite/contracts/deadlines';
import { z } from 'zod';
import { askWithin } from './ask-within.js';
import { EvictedKeys } from './evicted-keys.js';

/** A key evicted at an offset of its partition. */
export type Evicted = { key: string; offset: number };

export type EvictedStates = {
  /**
   * All parts of the newest eviction before `offset` of each key that had one. Which keys were ever evicted is read beside the
   * first question; from then on the others, which are nearly all, are known without asking.
   */
  find(partition: number, keys: readonly string[], offset: number): Promise<Map<string, string[]>>;
  /** Those of `evicted` that {@link EvictedStates.find} would find. */
  findable(partition: number, evicted: readonly Evicted[]): Promise<Evicted[]>;
  /** Somebody else may have evicted keys of this partition: it was just taken over. */
  takenOver(partition: number): void;
  close(): Promise<void>;
};

/** Keys travel in the address of a request, of which Node accepts 16 kB. */
const KEYS_PER_QUERY = 200;
const WITHIN_MS = { first: 10_000, most: 120_000 };

const Parts = z.array(z.object({ mint: z.string(), part: z.number(), parts: z.number(), state: z.string() }));
const Mint = z.object({ mint: z.string() });
const Stored = z.array(z.object({ mint: z.string(), evicted_offset: z.coerce.number() }));

export function connectEvictedStates(env: {
  CLICKHOUSE_URL: string;
  CLICKHOUSE_USER: string;
  CLICKHOUSE_PASSWORD: string;
  CLICKHOUSE_DATABASE: string;
}): EvictedStates {
  const client = createClient({
    url: env.CLICKHOUSE_URL,
    username: env.CLICKHOUSE_USER,
    password: env.CLICKHOUSE_PASSWORD,
    database: env.CLICKHOUSE_DATABASE,
    request_timeout: WITHIN_MS.most,
    log: { level: ClickHouseLogLevel.OFF },
  });
  // One on a busy machine is waited for longer each time, or it would be asked the same for ever.
  const deadline = new Deadline(WITHIN_MS.first, WITHIN_MS.most);
  const read = (query: string, params: Record<string, unknown>): Promise<unknown> =>
    askWithin(deadline, async (abort_signal) => {
      const asked = { query, query_params: params, abort_signal };
      const result = await client.query({ ...asked, format: 'JSONEachRow' });
      return result.json();
    });
  /** By partition. */
  const ever = new Map<number, EvictedKeys>();
  const readEver = (partition: number): EvictedKeys => {
    const keys = new EvictedKeys();
    ever.set(partition, keys);
    askWithin(deadline, async (abort_signal) => {
      const query = 'SELECT DISTINCT mint FROM evicted_states WHERE partition = {partition:UInt16}';
      const asked = { query, query_params: { partition }, abort_signal };
      const rows = (await client.query({ ...asked, format: 'JSONEachRow' })).stream();
      await keys.read(rows.map((some: Row[]) => some.map((row) => Mint.parse(row.json()).mint)));
    }).catch(() => {
      // The next question reads them again.
      if (ever.get(partition) === keys) ever.delete(partition);
    });
    return keys;
  };
  return {
    async find(partition, keys, offset) {
      const found = new Map<string, string[]>();
      const evicted = ever.get(partition) ?? readEver(partition);
      for (const mints of inChunks(keys.filter((key) => evicted.mayHave(key)))) {
        const rows = Parts.parse(
          await read(
            `SELECT mint, part, parts, state FROM evicted_states
             WHERE partition = {partition:UInt16} AND (mint, evicted_offset) IN (
               SELECT mint, max(evicted_offset) FROM evicted_states
               WHERE partition = {partition:UInt16} AND mint IN {mints:Array(String)} AND evicted_offset < {offset:UInt64}
               GROUP BY mint)`,
            { partition, mints, offset },
          ),
        );
        for (const { mint, part, parts, state } of rows) {
          const states = found.get(mint) ?? new Array<string>(parts).fill('');
          states[part] = state;
          found.set(mint, states);
        }
      }
      for (const [key, states] of found)
        if (states.includes('')) throw new Error(`of the evicted state of ${key} a part is missing`);
      return found;
    },
    async findable(partition, evicted) {
      const isWanted = new Set(evicted.map(({ key, offset }) => `${key} ${offset}`));
      const found: Evicted[] = [];
      for (const mints of inChunks(evicted.map(({ key }) => key))) {
        const rows = Stored.parse(
          await read(
            `SELECT mint, evicted_offset FROM evicted_states
             WHERE partition = {partition:UInt16} AND mint IN {mints:Array(String)}
             GROUP BY mint, evicted_offset HAVING uniqExact(part) = any(parts)`,
            { partition, mints },
          ),
        );
        for (const { mint, evicted_offset: offset } of rows)
          if (isWanted.has(`${mint} ${offset}`)) {
            found.push({ key: mint, offset });
            ever.get(partition)?.add(mint);
          }
      }
      return found;
    },
    takenOver: (partition) => void ever.delete(partition),
    close: () => client.close(),
  };
}

function* inChunks(keys: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < keys.length; at += KEYS_PER_QUERY) yield keys.slice(at, at + KEYS_PER_QUERY);
}
