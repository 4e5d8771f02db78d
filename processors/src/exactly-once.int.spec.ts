import { decodeScreeningRecord, measurementsOf } from '@cryptonite/contracts/frames';
import { dateTimeOf } from '@cryptonite/contracts/rows';
import { TOPICS } from '@cryptonite/contracts/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf } from './testing/contents.js';
import { marketJournal, randomOf, type Written } from './testing/journal.js';
import { type Process, type Stack, startStack } from './testing/stack.js';
import { readTopic, waitForGroup, writeJournal } from './testing/topics.js';

const PARTITIONS = 2;
const CAUGHT_UP_WITHIN_MS = 60_000;
/** Often, so that a kill meets the sink at each of its steps. */
const FLUSHES = { FLUSH_AFTER_MS: '500' };

/** A journal with what a real one has: records written twice by a reconnect, and some that nobody can read. */
function journalWithRepeats(): Written[] {
  const once = [...marketJournal({ seed: 7, slots: 150, tradesPerSlot: 8, partitions: PARTITIONS })];
  return once.flatMap((written, index) => {
    const earlier = once[index - 60];
    return index % 100 === 99 && earlier ? [written, earlier] : [written];
  });
}

async function writeUnreadable(stack: Stack): Promise<void> {
  const producer = stack.kafka.producer();
  await producer.connect();
  await producer.send({
    topic: TOPICS.journal.name,
    messages: [
      { value: 'no json', partition: 0 },
      { value: '{"v":2}', partition: 1 },
      { value: null, partition: 1 },
    ],
  });
  await producer.disconnect();
}

async function caughtUp({ kafka }: Stack): Promise<void> {
  await waitForGroup(kafka, 'screener', TOPICS.journal.name, CAUGHT_UP_WITHIN_MS);
  await waitForGroup(kafka, 'sink', TOPICS.journal.name, CAUGHT_UP_WITHIN_MS);
  await waitForGroup(kafka, 'sink', TOPICS.screening.name, CAUGHT_UP_WITHIN_MS);
}

const journal = journalWithRepeats();

describe('screener and sink', () => {
  let undisturbed: Stack;
  let expected: Record<string, string[]>;

  beforeAll(async () => {
    undisturbed = await startStack(PARTITIONS);
    await undisturbed.start('screener');
    await undisturbed.start('sink', FLUSHES);
    await writeJournal(undisturbed.kafka, journal.slice(0, 500));
    await writeUnreadable(undisturbed);
    await writeJournal(undisturbed.kafka, journal.slice(500));
    await caughtUp(undisturbed);
    expected = await contentsOf(undisturbed.kafka, undisturbed.clickHouse);
  });
  afterAll(() => undisturbed?.stop());

  it('store every fact once, whatever the journal repeats', () => {
    const ids = (kind: string) =>
      new Set(
        journal.flatMap(({ record }) =>
          record.facts.filter((fact) => fact.kind === kind).map((fact) => fact.id),
        ),
      ).size;
    expect(expected.trades_executed).toHaveLength(ids('TradeExecuted'));
    expect(expected.balances_changed).toHaveLength(ids('BalanceChanged'));
    expect(expected.launches_created).toHaveLength(ids('LaunchCreated'));
    expect(expected.slots).toHaveLength(ids('SlotConfirmed'));
    expect(expected.sol_prices).toHaveLength(ids('SolPriceObserved'));
    const inCandles = expected.candles_1h?.reduce((sum, row) => sum + Number(JSON.parse(row).n), 0);
    expect(inCandles).toBe(ids('TradeExecuted'));
  });

  it('hold the newest score of each token as the topic has it', () => {
    const newest = new Map<string, unknown>();
    for (const text of [...(expected['screening/0'] ?? []), ...(expected['screening/1'] ?? [])]) {
      const record = decodeScreeningRecord(Buffer.from(text, 'latin1'));
      if (record.holds !== 'frame') continue;
      for (const { mint, position, time, buyCount, sellCount } of measurementsOf(record.frame))
        newest.set(mint, [position, dateTimeOf(time), buyCount, sellCount]);
    }
    const stored = expected.token_scores_latest?.map((row) => JSON.parse(row));
    expect(
      new Map(
        stored?.map(({ mint, position, time, buy_count, sell_count }) => [
          mint,
          [position, time, buy_count, sell_count],
        ]),
      ),
    ).toEqual(newest);
    expect(newest.size).toBeGreaterThan(10);
  });

  it('send what cannot be read to the dead letters, with its place', async () => {
    const letters = (await readTopic(undisturbed.kafka, TOPICS.deadLetters.name)).map(({ value }) =>
      JSON.parse(value ?? ''),
    );
    for (const service of ['screener', 'sink']) {
      const own = letters.filter((letter) => letter.service === service);
      expect(own).toHaveLength(3);
      expect(own.map((letter) => Buffer.from(letter.bytes, 'base64').toString()).sort()).toEqual([
        '',
        'no json',
        '{"v":2}',
      ]);
      for (const letter of own) expect(letter.origin).toMatch(/^tokens\.journal\/\d\/\d+$/);
    }
  });

  it('leave the same behind when they are killed in the middle', async () => {
    const random = randomOf(11);
    const stack = await startStack(PARTITIONS);
    try {
      const running: Record<'screener' | 'sink', Process> = {
        screener: await stack.start('screener'),
        sink: await stack.start('sink', FLUSHES),
      };
      const killAndStart = async (service: 'screener' | 'sink') => {
        await running[service].kill('SIGKILL');
        running[service] = await stack.start(service, service === 'sink' ? FLUSHES : {});
      };
      const step = Math.ceil(journal.length / 6);
      for (let at = 0; at < journal.length; at += step) {
        const end = at + step;
        if (at < 500 && end >= 500) {
          await writeJournal(stack.kafka, journal.slice(at, 500));
          await writeUnreadable(stack);
          await writeJournal(stack.kafka, journal.slice(500, end));
        } else await writeJournal(stack.kafka, journal.slice(at, end));
        await new Promise((done) => setTimeout(done, random() * 2_500));
        await killAndStart(at % (2 * step) === 0 ? 'screener' : 'sink');
      }
      await caughtUp(stack);
      const left = await contentsOf(stack.kafka, stack.clickHouse);
      for (const [name, rows] of Object.entries(expected)) expect(left[name], name).toEqual(rows);
    } finally {
      await stack.stop();
    }
  }, 240_000);

  it('the sink stops and says so when the offsets are gone but rows are there', async () => {
    const { kafka } = undisturbed;
    const sink = await undisturbed.start('sink', { GROUP_ID: 'another' });
    expect(await sink.ended).toBe(1);
    expect(sink.output()).toMatch(
      /the tables hold rows up to offset \d+, and group another has committed nothing/,
    );
    const admin = kafka.admin();
    await admin.connect();
    await admin.deleteGroups(['another']).catch(() => undefined);
    await admin.disconnect();
  });
});
