import { placeOf, positionOf } from '@cryptonite/contracts/chain';
import { encodeJournalRecord, type Fact, type JournalRecord } from '@cryptonite/contracts/events';
import { decodeFrame, measurementsOf } from '@cryptonite/contracts/frames';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { decodeEvictedState, decodeScreenerState, stateOfText } from '@cryptonite/contracts/states';
import { TOPICS } from '@cryptonite/contracts/topics';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputRecord } from '../../runtime/outputs.js';
import { Chain, MINT, recordsOf } from '../../testing/facts.js';
import { foldBatch } from '../../testing/fold.js';
import { curveOf, marketJournal, randomOf, walletOf } from '../../testing/journal.js';
import { openScreenerFold } from '../screener-fold.js';
import { readEvicted } from './states.js';

const DAY = WINDOW_MS.h24;

describe('a token that was quiet for a day', () => {
  const traded = () =>
    new Chain().slot().launch().trade(45).balance(1, curveOf(MINT), 500_000_000_000_000n).slot();

  it('leaves the lists and memory, and its state is said once in full', () => {
    const chain = traded();
    chain.said();
    const before = chain.folded.partition.tokens.get(MINT);
    chain.pass(DAY + 1_000).slot();
    expect(chain.said()).toContainEqual(expect.objectContaining({ kind: 'TokenUnlisted', profile: 'live' }));
    const { partition, states } = chain.folded;
    expect(partition.tokens.size).toBe(0);
    // The buyer was one of the first: a role, which outlives the day.
    const keys = [`token/${MINT}`, `accounts/${MINT}/0`, `traders/${MINT}/0`];
    expect([...states.keys()].sort()).toEqual(['clock', ...keys].sort());
    expect(partition.leaving.map(({ state }) => stateOfText(state))).toEqual(
      keys.map((key) => decodeScreenerState(states.get(key) ?? '')),
    );
    expect(before?.state.alertRaisedAt).not.toBeNull();
  });

  it('goes on with its own numbers, as one that never left', () => {
    const left = traded();
    const stayed = traded();
    const listedAt = left.measured()?.liveListedAt;
    left.pass(DAY + 1_000).slot();
    expect(left.folded.partition.tokens.size).toBe(0);
    // An account's fact is no trade, but keeps the token in memory.
    stayed
      .pass(DAY / 2)
      .balance(1, curveOf(MINT), 500_000_000_000_000n)
      .slot();
    stayed.pass(DAY / 2 + 1_000).slot();
    expect(stayed.folded.partition.tokens.size).toBe(1);
    left.said();
    stayed.said();
    const goOn = (chain: Chain) =>
      chain
        .pass(60_000)
        .trade(46, { trader: walletOf(9) })
        .balance(1, curveOf(MINT), 500_000_000_000_000n)
        .slot();
    const [a, b] = [goOn(left).said(), goOn(stayed).said()];
    expect(a.map(({ kind }) => kind)).not.toContain('BondingAlertRaised');
    expect(a.find((event) => event.kind === 'TokenDescribed')).toMatchObject({ seenSinceCreation: true });
    const measured = a.find((event) => event.kind === 'Measured');
    expect(measured).toMatchObject({ buyCount: 2, liveListedAt: listedAt });
    const told = (events: typeof a) =>
      events.filter((event) => event.kind === 'Measured').map(({ time, position, ...said }) => said);
    expect(told(a)).toEqual(told(b));
  });

  it('is measured again in a later second, when a late fact brings it back in that in which it left', () => {
    const chain = traded()
      .pass(DAY + 1_000)
      .slot();
    const [, launch, trade] = chain.records;
    const [fact] = trade?.facts ?? [];
    const [before] = launch?.facts ?? [];
    if (!trade || !fact || !before) throw new Error('a launch and a trade');
    foldBatch(chain.folded, [{ ...trade, facts: [{ ...fact, id: 'late', position: before.position }] }]);
    chain.slot();
    expect(chain.folded.partition.tokens.size).toBe(1);
    chain.pass(1_000).slot();
    const times = chain.said().flatMap((event) => (event.kind === 'Measured' ? [event.time] : []));
    const left = times.indexOf(chain.now - 1_000);
    expect(times.slice(left + 1)).toEqual([chain.now]);
  });
});

it('is said without the places that its accounts have left', () => {
  const chain = new Chain().slot().launch();
  for (let account = 0; account < 70; account += 1) chain.balance(account, walletOf(account), 1n);
  chain.said();
  for (let account = 0; account < 20; account += 1) chain.balance(account, walletOf(account), 2n);
  chain.said();
  chain.pass(DAY + 1_000).slot();
  chain.said();
  const shards = chain.folded.partition.leaving.flatMap(({ state }) => {
    const part = stateOfText(state);
    return part.kind === 'accounts' ? [part.entries.map(({ account }) => account)] : [];
  });
  expect(shards.map(({ length }) => length)).toEqual([32, 32, 6]);
  expect(new Set(shards.flat()).size).toBe(70);
});

