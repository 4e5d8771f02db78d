/** A replay reads the answers that stand in the journal: no connection and no look-up is even begun. */
import dns from 'node:dns';
import { get } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import {
  type Answer,
  answerPosition,
  encodeJournalRecord,
  HoldersObserved,
  holdersObservedSamples,
  type JournalRecord,
  LikenessObserved,
  likenessObservedSamples,
  MetadataResolved,
  MintObserved,
  metadataResolvedSamples,
  mintObservedSamples,
  SocialObserved,
  socialObservedSamples,
  TokenBoosted,
  tokenBoostedSamples,
  VolumePlaceObserved,
  volumePlaceObservedSamples,
  WebsiteObserved,
  websiteObservedSamples,
} from '@cryptonite/contracts/events';
import { TOPICS } from '@cryptonite/contracts/topics';
import { afterEach, expect, it, vi } from 'vitest';
import { marketJournal } from '../testing/journal.js';
import { openScreenerFold } from './screener-fold.js';

const SAMPLES: readonly Answer[] = [
  MetadataResolved.parse(metadataResolvedSamples[0]),
  TokenBoosted.parse(tokenBoostedSamples[0]),
  SocialObserved.parse(socialObservedSamples[0]),
  MintObserved.parse(mintObservedSamples[0]),
  HoldersObserved.parse(holdersObservedSamples[0]),
  LikenessObserved.parse(likenessObservedSamples[0]),
  WebsiteObserved.parse(websiteObservedSamples[0]),
  VolumePlaceObserved.parse(volumePlaceObservedSamples[0]),
];

/** After each record about a token an answer about it, of every kind in turn. */
function* withAnswers(records: Iterable<JournalRecord>): Generator<JournalRecord> {
  let turn = 0;
  for (const record of records) {
    yield record;
    const { mint, slot, time } = record;
    if (mint === null) continue;
    const sample = SAMPLES[turn++ % SAMPLES.length]!;
    const place = {
      id: `${mint}:${slot}:${sample.kind}:${turn}`,
      position: answerPosition(slot),
      time,
      mint,
    };
    yield { ...record, signature: null, feePayer: null, facts: [{ ...sample, ...place }] };
  }
}

async function replay() {
  const journal = [...marketJournal({ seed: 17, slots: 600, tradesPerSlot: 2, partitions: 1 })];
  const fold = await openScreenerFold(0, new Map());
  const topics = new Map<string, number>();
  let offset = 0;
  for (const record of withAnswers(journal.map(({ record }) => record))) {
    const value = Buffer.from(encodeJournalRecord(record));
    fold.apply(fold.read({ offset: offset++, value }));
    for (const { topic } of fold.take()) topics.set(topic, (topics.get(topic) ?? 0) + 1);
  }
  return topics;
}

/** What begins a connection or a look-up, whoever asks: http, https, fetch and undici end here. */
const watched = () => [
  vi.spyOn(net.Socket.prototype, 'connect'),
  vi.spyOn(tls, 'connect'),
  vi.spyOn(dns, 'lookup'),
  vi.spyOn(dns.promises, 'lookup'),
];
const begun = (spies: ReturnType<typeof watched>) =>
  spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);

afterEach(() => {
  vi.restoreAllMocks();
});

it('a journal with answers is folded, and asked about again, without a connection', async () => {
  const spies = watched();
  const topics = await replay();
  expect(begun(spies)).toBe(0);
  // What it wants to know it says, for whoever answers a live stream.
  expect([topics.has(TOPICS.asks.name), topics.has(TOPICS.deadLetters.name)]).toEqual([true, false]);
});

it.each([
  ['fetch', () => fetch('http://127.0.0.1:8999/').catch(() => undefined)],
  ['http', () => new Promise((done) => get('http://127.0.0.1:8999/').on('error', done).on('response', done))],
  ['a look-up', () => dns.promises.lookup('localhost')],
])('who calls by %s would be seen', async (_, call) => {
  const spies = watched();
  await call();
  expect(begun(spies)).toBeGreaterThan(0);
});
