import {
  HISTORY_BANDS,
  HISTORY_LAUNCHES_MIN,
  historyFor,
  readPatternHistory,
} from '@cryptonite/contracts/pattern-history';
import { PATTERN_NAMES } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { randomOf } from '../testing/journal.js';
import { type Counted, historyOf, saysSomething } from './fit.js';

const SOURCE = { sourceKind: 'market', until: 1759938922000 };
const counted = (launches: number, change: Partial<Counted> = {}): Counted => ({
  pattern: 'viralMeme',
  scoreFrom: 40,
  ...{ launches, graduated: 5, doubled5m: 10, doubled1h: 20, doubled24h: 25, dumped: 100 },
  ...change,
});

describe('the fit of patterns', () => {
  it('says the share that each outcome came to', () => {
    const history = historyOf([counted(250)], SOURCE);
    expect(historyFor(history, 'viralMeme', 55)).toEqual({
      scoreFrom: 40,
      launches: 250,
      graduated: 0.02,
      doubled: { '5m': 0.04, '1h': 0.08, '24h': 0.1 },
      dumped: 0.4,
    });
    expect(readPatternHistory(JSON.stringify(history))).toEqual(history);
  });

  it.each([
    [HISTORY_LAUNCHES_MIN - 1, false],
    [HISTORY_LAUNCHES_MIN, true],
  ])('says something of %i launches: %s', (launches, isSaid) => {
    const history = historyOf([counted(launches)], SOURCE);
    expect(historyFor(history, 'viralMeme', 55) !== null).toBe(isSaid);
    expect(saysSomething(history)).toBe(isSaid);
  });

  it('of nothing is a history that says nothing', () => {
    const history = historyOf([], { sourceKind: '', until: null });
    for (const name of PATTERN_NAMES)
      for (const score of [0, 50, 100]) expect(historyFor(history, name, score)).toBeNull();
    expect(readPatternHistory(JSON.stringify(history))).toEqual(history);
  });

  it('is calibrated: what it says of one half of the launches is so of the other', () => {
    const random = randomOf(18);
    const halves = [0, 1].map(() =>
      HISTORY_BANDS.map((scoreFrom, band): Counted => {
        const empty = { graduated: 0, doubled5m: 0, doubled1h: 0, doubled24h: 0, dumped: 0 };
        return counted(0, { ...empty, scoreFrom, launches: 3_000 >> (2 * band) });
      }),
    );
    for (const half of halves)
      for (const band of half)
        for (let launch = 0; launch < band.launches; launch += 1) {
          const score = band.scoreFrom + random() * 30;
          if (random() < score / 400) band.graduated += 1;
          if (random() < 0.8 - score / 200) band.dumped += 1;
        }
    const history = historyOf(halves[0]!, SOURCE);
    for (const { scoreFrom, launches, graduated, dumped } of halves[1]!) {
      const said = historyFor(history, 'viralMeme', scoreFrom);
      if (launches < HISTORY_LAUNCHES_MIN) {
        expect(said).toBeNull();
        continue;
      }
      // Three times the error of the difference of two shares.
      const within = (share: number) => 3 * Math.sqrt((2 * share * (1 - share)) / launches);
      expect(Math.abs(said!.graduated - graduated / launches)).toBeLessThan(within(said!.graduated));
      expect(Math.abs(said!.dumped - dumped / launches)).toBeLessThan(within(said!.dumped));
    }
    expect(history.patterns.viralMeme.map(({ scoreFrom }) => scoreFrom)).toEqual([0, 40]);
  });
});
