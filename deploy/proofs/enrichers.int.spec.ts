/** The service against the market's own services: each of their faults by name, with the reason that is stored of it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ask, type AskRecord, encodeAsk } from '@cryptonite/contracts/asks';
import {
  type Answer,
  DeadLetter,
  decodeJournalRecord,
  isAnswer,
  type JournalRecord,
} from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { toBase58 } from '@cryptonite/market/addresses.js';
import { ARCHETYPES } from '@cryptonite/market/agents/archetypes.js';
import { Market } from '@cryptonite/market/market.js';
import { BOUNDED_START_MS } from '@cryptonite/market/market-source.js';
import { contentId, type MetadataKeys } from '@cryptonite/market/names/content-id.js';
import { drawSocials, inventIdentity } from '@cryptonite/market/names/identity.js';
import {
  type DocumentFault,
  documentFault,
  type PictureFault,
  pictureFault,
} from '@cryptonite/market/services/metadata.js';
import { serveServices } from '@cryptonite/market/services/serve-services.js';
import { siteWay } from '@cryptonite/market/services/websites.js';
import { clockOf } from '@cryptonite/market/slot-clock.js';
import { Random } from '@cryptonite/provider/random.js';
import bs58 from 'bs58';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProcess, type Started, startProcess } from './process.js';
import { until } from './product.js';

const PARTITIONS = 4;
/** A stalled document is waited for 15 s. */
const WITHIN_MS = 150_000;

const market = new Market({ seed: 7, startSlot: clockOf().slotAt(BOUNDED_START_MS), activity: () => 1 });
const folder = mkdtempSync(join(tmpdir(), 'enrichers-'));
const answers: { partition: number; record: JournalRecord; answer: Answer }[] = [];
const letters: DeadLetter[] = [];
const closing: (() => unknown)[] = [];
let enrichers: Started;
let producer: Producer;

beforeAll(async () => {
  for (let slots = 0; slots < 600; slots++) market.next();
  const services = await serveServices({ seed: 7, market, port: 0, faultScale: 1, isLimited: true });
  closing.push(() => {
    services.server.close();
    services.server.closeAllConnections();
  });
  const broker = await startProcess('broker', { DATA_DIR: join(folder, 'kafka'), PORT: '0' });
  closing.push(() => broker.end('SIGKILL'));
  const KAFKA_BROKERS = Object.values(broker.addresses)[0]?.replace(/^.*:\/\//, '') ?? '';
  await runProcess('deploy/stores/dist/kafka/main.js', {
    KAFKA_BROKERS,
    TOPIC_PARTITIONS: String(PARTITIONS),
  });
  enrichers = await startProcess('enrichers', {
    KAFKA_BROKERS,
    IPFS_GATEWAYS: services.url,
    DEXSCREENER_URL: services.url,
    X_API_URL: services.url,
    X_BEARER_TOKEN: 'made-up',
    TELEGRAM_API_URL: services.url,
    TELEGRAM_BOT_TOKEN: 'made-up',
    SOLANA_RPC_URL: services.url,
    WEBSITES_URL: services.url,
    PICTURES_DIR: join(folder, 'pictures'),
    CACHE_DIR: join(folder, 'fetched'),
  });
  closing.push(() => enrichers.end());
  const kafka = new Kafka({ brokers: [KAFKA_BROKERS], logLevel: logLevel.NOTHING });
  producer = kafka.producer();
  await producer.connect();
  const consumer = kafka.consumer({ groupId: 'test', maxWaitTimeInMs: 50 });
  await consumer.connect();
  await consumer.subscribe({ topics: [TOPICS.journal.name, TOPICS.deadLetters.name], fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message: { value } }) => {
      if (topic === TOPICS.deadLetters.name) {
        letters.push(DeadLetter.parse(JSON.parse(String(value))));
        return;
      }
      const record = decodeJournalRecord(String(value));
      if (isAnswer(record)) answers.push({ partition, record, answer: record.facts[0] as Answer });
    },
  });
  closing.push(
    () => producer.disconnect(),
    () => consumer.disconnect(),
  );
}, 300_000);
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const source = { kind: 'market', name: 'market simulator, seed 7' } as const;
const base = {
  v: 1,
  source,
  time: market.nowMs,
  slot: 1,
  nearness: 'listed',
  isKnown: false,
  why: 'nearer',
} as const;

async function send(partition: number, ask: AskRecord): Promise<void> {
  const key = ask.what === 'clock' ? null : ask.mint;
  await producer.send({ topic: TOPICS.asks.name, messages: [{ key, partition, value: encodeAsk(ask) }] });
}

