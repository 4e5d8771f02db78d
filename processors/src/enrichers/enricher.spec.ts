import {
  decodeJournalRecord,
  encodeJournalRecord,
  isAnswer,
  type JournalRecord,
} from '@cryptonite/contracts/events';
import { metricsOf } from '@cryptonite/contracts/metrics-server';
import { movedBy } from '@cryptonite/contracts/metrics-testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Enricher } from './enricher.js';
import { FetchFailed, WayIsAway } from './fetch/guard.js';
import type { Providers, Said } from './provider.js';
import { askMint, askWebsite, MINT, START } from './testing.js';

const said: Said = {
  kind: 'MintObserved',
  from: 'node.example',
  observedSlot: 7,
  exists: false,
  tokenProgram: null,
  decimals: null,
  supply: null,
  mintAuthority: null,
  freezeAuthority: null,
  extensions: [],
};

/** An enricher whose answers about mints wait until they are let go. */
function opened(mint: NonNullable<Providers['mint']>) {
  const written: [number, JournalRecord][] = [];
  const lines: string[] = [];
  const enricher = new Enricher({
    providers: { mint },
    write: async (partition, record) => {
      written.push([partition, record]);
    },
    log: (line) => lines.push(line),
  });
  return { enricher, written, lines };
}

const held = () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const answer = ({ mint }: { mint: string }) => {
    asked.push(mint);
    return new Promise<Said>((done) => answers.push(() => done(said)));
  };
  return { asked, answers, provider: { answer } };
};

afterEach(() => vi.useRealTimers());

const settled = () => new Promise((done) => setImmediate(done));

describe('an answer', () => {
  it('stands as of the newest that was heard of its partition, and is one of the contract', async () => {
    const { answers, provider } = held();
    const { enricher, written } = opened(provider);
    enricher.take(3, askMint());
    const source = askMint().source;
    enricher.take(3, { what: 'clock', v: 1, time: START + 9_000, slot: 446_023_125, source });
    enricher.take(1, { what: 'clock', v: 1, time: START + 99_000, slot: 446_023_999, source });
    answers[0]!();
    await enricher.close();
    const [[partition, record]] = written as [[number, JournalRecord]];
    expect(partition).toBe(3);
    expect(record).toMatchObject({
      mint: MINT,
      slot: 446_023_125,
      time: START + 9_000,
      source,
      signature: null,
    });
    expect(record.facts).toMatchObject([
      {
        id: `${MINT}:446023125:MintObserved:${START}`,
        position: '000446023125-999999-999-0009',
        exists: false,
      },
    ]);
    expect(isAnswer(record)).toBe(true);
    expect(decodeJournalRecord(encodeJournalRecord(record))).toEqual(record);
  });

  it('is given once to asks that come while it is under way', async () => {
    const { asked, answers, provider } = held();
    const { enricher, written } = opened(provider);
    for (let second = 0; second < 5; second++) enricher.take(0, askMint({ time: START + second }));
    answers[0]!();
    await enricher.close();
    expect([asked, written.length]).toEqual([[MINT], 1]);
  });

  it('is none where nobody could be asked, and no line of ours', async () => {
    const { enricher, written, lines } = opened({
      answer: () => Promise.reject(new FetchFailed('too-slow', 'no answer')),
    });
    enricher.take(0, askMint());
    await enricher.close();
    expect([written, lines]).toEqual([[], []]);
  });

  it('that nobody could be asked for, as the way there is away, is asked for again until it is given', async () => {
    vi.useFakeTimers();
    let asked = 0;
    const { enricher, written } = opened({
      answer: async () => {
        asked += 1;
        if (asked < 3) throw new WayIsAway('unreachable', 'no gateway can be asked');
        return said;
      },
    });
    enricher.take(0, askMint());
    await vi.advanceTimersByTimeAsync(9_999);
    expect([asked, written.length]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked, written.length]).toEqual([3, 1]);
  });

  it('that fails for a fault of ours is told of once', async () => {
    const { enricher, lines } = opened({ answer: () => Promise.reject(new Error('the disk is full')) });
    for (let mint = 0; mint < 20; mint++) enricher.take(0, askMint({ mint: `mint ${mint}` }));
    await settled();
    expect(lines).toEqual([expect.stringContaining('the disk is full')]);
  });
});

