import { MAYHEM_AGENT, SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { TRADED_FOR_MS } from '@cryptonite/contracts/evaluation';
import {
  type Fact,
  Migrated,
  migratedSamples,
  TradeExecuted,
  tradeExecutedSamples,
} from '@cryptonite/contracts/events';
import { measurementSample } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';
import { expect, it } from 'vitest';
import { textOf } from '../testing/journal.js';
import { Notes } from './notes.js';

const sample = TradeExecuted.parse(tradeExecutedSamples[0]);
const migrated = Migrated.parse(migratedSamples[0]);
const { mint } = sample;
const [OWN, OTHER] = [textOf('Poo', 1), textOf('Poo', 2)];
const START = sample.time;
const trade = (afterMs: number, changes: Partial<TradeExecuted> = {}): Fact => ({
  ...sample,
  ...{ time: START + afterMs, priceTokenReserves: 4n, priceQuoteReserves: 8n },
  ...changes,
});
const said = (afterMs: number, changes: Partial<Measurement> = {}): Measurement => ({
  ...measurementSample,
  ...{ mint, time: START + afterMs, liveVerdict: null },
  ...changes,
});
const played = (notes: Notes, afterMs: number) => [...notes.played(START + afterMs)][0]!;

it('judges a traded token by what was last said within ten minutes of its first trade', () => {
  const notes = new Notes();
  notes.fact(trade(0));
  notes.measured(said(5));
  notes.measured(said(TRADED_FOR_MS));
  notes.measured(said(TRADED_FOR_MS + 1));
  const { traded } = played(notes, TRADED_FOR_MS + 1).moments;
  expect([traded?.at, traded?.measurement?.time]).toEqual([START + TRADED_FOR_MS, START + TRADED_FOR_MS]);
});

it('judges nobody before, and nobody by a trade of the agent', () => {
  const notes = new Notes();
  notes.fact(trade(0, { trader: MAYHEM_AGENT }));
  notes.measured(said(5));
  expect(played(notes, 2 * TRADED_FOR_MS).moments.traded).toBeNull();
  notes.fact(trade(10));
  expect(played(notes, 10 + TRADED_FOR_MS).moments.traded).toBeNull();
  expect(played(notes, 11 + TRADED_FOR_MS).moments.traded).not.toBeNull();
});

it('judges a listed token by the measurement that listed it first, and then asks nothing more of it', () => {
  const notes = new Notes();
  notes.fact(trade(0));
  notes.measured(said(1, { liveVerdict: 'rejected' }));
  notes.measured(said(2, { liveVerdict: 'qualified', score: 41 }));
  notes.measured(said(3, { liveVerdict: null }));
  notes.measured(said(4, { liveVerdict: 'qualified', score: 77 }));
  expect(played(notes, 5).moments.listed).toMatchObject({ at: START + 2, measurement: { score: 41 } });
  expect(notes.isJudged(mint, START + TRADED_FOR_MS)).toBe(false);
  expect(notes.isJudged(mint, START + TRADED_FOR_MS + 1)).toBe(true);
});

it('keeps the price of each trade that tells one, with its quote', () => {
  const notes = new Notes();
  notes.fact(trade(0));
  notes.fact(trade(1, { priceTokenReserves: null }));
  notes.fact(trade(2, { priceQuoteReserves: 2n }));
  expect(played(notes, 3).prices).toEqual([
    [START, 2, SOL_MINT],
    [START + 2, 0.5, SOL_MINT],
  ]);
  expect(played(notes, 3).followedUntil).toBe(START + 3);
});

it('keeps prices of the curve until it migrated, and of its own pool since', () => {
  const notes = new Notes();
  const inPool = (afterMs: number, pool: string, quoteMint = SOL_MINT) =>
    notes.fact(trade(afterMs, { venue: 'pumpswap', pool, quoteMint }));
  notes.fact(trade(0));
  inPool(1, OTHER, USDC_MINT);
  notes.fact({ ...migrated, mint, time: START + 2, pool: OWN });
  inPool(3, OTHER);
  inPool(4, OWN);
  notes.fact(trade(5));
  expect(played(notes, 6).prices.map(([time]) => time - START)).toEqual([0, 4]);
});