const PARTS = 3;
const SLOTS_OF_PART = 16;
const QUIET_SLOTS = 8;

it('brought back from the table, a token is written to the topic of states in full', () => {
  const chain = new Chain().slot().launch();
  for (let account = 0; account < 40; account += 1) chain.balance(account, walletOf(account), 1n);
  chain.pass(DAY + 1_000).slot();
  const { partition, states } = chain.folded;
  const kept = new Map(states);
  partition.found.set(MINT, readEvicted(partition.leaving.map(({ state }) => state)));
  partition.evicted.clear();
  states.clear();
  chain.pass(1_000).trade(45).slot();
  expect([...states.keys()].sort()).toEqual([...kept.keys(), `traders/${MINT}/0`].sort());
  expect(states.get(`accounts/${MINT}/1`)).toEqual(kept.get(`accounts/${MINT}/1`));
});

/** A market with pauses of about a day, after each of which some slots go by, in which tokens leave one by one. */
function pausedJournal(seed: number): JournalRecord[] {
  const market = marketJournal({ seed, slots: PARTS * SLOTS_OF_PART, tradesPerSlot: 8, partitions: 1 });
  const records = [...market].map(({ record }) => record);
  const first = records[0]?.slot ?? 0;
  return records.flatMap((record) => {
    const part = Math.floor((record.slot - first) / SLOTS_OF_PART);
    const isQuiet = part > 0 && (record.slot - first) % SLOTS_OF_PART < QUIET_SLOTS && record.mint !== null;
    return isQuiet ? [] : [later(record, part * (DAY - 1_500), part * 250_000)];
  });
}

function later(record: JournalRecord, ms: number, slots: number): JournalRecord {
  const facts = record.facts.map((fact): Fact => {
    const place = placeOf(fact.position);
    const position = positionOf({ ...place, slot: place.slot + slots });
    const moved = { ...fact, id: `${fact.id}+${slots}`, position, time: fact.time + ms };
    return moved.kind === 'SlotConfirmed' ? { ...moved, slot: moved.slot + slots } : moved;
  });
  return { ...record, slot: record.slot + slots, time: record.time + ms, facts };
}

it('is looked for also where a copy of its launch comes before it, the chain having stood still for a day', async () => {
  const [confirmed, launch, trade, end] = recordsOf((chain) => chain.slot().launch().trade(45).slot());
  if (!confirmed || !launch || !trade || !end) throw new Error('four records');
  const fold = await openScreenerFold(0, new Map());
  let offset = 0;
  const read = (records: readonly JournalRecord[]) =>
    records.map((record) => fold.read({ offset: offset++, value: Buffer.from(encodeJournalRecord(record)) }));
  const before = read([
    confirmed,
    launch,
    trade,
    end,
    later(end, DAY + 1_000, 1),
    later(end, DAY + 21_000, 2),
  ]);
  expect(fold.missing(before)).toEqual([]);
  for (const record of before) fold.apply(record);
  const parts = fold.take().filter(({ topic }) => topic === TOPICS.evicted.name);
  expect(fold.release(fold.evicted())).not.toEqual([]);

  const after = read([launch, later(trade, DAY + 22_000, 3), later(end, DAY + 23_000, 4)]);
  expect(fold.missing(after)).toEqual([MINT]);
  fold.bring(new Map([[MINT, parts.map(({ value }) => decodeEvictedState(String(value)).state)]]));
  for (const record of after) fold.apply(record);
  const said = fold.take().filter(({ topic }) => topic === TOPICS.screening.name);
  const frame = said.findLast(({ value }) => Buffer.isBuffer(value))?.value;
  const [measured] = measurementsOf(decodeFrame(Buffer.from(frame ?? '')));
  expect(measured).toMatchObject({ mint: MINT, buyCount: 2 });
});

