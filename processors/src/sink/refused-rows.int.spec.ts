/** Measurements that a table refuses: the others are stored once, and each refused one is a dead letter once. */
import { encodeFrame, measurementSample } from '@cryptonite/contracts/frames';
import { TOPICS } from '@cryptonite/contracts/topics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { mintOf } from '../testing/journal.js';
import { type Stack, startStack } from '../testing/stack.js';
import { readTopic, waitForGroup } from '../testing/topics.js';

const topic = TOPICS.screening.name;
const STORED_WITHIN_MS = 60_000;
const FRAMES = 40;
const ROWS = 25;
const REFUSED = [3, 4, 517, FRAMES * ROWS - 1];

const Letter = z.object({ reason: z.string(), origin: z.string(), bytes: z.string() });
const Counts = z.array(z.object({ rows: z.coerce.number(), mints: z.coerce.number() }));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(1);
});
afterAll(() => stack?.stop());

it('one row of a frame that a table refuses goes to the dead letters, and the sink goes on', async () => {
  const refused = REFUSED.map((number) => `'${mintOf(number)}'`).join(', ');
  await stack.clickHouse.command({
    query: `ALTER TABLE token_scores ADD CONSTRAINT refused CHECK mint NOT IN (${refused})`,
  });
  const producer = stack.kafka.producer();
  await producer.connect();
  const messages = Array.from({ length: FRAMES }, (_, frame) => ({
    partition: 0,
    value: encodeFrame(
      {
        partition: 0,
        slot: frame,
        time: measurementSample.time,
        source: { kind: 'market', name: 'market simulator' },
      },
      Array.from({ length: ROWS }, (_, row) => ({ ...measurementSample, mint: mintOf(frame * ROWS + row) })),
    ),
  }));
  await producer.send({ topic, messages });
  await producer.disconnect();
  const sink = await stack.start('sink');
  await waitForGroup(stack.kafka, 'sink', topic, STORED_WITHIN_MS);

  const stored = FRAMES * ROWS - REFUSED.length;
  for (const table of ['token_scores', 'token_scores_latest']) {
    const answer = await stack.clickHouse.query({
      query: `SELECT count() AS rows, uniqExact(mint) AS mints FROM ${table}`,
      format: 'JSONEachRow',
    });
    expect(Counts.parse(await answer.json())).toEqual([{ rows: stored, mints: stored }]);
  }
  const letters = (await readTopic(stack.kafka, TOPICS.deadLetters.name)).map(({ value }) =>
    Letter.parse(JSON.parse(value ?? '')),
  );
  expect(letters.map(({ origin }) => origin)).toEqual(
    REFUSED.map((number) => `${topic}/0/${Math.floor(number / ROWS)}`),
  );
  for (const [index, { reason, bytes }] of letters.entries()) {
    expect(reason).toContain('is violated');
    expect(Buffer.from(bytes, 'base64').toString('latin1')).toContain(mintOf(REFUSED[index]!));
  }
  await sink.kill('SIGTERM');
});
