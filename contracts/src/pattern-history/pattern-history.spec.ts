import { describe, expect, it } from 'vitest';
import { RULES_VERSION } from '../rules/index.js';
import { type HistoryBand, historyFor, type PatternHistory, readPatternHistory } from './pattern-history.js';

const bandOf = (scoreFrom: HistoryBand['scoreFrom']): HistoryBand => ({
  scoreFrom,
  launches: 250,
  graduated: 0.02,
  doubled: { '5m': 0.1, '1h': 0.2, '24h': 0.25 },
  dumped: 0.5,
});
const history: PatternHistory = {
  v: 1,
  rulesVersion: RULES_VERSION,
  sourceKind: 'market',
  until: 1759938922000,
  patterns: {
    viralMeme: [bandOf(0), bandOf(70)],
    techUtility: [],
    communityDriven: [bandOf(40)],
    trendRiding: [],
  },
};
const textOf = (change: Record<string, unknown>) => JSON.stringify({ ...history, ...change });

describe('the history of patterns', () => {
  it.each([
    [0, 0],
    [39.99, 0],
    [40, null],
    [69.99, null],
    [70, 70],
    [100, 70],
  ])('has the band of a score of %f', (score, scoreFrom) => {
    expect(historyFor(history, 'viralMeme', score)?.scoreFrom ?? null).toBe(scoreFrom);
    expect(historyFor(history, 'techUtility', score)).toBeNull();
  });

  it('is read as it was written', () => {
    expect(readPatternHistory(textOf({}))).toEqual(history);
  });

  it.each([
    ['', 'it is no JSON'],
    [textOf({ v: 2 }), 'it is of version 2, and this release reads 1'],
    [textOf({ rulesVersion: 1 }), `it is of patterns by rules 1, and the rules are ${RULES_VERSION}`],
    [textOf({ patterns: {} }), 'it is no history of patterns'],
    [
      textOf({ patterns: { ...history.patterns, techUtility: [{ ...bandOf(0), launches: 199 }] } }),
      'it is no history of patterns',
    ],
  ])('is refused with a sentence', (text, sentence) => {
    expect(() => readPatternHistory(text)).toThrow(sentence);
    expect(() => readPatternHistory(text)).toThrow('npm run fit:patterns');
  });
});
