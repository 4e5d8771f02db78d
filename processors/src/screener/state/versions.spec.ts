import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { jsonCodec } from '@cryptonite/contracts/codecs';
import {
  decodeEvictedState,
  decodeScreenerState,
  encodeScreenerState,
  ScreenerState,
} from '@cryptonite/contracts/states';
import { describe, expect, it } from 'vitest';
import { Unrecoverable } from '../../runtime/unrecoverable.js';
import { capture, restoredContents } from '../../testing/fold.js';
import { newPartition, type Partition, setDue } from '../partition.js';
import { openScreenerFold } from '../screener-fold.js';
import { readEvicted, restorePartition, restoreToken } from './states.js';
import { DamagedState, stateOf } from './token.js';

const fixture = (name: string) => readFileSync(new URL(`../../testing/fixtures/${name}`, import.meta.url));
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

type Entry = Record<string, unknown>;
type Value = { kind: string; mint: string; shard: number; entries: (Entry | null)[] } & Entry;
const before: { key: string; value: Value }[] = linesOf(gunzipSync(fixture('states-v1.jsonl.gz')).toString());

const restored = (): Partition =>
  restoredFrom(before.map(({ key, value }): [string, string] => [key, JSON.stringify(value)]));

function restoredFrom(stored: Iterable<readonly [string, string | Buffer]>): Partition {
  const restoring = restorePartition(0, stored);
  let step = restoring.next();
  while (!step.done) step = restoring.next();
  return step.value;
}

/** The newest entry of each key of a token in the records of version 1. */
function entriesOf(kind: 'accounts' | 'traders', mint: string): Map<unknown, Entry> {
  const shards = before.filter(({ value }) => value.kind === kind && value.mint === mint);
  const entries = shards.sort((a, b) => a.value.shard - b.value.shard).flatMap(({ value }) => value.entries);
  return new Map(entries.flatMap((entry) => (entry ? [[entry.account ?? entry.wallet, entry]] : [])));
}

const jsonOf = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part)));

describe('states of version 1', () => {
  it('are read with all that they say', () => {
    const { tokens, evicted } = restored();
    const cores = before.filter(({ value }) => value.kind === 'token');
    expect(tokens.size + evicted.size).toBe(cores.length);
    let entries = 0;
    for (const { value } of cores) {
      const { mint } = value;
      const token = tokens.get(mint) ?? evicted.get(mint);
      if (!token) throw new Error(`${mint} is missing`);
      const { rings, ...core } = value as unknown as { rings: Record<string, Entry> };
      const { newestOf, ...h24 } = rings.h24 ?? {};
      expect(jsonOf(stateOf(token))).toEqual({
        ...core,
        v: 2,
        firstTradeAt: null,
        trailTouchedFrom: null,
        // Nothing had left the day's ring where it has no price from before it.
        rings: { ...rings, h24, ...(h24.before === null && { older: null }) },
      });
      const accounts = token.accounts.states().map((state) => [state.account, jsonOf(state)] as const);
      expect(new Map<unknown, Entry>(accounts)).toEqual(entriesOf('accounts', mint));
      const traders = token.traders
        .states()
        .map(({ roles, sells, ...state }) => [state.wallet, jsonOf(state)] as const);
      expect(new Map<unknown, Entry>(traders)).toEqual(entriesOf('traders', mint));
      entries += accounts.length + traders.length;
    }
    expect(entries).toBeGreaterThan(300);
  });

  it('stand in this version once they were captured again', () => {
    const partition = restored();
    const states = new Map<string, string | Buffer>();
    for (const token of [...partition.tokens.values()]) setDue(partition, token, token.state.dueAt);
    for (const [key, value] of before.map(({ key, value }) => [key, JSON.stringify(value)] as const))
      states.set(key, value);
    const inBefore = restoredContents({ states });
    capture({ partition, states });
    expect(restoredContents({ states })).toEqual(inBefore);
    for (const mint of partition.tokens.keys())
      expect(decodeScreenerState(states.get(`token/${mint}`) ?? '').v).toBe(2);
  });

  it('are read again without the schema, whose readers take several times as long', () => {
    const partition = restored();
    const states = new Map<string, string | Buffer>();
    for (const token of [...partition.tokens.values()]) setDue(partition, token, token.state.dueAt);
    capture({ partition, states });
    const { read } = jsonCodec(ScreenerState);
    for (const value of states.values()) {
      if (typeof value !== 'string') continue;
      let reads = 0;
      read(() => {
        reads += 1;
        return JSON.parse(value);
      });
      expect(reads).toBe(1);
    }
  });

  it('of evicted tokens are read from all of their parts', () => {
    const parts = linesOf(fixture('evicted-v1.jsonl').toString()).map((line) =>
      decodeEvictedState(JSON.stringify(line)),
    );
    const mints = new Set(parts.map(({ mint }) => mint));
    expect(mints.size).toBe(3);
    for (const mint of mints) {
      const texts = parts.filter((part) => part.mint === mint).sort((a, b) => a.part - b.part);
      const token = restoreToken(newPartition(0), readEvicted(texts.map(({ state }) => state)));
      expect(token.state.mint).toBe(mint);
      const accounts = texts.slice(1).flatMap(({ state }) => JSON.parse(state).entries);
      expect(jsonOf(token.accounts.states())).toEqual(accounts);
      expect(accounts.length).toBeGreaterThan(0);
    }
  });
});

it('a state of a later version ends the service with a sentence', async () => {
  const token = before.find(({ value }) => value.kind === 'token')?.value;
  const stored = new Map([['token/x', Buffer.from(JSON.stringify({ ...token, v: 3 }))]]);
  const opening = openScreenerFold(0, stored);
  await expect(opening).rejects.toThrow(Unrecoverable);
  await expect(opening).rejects.toThrow('a stored state (token) is of version 3');
});

describe('shards that cannot be read', () => {
  const { mint } = before.find(({ value }) => value.kind === 'accounts')!.value;
  const shard = encodeScreenerState({ kind: 'accounts', v: 2, mint, shard: 0, entries: [] }) as Buffer;
  const core = before.find(({ key }) => key === `token/${mint}`)!.value;
  const stored = (key: string, value: Buffer) =>
    new Map([
      [`token/${mint}`, Buffer.from(JSON.stringify(core))],
      [key, value],
    ]);

  it('of a later version end the service at its start', async () => {
    const later = Buffer.from(shard);
    later[1] = 3;
    const opening = openScreenerFold(0, stored(`accounts/${mint}/0`, later));
    await expect(opening).rejects.toThrow('a stored state (accounts) is of version 3');
  });

  it.each([
    ['cut', stored(`accounts/${mint}/0`, shard.subarray(0, -1))],
    ['missing', stored(`accounts/${mint}/1`, Buffer.from(encodeShardOne()))],
  ])('%s ones end it when they are asked for, and name the token', (_, states) => {
    const partition = restoredFrom(states);
    const token = partition.tokens.get(mint) ?? partition.evicted.get(mint)!;
    expect(() => token.accounts).toThrow(DamagedState);
    expect(() => restoredFrom(states).restored[0]?.takeIn()).toThrow(mint);
  });

  function encodeShardOne(): Buffer {
    return encodeScreenerState({ kind: 'accounts', v: 2, mint, shard: 1, entries: [] }) as Buffer;
  }
});