/** The runtime, its topics and the table in memory. `random` cuts batches, restarts and delays the sink. */
async function run(journal: readonly Buffer[], random: (() => number) | null) {
  const topics = new Map<string, string[]>();
  const states = new Map<string, Buffer>();
  const table = new Map<string, { offset: number; parts: number; states: string[] }[]>();
  let stored = 0;
  let broughtBack = 0;
  let released = 0;
  let committed = 0;
  const write = (outputs: readonly OutputRecord[]) => {
    for (const { topic, key, value } of outputs) {
      if (topic !== TOPICS.screenerState.name) {
        const texts = topics.get(topic) ?? [];
        texts.push(value?.toString('latin1') ?? '');
        topics.set(topic, texts);
      } else if (value === null) states.delete(key ?? '');
      else states.set(key ?? '', typeof value === 'string' ? Buffer.from(value) : value);
    }
  };
  const store = (share: number) => {
    const evicted = topics.get(TOPICS.evicted.name) ?? [];
    const upTo = stored + Math.floor((evicted.length - stored) * share);
    for (const text of evicted.slice(stored, upTo)) {
      const { mint, evictedOffset: offset, part, parts, state } = decodeEvictedState(text);
      const of = table.get(mint) ?? [];
      table.set(mint, of);
      if (part === 0) of.push({ offset, parts, states: [] });
      of.find((entry) => entry.offset === offset)?.states.push(state);
    }
    stored = upTo;
  };
  const isWhole = (mint: string, offset: number) => {
    const entry = table.get(mint)?.find((candidate) => candidate.offset === offset);
    return entry !== undefined && entry.states.length === entry.parts;
  };

  let fold = await openScreenerFold(0, new Map());
  let next = 0;
  while (committed < journal.length) {
    const end = Math.min(journal.length, next + (random ? 1 + Math.floor(random() ** 2 * 20) : 50));
    const reads = [];
    for (let offset = next; offset < end; offset += 1) {
      const record = { offset, value: journal[offset] ?? null };
      if (offset < fold.nextOffset) fold.warm(record);
      else reads.push(fold.read(record));
    }
    const [first] = reads;
    if (first) {
      const found = new Map<string, string[]>();
      for (const mint of fold.missing(reads)) {
        const newest = table
          .get(mint)
          ?.filter(({ offset }) => offset < first.offset)
          .at(-1);
        if (newest && isWhole(mint, newest.offset)) found.set(mint, newest.states);
      }
      broughtBack += found.size;
      fold.bring(found);
    }
    for (const read of reads) {
      fold.apply(read);
      if (read.offset < committed) fold.take();
    }
    next = end;
    if (next > committed) {
      const outputs = fold.take();
      const findable = random ? fold.evicted().filter(({ key, offset }) => isWhole(key, offset)) : [];
      const tombstones = fold.release(findable);
      released += tombstones.length;
      write([...outputs, ...tombstones]);
      committed = next;
    }
    if (!random) continue;
    if (random() < 0.7) store(random() < 0.5 ? 1 : random());
    if (random() < 0.2) {
      fold = await openScreenerFold(0, new Map(states));
      next = fold.warmFrom;
    }
  }
  const keys = [...states]
    .map(([key, value]) => `${key} ${value.toString('latin1')}`)
    .filter((text) => !text.includes('"evictedOffset"'));
  const live = new Set(keys.filter((text) => text.startsWith('token/')).map((text) => text.split(/[/ ]/)[1]));
  return {
    said: topics.get(TOPICS.screening.name),
    evicted: topics.get(TOPICS.evicted.name),
    states: keys.filter((text) => text.startsWith('clock') || live.has(text.split(/[/ ]/)[1])).sort(),
    broughtBack,
    released,
  };
}

/** Where two lists of long texts part, in few words. */
function firstDifference(a: readonly string[] = [], b: readonly string[] = []): string[] | null {
  const line = a.findIndex((text, index) => text !== b[index]);
  if (line < 0) return a.length === b.length ? null : [`${a.length} lines`, `${b.length} lines`];
  const [x, y] = [a[line] ?? '', b[line] ?? ''];
  let at = 0;
  while (x[at] === y[at]) at += 1;
  return [x, y].map((text) => `${line}: … ${text.slice(Math.max(0, at - 60), at + 60)}`);
}

describe('eviction', { timeout: 60_000 }, () => {
  it('changes nothing of what is said and kept, however the input is cut, when the table has it, and where it is started again', async () => {
    let broughtBack = 0;
    let released = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 500 }), fc.integer(), async (seed, chance) => {
        const journal = pausedJournal(seed).map((record) => Buffer.from(encodeJournalRecord(record)));
        const undisturbed = await run(journal, null);
        expect(undisturbed.evicted?.length).toBeGreaterThan(0);
        const disturbed = await run(journal, randomOf(chance));
        broughtBack += disturbed.broughtBack;
        released += disturbed.released;
        for (const what of ['evicted', 'said', 'states'] as const)
          expect(firstDifference(disturbed[what], undisturbed[what]), what).toBeNull();
      }),
      { numRuns: 4 },
    );
    // Else the property would hold for nothing.
    expect(released).toBeGreaterThan(0);
    expect(broughtBack).toBeGreaterThan(0);
  });
});
