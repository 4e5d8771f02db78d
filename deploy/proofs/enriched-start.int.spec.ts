/** A start on the market: what is shown of listed tokens comes by itself, and health says what is asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Health } from '@cryptonite/contracts/api';
import { type Answer, decodeJournalRecord, isAnswer } from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct, until } from './product.js';

/** Two minutes are promised; the past of a first start is read before, and this machine may be busy. */
const WITHIN_MS = 600_000;
const KINDS = ['MetadataResolved', 'TokenBoosted', 'SocialObserved', 'MintObserved'] as const;
/** Listed tokens, of which so many must be told of. */
const LISTED_LEAST = 10;
const TOLD_SHARE = 0.9;

let product: Product;
const told = new Map<string, Map<string, Answer>>(KINDS.map((kind) => [kind, new Map()]));
let stopReading: () => Promise<void>;

beforeAll(async () => {
  product = await startProduct([]);
  const { kafkaPassword } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'));
  const broker =
    product.lines.flatMap((line) => /^kafka is up: (?:\w+:\/\/)?(\S+)/.exec(line)?.[1] ?? [])[0] ?? '';
  const kafka = new Kafka({
    brokers: [broker],
    logLevel: logLevel.NOTHING,
    sasl: { mechanism: 'plain', username: 'cryptonite', password: kafkaPassword },
  });
  const consumer = kafka.consumer({ groupId: 'test' });
  await consumer.connect();
  await consumer.subscribe({ topic: TOPICS.journal.name, fromBeginning: true });
  await consumer.run({
    autoCommit: false,
    eachMessage: async ({ message: { value } }) => {
      const record = decodeJournalRecord(String(value));
      const [fact] = record.facts;
      if (fact && record.mint !== null && isAnswer(record))
        told.get(fact.kind)?.set(record.mint, fact as Answer);
    },
  });
  stopReading = () => consumer.disconnect();
}, WITHIN_MS);
afterAll(async () => {
  await stopReading?.();
  await product?.stop();
});

type Item = { mint: string; imageUrl: string | null };

async function listed(): Promise<Item[]> {
  const lists = ['qualified', 'rejected'].flatMap((list) =>
    ['pumpfun', 'bonded'].map(async (source) => {
      const answer = await fetch(`${product.pageUrl}/api/tokens/${list}?source=${source}`);
      return ((await answer.json()) as { items: Item[] }).items;
    }),
  );
  return (await Promise.all(lists)).flat();
}

it(
  'tells of nine of ten listed tokens a picture or why there is none, and what was asked besides',
  async () => {
    let seen = '';
    const shares = await until(
      'nine of ten listed tokens',
      async () => {
        const items = await listed();
        const isTold = ({ mint, imageUrl }: Item) =>
          imageUrl !== null || told.get('MetadataResolved')?.has(mint);
        const withPicture = items.filter(isTold).length;
        seen = `${withPicture} of ${items.length} listed; answers ${KINDS.map((kind) => `${kind} ${told.get(kind)?.size}`)}`;
        const isEnough = items.length >= LISTED_LEAST && withPicture >= items.length * TOLD_SHARE;
        return isEnough && KINDS.every((kind) => told.get(kind)?.size) ? { items, withPicture } : null;
      },
      WITHIN_MS,
    ).finally(() => console.log(seen));
    const shown = shares.items.find(({ imageUrl }) => imageUrl !== null);
    const picture = await fetch(`${product.pageUrl}${shown?.imageUrl}`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    for (const answer of told.get('MetadataResolved')?.values() ?? [])
      expect(answer).toSatisfy(
        ({ documentSha256, failure }) => (documentSha256 === null) !== (failure === null),
      );
  },
  WITHIN_MS,
);

it('names in health everything as asked', async () => {
  const { sources } = Health.parse(await (await fetch(`${product.pageUrl}/api/health`)).json());
  expect(sources.map(({ isConfigured }) => isConfigured)).toEqual(Array(6).fill(true));
});
