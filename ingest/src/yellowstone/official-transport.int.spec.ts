import { encodeJournalRecord } from '@cryptonite/contracts/events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Ingest, type JournalWriter } from '../ingest.js';
import { SeenIds } from '../publish/seen-ids.js';
import { takeSlots, updatesOf } from '../testing/seeded-chain.js';
import { playTape, type TapePlayer } from '../testing/tape-player.js';
import { openGrpcTransport } from './grpc-transport.js';
import { openOfficialTransport } from './official-transport.js';

const TOKEN = 'secret';
const SLOTS = 20;
const TRANSACTIONS_PER_SLOT = 10;

const slots = takeSlots(5, SLOTS, TRANSACTIONS_PER_SLOT);
const lastSlot = slots.at(-1)!.slot;

/** What ingest would write, partition and record, until the last slot is there. */
async function publishedOver(open: typeof openGrpcTransport, url: URL, token: string) {
  const published: string[] = [];
  const deadLetters: string[] = [];
  const lines: string[] = [];
  let isComplete = false;
  const publisher: JournalWriter = {
    partitions: Array.from({ length: 4 }, () => ({ seen: new SeenIds(), toldPrice: null })),
    backlog: 0,
    publish(partition, record) {
      published.push(`${partition} ${encodeJournalRecord(record)}`);
      if (record.facts.some((fact) => fact.kind === 'SlotConfirmed' && fact.slot === lastSlot))
        isComplete = partition === 3;
    },
    publishDeadLetter: (reason) => deadLetters.push(reason),
    publishDrift: () => {},
    publishSourceState: () => {},
    flush: async () => {},
  };
  const transport = open(url, token);
  const tail = { partitions: [], last: null, confirmedSlots: new Map(), quotedIn: new Map(), source: null };
  const ingest = new Ingest({
    transport,
    host: 'test',
    publisher,
    tail,
    solPrice: () => ({ priceUsd: '150', from: 'test' }),
    log: (line) => lines.push(line),
  });
  const stopping = new AbortController();
  const following = ingest.follow(stopping.signal);
  return {
    published,
    deadLetters,
    lines,
    isComplete: () => isComplete,
    async stop() {
      stopping.abort();
      await following;
      transport.close();
    },
  };
}

describe('the official client', () => {
  let player: TapePlayer;

  beforeAll(async () => {
    player = await playTape(slots.flatMap(updatesOf), TOKEN);
  });
  afterAll(() => player.close());

  it('gives the same journal records as ours, byte for byte', async () => {
    const ours = await publishedOver(openGrpcTransport, player.url, TOKEN);
    await vi.waitFor(() => expect(ours.isComplete()).toBe(true), 30_000);
    await ours.stop();
    const official = await publishedOver(openOfficialTransport, player.url, TOKEN);
    await vi.waitFor(() => expect(official.isComplete()).toBe(true), 30_000);
    await official.stop();

    expect(ours.published.length).toBeGreaterThan((SLOTS * TRANSACTIONS_PER_SLOT) / 2);
    expect(official.published).toEqual(ours.published);
    expect([...ours.deadLetters, ...official.deadLetters]).toEqual([]);
  });

  it('is refused with a wrong token, like ours', async () => {
    for (const open of [openGrpcTransport, openOfficialTransport]) {
      const refused = await publishedOver(open, player.url, 'wrong');
      await vi.waitFor(() => expect(refused.lines.join()).toContain('is away since'), 10_000);
      await refused.stop();
      expect(refused.published).toEqual([]);
    }
  });
});