/** Asks until it is answered: the service reads what comes once it has joined its group, and one request in a hundred fails. */
async function answerTo(ask: Ask, partition = 0): Promise<(typeof answers)[number]> {
  const ofOutside = { metadata: 'MetadataResolved', boosts: 'TokenBoosted', social: 'SocialObserved' };
  const ofChain = { mint: 'MintObserved', holders: 'HoldersObserved', likeness: 'LikenessObserved' };
  const ofSites = { website: 'WebsiteObserved', place: 'VolumePlaceObserved' };
  const kind = { ...ofOutside, ...ofChain, ...ofSites }[ask.what];
  let sentAt = 0;
  return until(
    `an answer about ${ask.what} of ${ask.mint}`,
    async () => {
      if (Date.now() - sentAt > 5_000) {
        await send(partition, ask);
        sentAt = Date.now();
      }
      return answers.find(({ answer }) => answer.kind === kind && answer.mint === ask.mint) ?? null;
    },
    WITHIN_MS,
  );
}

const random = new Random('asked of the market');
/** Keys of a document such as the market serves in this way. */
function keysWhere(isWanted: (keys: MetadataKeys) => boolean): MetadataKeys {
  for (;;) {
    const { keys } = inventIdentity(random, drawSocials(random, ARCHETYPES.dead.socials));
    if (isWanted(keys)) return keys;
  }
}
const isSound = (keys: MetadataKeys) =>
  documentFault(keys, 1) === null && pictureFault(keys.picture, 1) === null;
let mints = 0;
const madeUpMint = (): string => {
  mints += 1;
  const key = Buffer.alloc(32, 7);
  key.writeUInt32LE(mints, 28);
  return bs58.encode(key);
};
const askDocument = async (keys: MetadataKeys) => {
  const uri = `https://ipfs.io/ipfs/${contentId({ kind: 'document', keys })}`;
  const known = { knownDocumentSha256: null, knownPictureSha256: null };
  const { answer } = await answerTo({ ...base, what: 'metadata', mint: madeUpMint(), uri, ...known });
  if (answer.kind !== 'MetadataResolved') throw new Error(`it is ${answer.kind}`);
  return answer;
};

