/** A start on the market: what is shown of listed tokens comes by itself, can be followed to transactions, and health says what is asked. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  askedOf,
  ENRICHED_BY,
  type EvidenceField,
  itemSchemaOf,
  LIST_NAMES,
  LISTS,
  type ListName,
  placeSchemaOf,
  TokenEvidence,
  TokenPage,
} from '@cryptonite/contracts/api';
import { MAYHEM_AGENT } from '@cryptonite/contracts/chain';
import { type Answer, decodeJournalRecord, isAnswer } from '@cryptonite/contracts/events';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { TOPICS } from '@cryptonite/contracts/topics';
import { Kafka, logLevel } from 'kafkajs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct, until } from './product.js';

/** Two minutes are promised; the past of a first start is read before, and this machine may be busy. */
const WITHIN_MS = 600_000;
const KINDS = [
  ...['MetadataResolved', 'TokenBoosted', 'SocialObserved', 'MintObserved'],
  ...['LikenessObserved', 'WebsiteObserved', 'VolumePlaceObserved'],
];
/** What a field leads to is stored within this time; well within the test's own, so that it names the field. */
const STORED_WITHIN_MS = 120_000;
/** Listed tokens, of which so many must be told of. */
const LISTED_LEAST = 10;
const TOLD_SHARE = 0.9;

let product: Product;
/** Chain time of every transaction in the journal. */
const signatures = new Map<string, number>();
type Traded = { position: string; time: number; signature: string; isAgent: boolean };
const trades = new Map<string, Traded[]>();
/** Place of the newest fact of each token that was read here. */
const readTo = new Map<string, string>();
const told = new Map<string, Map<string, Answer>>(KINDS.map((kind) => [kind, new Map()]));
/** Of every answer of a service around the chain. */
const answerIds = new Set<string>();
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
      for (const each of record.facts) {
        const signature = each.id.slice(0, each.id.indexOf(':'));
        signatures.set(signature, each.time);
        if (record.mint === null || !('position' in each)) continue;
        const { position, time } = each;
        if (position > (readTo.get(record.mint) ?? '')) readTo.set(record.mint, position);
        if (each.kind !== 'TradeExecuted') continue;
        const traded = trades.get(record.mint) ?? [];
        traded.push({ position, time, signature, isAgent: each.trader === MAYHEM_AGENT });
        trades.set(record.mint, traded);
      }
      if (fact && record.mint !== null && isAnswer(record)) {
        told.get(fact.kind)?.set(record.mint, fact as Answer);
        answerIds.add(fact.id);
      }
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

const PROFILES = ['live', 'whitepaper'] as const;

/** By which power a mint takes its holders' money, as its account says; null where it has none of these. */
function takingBy(answer: Answer): string | null {
  if (answer.kind !== 'MintObserved') return null;
  const valuesOf = (wanted: string) => {
    const { values } = answer.extensions.find(({ name }) => name === wanted) ?? {};
    return values === undefined ? {} : JSON.parse(values);
  };
  if (valuesOf('permanentDelegate').delegate) return 'Permanent delegate';
  if (valuesOf('defaultAccountState').accountState === 'frozen') return 'Accounts start frozen';
  if (answer.extensions.some(({ name }) => name === 'nonTransferable')) return 'Cannot be transferred';
  if (valuesOf('transferHook').programId) return 'Transfer hook';
  return answer.freezeAuthority === null ? null : 'Freeze authority';
}

it(
  'keeps off every list, New included, what its mint takes from holders, and the token names it',
  async () => {
    const found = await until(
      'a mint that takes',
      () => {
        const taking = [...(told.get('MintObserved') ?? [])].flatMap(([mint, answer]) => {
          const by = takingBy(answer);
          return by === null ? [] : [{ mint, by }];
        });
        return taking.length > 0 ? taking : null;
      },
      WITHIN_MS,
    );
    for (const { mint, by } of found)
      for (const profile of PROFILES)
        await until(
          `${mint} on no list for ${by}`,
          async () => {
            const answer = await fetch(`${product.pageUrl}/api/tokens/${mint}?profile=${profile}`);
            const { lists, keptOff } = TokenPage.parse(await answer.json());
            // A mint may take by several powers: all are named before the risk, the gravest first.
            const isNamed = keptOff.some((reason) => reason.split(/, |: risk /).includes(by));
            return isNamed && Object.keys(lists).length === 0 ? true : null;
          },
          STORED_WITHIN_MS,
        );
    console.log(`on no list: ${found.map(({ mint, by }) => `${mint} ${by}`).join(', ')}`);
  },
  WITHIN_MS,
);

/** So many items of a list are followed. */
const FOLLOWED = 2;
/** Lists that a market of a few minutes fills, though each may stand empty for a while. */
const FILLED_SOON: ReadonlySet<ListName> = new Set(['qualified', 'rejected', 'earlyStage', 'newLaunches']);

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

/** What is said of itself, or by what a token is called: made of no other number. */
const MADE_OF_NOTHING = new Set([
  ...['dexUrl', 'launchpadUrl', 'rulesVersion', 'origin', 'measuredAt', 'gapSeen'],
  ...LIST_NAMES.filter(
    (name) => LISTS[name].kind === 'highHype' || LISTS[name].kind === 'bondedAnalyzed',
  ).map((name) => `${name}.source`),
]);