describe('asks', () => {
  it('about another website than the one in hand does not wait to be asked again', async () => {
    const asked: string[] = [];
    const enricher = new Enricher({
      providers: {
        website: {
          answer: ({ website }) => {
            asked.push(website);
            return new Promise<null>(() => {});
          },
        },
      },
      write: async () => {},
      log: () => {},
    });
    enricher.take(0, askWebsite({ website: 'https://a.example' }));
    enricher.take(0, askWebsite({ website: 'https://a.example' }));
    enricher.take(0, askWebsite({ website: 'https://b.example' }));
    expect(asked).toEqual(['https://a.example', 'https://b.example']);
  });

  it('of ten minutes ago are passed by', async () => {
    const { asked, answers, provider } = held();
    const { enricher } = opened(provider);
    for (let mint = 0; mint < 101; mint++) enricher.take(0, askMint({ mint: `mint ${mint}` }));
    enricher.take(0, {
      what: 'clock',
      v: 1,
      time: START + 600_001,
      slot: 446_025_000,
      source: askMint().source,
    });
    for (const answer of answers) answer();
    await settled();
    expect(asked.length).toBe(100);
  });

  it('about what is not configured are passed by', () => {
    const { asked, provider } = held();
    const { enricher } = opened(provider);
    enricher.take(0, { ...askMint(), what: 'holders' });
    expect(asked).toEqual([]);
  });

  it('pile up to a bound while nothing is answered, the nearest kept', async () => {
    const { asked, answers, provider } = held();
    const { enricher, written } = opened(provider);
    for (let mint = 0; mint < 100; mint++) enricher.take(0, askMint({ mint: `listed ${mint}` }));
    const nearness = 'far';
    for (let mint = 0; mint < 20_000; mint++) enricher.take(0, askMint({ mint: `far ${mint}`, nearness }));
    enricher.take(0, askMint());
    for (let next = 0; next < answers.length; next++) {
      answers[next]!();
      await settled();
    }
    expect(asked.slice(100, 103)).toEqual([MINT, 'far 19999', 'far 19998']);
    expect(written.length).toBe(100 + 3_000);
  });

  it('about far tokens take half of the turns at most, however long they take', () => {
    const { asked, provider } = held();
    const { enricher } = opened(provider);
    for (let mint = 0; mint < 200; mint++)
      enricher.take(0, askMint({ mint: `far ${mint}`, nearness: 'far' }));
    expect(asked.length).toBe(50);
    for (let mint = 0; mint < 50; mint++) enricher.take(0, askMint({ mint: `listed ${mint}` }));
    expect(asked.slice(50)).toEqual(Array.from({ length: 50 }, (_, mint) => `listed ${mint}`));
  });

  it('of a token that came nearer do not wait for what was asked when it was far', () => {
    const { asked, provider } = held();
    const { enricher } = opened(provider);
    for (const nearness of ['far', 'listed', 'listed', 'near', 'far'] as const)
      enricher.take(0, askMint({ nearness }));
    expect(asked).toEqual([MINT, MINT]);
  });
});

it('asks, answers and what nobody answered are counted', async () => {
  let isAway = false;
  const { enricher } = opened({
    answer: async () => {
      if (isAway) throw new FetchFailed('too-slow', 'no answer');
      return said;
    },
  });
  const {
    enrichers_asks_total,
    enrichers_answers_total,
    enrichers_failures_total,
    enrichers_answer_seconds,
  } = metricsOf('enrichers');
  const metrics = {
    enrichers_asks_total,
    enrichers_answers_total,
    enrichers_failures_total,
    enrichers_answer_seconds,
  };
  const moved = await movedBy(metrics, async () => {
    enricher.take(0, askMint());
    await settled();
    isAway = true;
    enricher.take(0, askMint({ mint: 'another' }));
    await enricher.close();
  });
  expect(moved).toEqual({
    enrichers_asks_total: 2,
    enrichers_answers_total: 1,
    enrichers_failures_total: 1,
    enrichers_answer_seconds: 2,
  });
});
