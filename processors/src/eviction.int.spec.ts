import { positionOf } from '@cryptonite/contracts/chain';
import type { Fact, JournalRecord } from '@cryptonite/contracts/events';
import { decodeScreeningRecord, measurementsOf } from '@cryptonite/contracts/frames';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { TOPICS } from '@cryptonite/contracts/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINT, recordsOf } from './testing/facts.js';
import { START_MS, START_SLOT } from './testing/journal.js';
import { type Process, type Stack, startStack } from './testing/stack.js';
import { readTopic, waitForGroup, writeJournal } from './testing/topics.js';

const DAY = WINDOW_MS.h24;
const WITHIN_MS = 60_000;

const written = (records: readonly JournalRecord[]) => records.map((record) => ({ partition: 0, record }));

describe('a token that goes quiet and comes back', () => {
  let stack: Stack;
  let screener: Process;

  const folded = () => waitForGroup(stack.kafka, 'screener', TOPICS.journal.name, WITHIN_MS);
  /** Slots without a trade: the screener speaks to its stores only when something is read. */
  const passSlot = (ms: number) => {
    const slot = START_SLOT + Math.floor(ms / 400);
    const time = START_MS + ms;
    const position = positionOf({ slot, transaction: 999_999, instruction: 999, inner: 0 });
    const fact: Fact = {
      kind: 'SlotConfirmed',
      id: `slot:${slot}:SlotConfirmed`,
      position,
      time,
      slot,
      parentSlot: null,
    };
    const record = recordsOf((chain) => chain.slot())[0];
    if (!record) throw new Error('a slot has a record');
    return writeJournal(stack.kafka, written([{ ...record, slot, time, facts: [fact] }]));
  };
  const statesOfToken = async () => {
    const states = new Map<string, string>();
    for (const { key, value } of await readTopic(stack.kafka, TOPICS.screenerState.name)) {
      if (value === null) states.delete(key ?? '');
      else states.set(key ?? '', value);
    }
    return [...states.keys()].filter((key) => key.includes(MINT));
  };

  beforeAll(async () => {
    stack = await startStack(1);
    screener = await stack.start('screener');
  });
  afterAll(() => stack?.stop());

  it('stays in the topic of states while the sink is away', async () => {
    await writeJournal(
      stack.kafka,
      written(
        recordsOf((chain) =>
          chain
            .slot()
            .launch()
            .trade(45)
            .slot()
            .pass(DAY + 60_000)
            .slot(),
        ),
      ),
    );
    await folded();
    expect(await readTopic(stack.kafka, TOPICS.evicted.name)).not.toEqual([]);
    expect((await statesOfToken()).sort()).toEqual([`token/${MINT}`, `traders/${MINT}/0`]);
  });

  it('leaves it when the tables have it', async () => {
    await stack.start('sink');
    await waitForGroup(stack.kafka, 'sink', TOPICS.evicted.name, WITHIN_MS);
    for (let ms = DAY + 61_000; (await statesOfToken()).length > 0; ms += 1_000) {
      if (ms > DAY + 121_000) throw new Error('the state is still there');
      await passSlot(ms);
      await new Promise((done) => setTimeout(done, 500));
    }
  });

  it('is waited for while ClickHouse is down, and goes on with its own numbers when it is back', async () => {
    await screener.kill('SIGTERM');
    const nowhere = await stack.start('screener', { CLICKHOUSE_URL: 'http://127.0.0.1:9' });
    const back = recordsOf((chain) =>
      chain
        .pass(DAY + 300_000)
        .trade(46)
        .slot(),
    );
    await writeJournal(stack.kafka, written(back));
    while (!nowhere.output().includes('evicted states')) await new Promise((done) => setTimeout(done, 100));
    await nowhere.kill('SIGTERM');
    await stack.start('screener');
    await folded();
    const records = (await readTopic(stack.kafka, TOPICS.screening.name)).map(({ bytes }) =>
      decodeScreeningRecord(bytes ?? Buffer.alloc(0)),
    );
    const events = records.flatMap((record) => (record.holds === 'event' ? [record.event] : []));
    expect(events.filter(({ kind }) => kind === 'BondingAlertRaised')).toHaveLength(1);
    const described = events.filter(({ kind }) => kind === 'TokenDescribed');
    expect(described.at(-1)).toMatchObject({ seenSinceCreation: true });
    const measured = records.flatMap((record) =>
      record.holds === 'frame' ? measurementsOf(record.frame) : [],
    );
    expect(measured.at(-1)).toMatchObject({ buyCount: 2, sellCount: 0 });
    const listedAt = measured.map(({ liveListedAt }) => liveListedAt).filter((at) => at !== null);
    expect(new Set(listedAt).size).toBe(1);
  });
});