/** Of a list that fills soon in the live profile what it holds as soon as it holds any; of another what it holds now. */
const itemsToFollow = async (name: ListName, profile: string) =>
  profile === 'live' && FILLED_SOON.has(name)
    ? until(
        `an item of ${name}`,
        async () => {
          const items = await itemsOf(name, profile);
          return items.length > 0 ? items : null;
        },
        WITHIN_MS,
      )
    : itemsOf(name, profile);

/** The evidence of a token once all that it speaks of is stored, and was read here: what it says then holds at once. */
const evidenceOf = (mint: string, profile: string) =>
  until(
    `the evidence of ${mint}`,
    async () => {
      const answer = await fetch(`${product.pageUrl}/api/tokens/${mint}/evidence?profile=${profile}`);
      if (answer.status !== 200) return null;
      const evidence = TokenEvidence.parse(await answer.json());
      const { position, storedTo } = evidence;
      const isStored = storedTo !== null && storedTo.position >= position;
      return isStored && position <= (readTo.get(mint) ?? '') ? evidence : null;
    },
    WITHIN_MS,
  );

/** What of an item leads nowhere, field by field. */
async function lostOf(name: ListName, profile: string, item: Item & Record<string, unknown>) {
  const evidence = await evidenceOf(item.mint, profile);
  const { fields } = evidence;
  const unread = evidence.answers.find(
    ({ answer, says }) => says.length === 0 || (answer !== null && !answerIds.has(answer.id)),
  );
  if (unread)
    return [`${unread.what} of ${item.mint} says ${unread.says} by ${unread.answer?.id}, which is not read`];
  const isHeld = fields.some((field) => field.name.startsWith(`${name}.`));
  return Object.keys(item).flatMap((field) => {
    const isOfPlace = field in placeSchemaOf(name).shape;
    // It may have left the list since.
    if (isOfPlace && !isHeld) return [];
    const found = fields.find((one) => one.name === (isOfPlace ? `${name}.${field}` : field));
    const why = found ? whyLost(evidence, found) : 'is not told';
    return why === null ? [] : [`${name} ${profile} ${item.mint} ${field} ${why}`];
  });
}

/** Null where it leads on: to inputs where rules made it, and to transactions of the journal where the chain tells it. */
function whyLost(evidence: TokenEvidence, field: EvidenceField): string | null {
  const { name, source, value, meaning, inputs, signatures: named, window, told } = field;
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
  if (meaning === '') return 'means nothing';
  if (source === 'rules' && !isEmpty && inputs.length === 0 && !MADE_OF_NOTHING.has(name))
    return 'has no inputs';
  if (source === 'world' && told.length === 0) return 'is told by nobody';
  if (source === 'chain' && !isEmpty && named.length === 0) return 'has no transaction';
  if (name === 'price' && !isEmpty && named[0] !== tradedAt(evidence))
    return `is of ${named[0]}, and the newest trade is ${tradedAt(evidence)}`;
  return [{ window, signatures: named }, ...inputs]
    .map((one) => whyOutside(evidence, one))
    .reduce((first, why) => first ?? why, null);
}

const newestOf = (of: readonly Traded[]): string | undefined =>
  of.reduce<Traded | undefined>(
    (newest, one) => (newest && newest.position > one.position ? newest : one),
    undefined,
  )?.signature;

const tradesUpTo = ({ mint, position }: TokenEvidence): Traded[] =>
  (trades.get(mint) ?? []).filter((one) => one.position <= position);

/** The newest trade that a measurement speaks of; of a token without any its launch, which only the answer names. */
const tradedAt = (evidence: TokenEvidence): string | undefined =>
  newestOf(tradesUpTo(evidence)) ?? evidence.fields.find(({ name }) => name === 'mint')?.signatures[0];

/** Null where all transactions are in the journal, and those of a window in it, but for the newest trade before it. */
function whyOutside(
  evidence: TokenEvidence,
  { window, signatures: named }: Pick<EvidenceField, 'window' | 'signatures'>,
): string | null {
  const unread = named.find((signature) => !signatures.has(signature));
  if (unread !== undefined) return `is of ${unread}, which is not in the journal`;
  if (window === null) return null;
  const { from, to } = window;
  const before = newestOf(tradesUpTo(evidence).filter(({ time, isAgent }) => time < from && !isAgent));
  const outside = named.find((signature) => {
    const time = signatures.get(signature) ?? 0;
    return (time < from || time > to) && signature !== before;
  });
  return outside === undefined ? null : `is of ${outside}, which is not in its window`;
}

it(
  'leads from each field of each list to what it is made of, and to transactions of the journal',
  async () => {
    const followed = new Set<ListName>();
    for (const name of LIST_NAMES)
      for (const profile of PROFILES)
        for (const item of await itemsToFollow(name, profile)) {
          followed.add(name);
          let lost: string[] = [];
          // Of facts read together the sink stores one table after the other.
          await until(
            `all tables of ${item.mint}`,
            async () => {
              lost = await lostOf(name, profile, item);
              return lost.length === 0 ? true : null;
            },
            STORED_WITHIN_MS,
          ).catch(() => expect(lost).toEqual([]));
        }
    console.log(`followed items of ${[...followed].join(', ')}`);
    expect([...followed]).toEqual(expect.arrayContaining([...FILLED_SOON]));
  },
  WITHIN_MS,
);

it('names in health everything as asked', async () => {
  const { sources } = await product.health();
  expect(sources).toEqual(ENRICHED_BY.map((name) => ({ name, isConfigured: true })));
});