describe.concurrent('a document', () => {
  it('that is sound is read with its picture', async ({ expect }) => {
    const answer = await askDocument(keysWhere(isSound));
    expect(answer).toMatchObject({ failure: null, pictureFailure: null, name: expect.any(String) });
    expect(answer.pictureSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.picturePerceptualHash).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[DocumentFault, string]>([
    ['missing', 'refused'],
    ['stalled', 'too-slow'],
    ['huge', 'too-large'],
    ['cut', 'cut'],
    ['malformed', 'unreadable'],
    ['wrong type', 'wrong-type'],
  ])('that is %s is stored as %s', async (fault, failure) => {
    const answer = await askDocument(keysWhere((keys) => documentFault(keys, 1) === fault));
    expect(answer).toMatchObject({ failure, documentSha256: null, name: null });
    expect(answer.failureDetail).not.toBe('');
  });

  it('that is slow is read', async ({ expect }) => {
    const keys = keysWhere((candidate) => documentFault(candidate, 1) === 'slow');
    expect(await askDocument(keys)).toMatchObject({ failure: null, name: expect.any(String) });
  });

  // What each key of its seven, nine or four shapes stands for: deploy/market/services/metadata.ts.
  it.each([
    ['null', 0, 'wrong-shape'],
    ['a list', 1, 'wrong-shape'],
    ['a text', 2, 'wrong-shape'],
    ['a document in a list', 3, 'wrong-shape'],
    ['other types', 4, null],
    ['a document within', 5, 'wrong-shape'],
    ['no texts', 6, null],
  ])('of the wrong shape, %s, is stored as such', async (_, shape, failure) => {
    const isIt = (keys: MetadataKeys) =>
      documentFault(keys, 1) === 'wrong shape' && keys.document % 7 === shape;
    const answer = await askDocument(keysWhere(isIt));
    expect(answer.failure).toBe(failure);
    // Neither other types nor null name a picture.
    if (failure === null) expect(answer.pictureFailure).toBe('no-address');
  });

  it.each([
    ['a cloud’s metadata', 0, { pictureFailure: 'private-address' }],
    ['a script', 1, { pictureFailure: 'no-address' }],
    ['a page in its address', 2, { pictureFailure: 'no-address' }],
    ['a user name before a host', 3, { failure: null }],
    ['a text that turns', 4, { name: 'moc.nup' }],
    ['a file', 5, { pictureFailure: 'no-address' }],
    ['NUL', 6, { description: '\uFFFE' }],
    ['a prototype', 7, { failure: null }],
    ['levels without end', 8, { failure: null }],
  ])('that is hostile, with %s, is made harmless', async (_, shape, stored) => {
    const isIt = (keys: MetadataKeys) =>
      documentFault(keys, 1) === 'hostile' &&
      pictureFault(keys.picture, 1) === null &&
      keys.document % 9 === shape;
    expect(await askDocument(keysWhere(isIt))).toMatchObject({ failure: null, ...stored });
  });

  it.each([
    ['to a port of this machine', 0, ['private-address', 'no-address']],
    ['to a private address in another spelling', 1, ['private-address']],
    ['to a file', 3, ['no-address']],
  ])('that is redirected %s is not followed', async (_, redirect, failures) => {
    const isIt = (keys: MetadataKeys) =>
      documentFault(keys, 1) === 'redirected' && keys.document % 4 === redirect;
    expect(failures).toContain((await askDocument(keysWhere(isIt))).failure);
  });
});

describe.concurrent('a picture', () => {
  it.each<[PictureFault, string | null]>([
    ['missing', 'refused'],
    ['slow', null],
    ['stalled', 'too-slow'],
    ['huge', 'too-large'],
    ['cut', 'cut'],
    ['wrong type', 'wrong-type'],
    ['script', 'wrong-type'],
    ['bomb', 'too-many-pixels'],
  ])('that is %s is stored as %s', async (fault, failure) => {
    const isIt = (keys: MetadataKeys) =>
      documentFault(keys, 1) === null && pictureFault(keys.picture, 1) === fault;
    const answer = await askDocument(keysWhere(isIt));
    expect(answer).toMatchObject({ failure: null, pictureFailure: failure });
    expect(answer.pictureSha256 === null).toBe(failure !== null);
  });
});

describe('a launch of the market', () => {
  const launch = () => [...market.coins()].find(({ traders }) => traders.size > 3)!;

  it('is told of by the chain, in the partition of the ask and as of its newest slot', async () => {
    const mint = toBase58(launch().mint);
    await send(2, { what: 'clock', v: 1, time: base.time + 5_000, slot: 77, source });
    const later = { ...base, slot: 77, time: base.time + 5_000 };
    const told = await answerTo({ ...later, what: 'mint', mint }, 2);
    expect(told).toMatchObject({ partition: 2, record: { mint, slot: 77, time: base.time + 5_000, source } });
    expect(told.answer).toMatchObject({ exists: true, decimals: 6, supply: 10n ** 15n });
    const holders = await answerTo({ ...later, what: 'holders', mint }, 2);
    if (holders.answer.kind !== 'HoldersObserved') throw new Error('it is something else');
    const { accounts, supply } = holders.answer;
    expect([supply, accounts.length > 1, accounts.every(({ owner }) => owner !== null)]).toEqual([
      10n ** 15n,
      true,
      true,
    ]);
  });

  it('names a website that answers, or does not, for a reason', async () => {
    const mint = toBase58(launch().mint);
    const site = (number: number) => `coin-${String(number).padStart(4, '0')}.example`;
    const one = (way: ReturnType<typeof siteWay>) =>
      site(
        Array.from({ length: 500 }, (_, number) => number).find((number) => siteWay(site(number)) === way)!,
      );
    const told = async (host: string, mintOf: string) => {
      const { answer } = await answerTo({
        ...base,
        what: 'website',
        mint: mintOf,
        website: `https://${host}`,
      });
      return answer;
    };
    expect(await told(one(null), mint)).toMatchObject({ doesAnswer: true, failure: null });
    expect(await told(one('gone'), madeUpMint())).toMatchObject({ doesAnswer: false, failure: 'not-found' });
    expect(await told('127.0.0.1:8080', madeUpMint())).toMatchObject({
      doesAnswer: false,
      failure: 'private-address',
    });
  });

  it('is told of by those who boost and talk', async () => {
    const mint = toBase58(launch().mint);
    const boosts = await answerTo({
      ...base,
      what: 'boosts',
      mint,
      knownBoosts: null,
      knownHasPaidProfile: null,
    });
    expect(boosts.answer).toMatchObject({ boosts: 0, hasPaidProfile: false });
    const handles = { twitterHandle: 'nobody_0000', telegramHandle: 'nobody_0000' };
    const launches = [...market.coins()].filter(({ traders }) => traders.size > 3).values();
    // A service that fails, as some here do, leaves an unknown: then the next launch is asked about.
    const said = await until('an answer without a fault', async () => {
      const { value: next } = launches.next();
      if (!next) throw new Error('no launch is left to ask about');
      const { answer } = await answerTo({ ...base, what: 'social', mint: toBase58(next.mint), ...handles });
      const isWhole =
        answer.kind === 'SocialObserved' && answer.accountExists !== null && answer.posts24h !== null;
      return isWhole ? answer : null;
    });
    expect(said).toMatchObject({
      accountExists: false,
      followers: null,
      telegramMembers: null,
      ...handles,
    });
    expect(said.posts24h).toBeGreaterThanOrEqual(said.posts1h ?? Number.POSITIVE_INFINITY);
  });
});

it('what is no ask is a dead letter, and stops nobody', async () => {
  await producer.send({ topic: TOPICS.asks.name, messages: [{ value: 'no ask', partition: 1 }] });
  const mint = madeUpMint();
  expect((await answerTo({ ...base, what: 'mint', mint }, 1)).answer).toMatchObject({ exists: false, mint });
  const letter = await until('a dead letter', () => letters[0] ?? null);
  expect(letter).toMatchObject({
    service: 'enrichers',
    origin: expect.stringMatching(/^tokens\.asks\/1\/\d+$/),
  });
});
