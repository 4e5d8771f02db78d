/** A start on the market: what is shown of listed tokens comes by itself, can be followed to transactions, and health says what is asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  askedOf,
  type EvidenceField,
  Health,
  itemSchemaOf,
  LIST_NAMES,
  LISTS,
  type ListName,
  placeSchemaOf,
  TokenEvidence,
} from '@cryptonite/contracts/api';
import { type Answer, decodeJournalRecord, isAnswer } from '@cryptonite/contracts/events';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
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
/** Of every transaction in the journal. */
const signatures = new Set<string>();
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
      for (const { id } of record.facts) signatures.add(id.slice(0, id.indexOf(':')));
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

/** So many items of a list are followed. */
const FOLLOWED = 2;
const PROFILES = ['live', 'whitepaper'] as const;

/** The oldest of a list: the newest may wait for the sink for a while after a first start. */
async function itemsOf(name: ListName, profile: string) {
  const query = new URLSearchParams({ profile, limit: String(LIST_LIMIT_MAX), ...askedOf(name) });
  const answer = await fetch(`${product.pageUrl}${LISTS[name].path}?${query}`);
  const { items } = (await answer.json()) as { items: unknown[] };
  return items
    .map(
      (item) =>
        itemSchemaOf(name).parse(item) as Item & { createdAt: number | null } & Record<string, unknown>,
    )
    .sort((a, b) => (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity))
    .slice(0, FOLLOWED);
}

/** What of an item leads nowhere, field by field. */
async function lostOf(name: ListName, profile: string, item: Item & Record<string, unknown>) {
  const answer = await fetch(`${product.pageUrl}/api/tokens/${item.mint}/evidence?profile=${profile}`);
  const { fields } = TokenEvidence.parse(await answer.json());
  const isHeld = fields.some((field) => field.name.startsWith(`${name}.`));
  return Object.keys(item).flatMap((field) => {
    const isOfPlace = field in placeSchemaOf(name).shape;
    // It may have left the list since.
    if (isOfPlace && !isHeld) return [];
    const found = fields.find((one) => one.name === (isOfPlace ? `${name}.${field}` : field));
    return found && leadsOn(found) ? [] : [`${name} ${profile} ${item.mint} ${field}`];
  });
}

/** What transactions tell leads to some, and all of them are in the journal. */
function leadsOn({ source, value, meaning, signatures: named }: EvidenceField): boolean {
  const isTold = source !== 'chain' || value === null || named.length > 0;
  return meaning !== '' && isTold && named.every((signature) => signatures.has(signature));
}

it(
  'leads from each field of each list to what it is made of, and to transactions of the journal',
  async () => {
    const followed = new Set<ListName>();
    for (const name of LIST_NAMES)
      for (const profile of PROFILES)
        for (const item of await itemsOf(name, profile)) {
          followed.add(name);
          let lost: string[] = [];
          // A token's newest transactions are stored after it is shown: behind what the sink has still to store.
          await until(
            `the evidence of ${item.mint}`,
            async () => {
              lost = await lostOf(name, profile, item);
              return lost.length === 0 ? true : null;
            },
            WITHIN_MS,
          ).catch(() => expect(lost).toEqual([]));
        }
    console.log(`followed items of ${[...followed].join(', ')}`);
    expect([...followed]).toEqual(
      expect.arrayContaining(['qualified', 'rejected', 'earlyStage', 'newLaunches']),
    );
  },
  WITHIN_MS,
);

it('names in health everything as asked', async () => {
  const { sources } = Health.parse(await (await fetch(`${product.pageUrl}/api/health`)).json());
  expect(sources.map(({ isConfigured }) => isConfigured)).toEqual(Array(6).fill(true));
});
