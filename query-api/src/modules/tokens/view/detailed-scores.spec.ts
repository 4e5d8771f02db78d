import { scoreInputsOf } from '@cryptonite/contracts/measures';
import type { PatternHistory } from '@cryptonite/contracts/pattern-history';
import { bestPatternOf, PATTERN_NAMES, RULES_VERSION, securityOf } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { measure, mintOf } from '../../../../testing/measurements.js';
import { layersOf } from '../../screening/scores/row-scores.js';
import { bestMatchOf, detailedPatternsOf } from './detailed-scores.js';

const { measurement } = measure(mintOf('a'), { live: {}, on: [] });
const at = (time: number, organicBuyers10m: number | null) => ({ ...measurement, time, organicBuyers10m });

it('a pattern is told by the first measurement that matched best', () => {
  expect(bestMatchOf([])).toBeNull();
  const [early, best, same, late] = [at(1, 20), at(2, 90), at(3, 90), at(4, null)];
  expect(bestMatchOf([late, same, best, early])).toBe(best);
  const { name, total } = bestPatternOf(scoreInputsOf(best));
  const firstHour = { matched: best, isOver: true };
  expect(detailedPatternsOf(late, firstHour, null)[0]).toMatchObject({ name, score: total.score });
});

it('history is of the best pattern alone, and of its first hour when that is over', () => {
  const band = {
    scoreFrom: 0,
    launches: 250,
    graduated: 0.5,
    doubled: { '5m': 0, '1h': 0, '24h': 0 },
    dumped: 0,
  };
  const history = {
    ...{ v: 1, rulesVersion: RULES_VERSION, sourceKind: 'market', until: null },
    patterns: Object.fromEntries(PATTERN_NAMES.map((name) => [name, [band]])),
  } as unknown as PatternHistory;
  const told = (isOver: boolean) =>
    detailedPatternsOf(measurement, { matched: at(2, 90), isOver }, history).map((one) => one.history);
  expect(told(true)).toEqual([expect.objectContaining({ graduatedPercent: 50 }), null, null, null]);
  expect(told(false)).toEqual([null, null, null, null]);
});

it.each([
  ['that was observed whole', 1, 5],
  ['of which half was observed', 0.5, 2.5],
  ['of which nothing was', 0, 0],
])('security has of a layer %s what its points leave of that', (_, share, earned) => {
  const assessed = { holders: { time: 1, position: '', found: [], share } };
  const layers = layersOf({ ...measurement, holdersRisk: 80 }, assessed);
  const part = securityOf(layers).parts.find(({ name }) => name === 'holders')!;
  expect(part.earned + part.lost + part.unobserved).toBeCloseTo(part.weight, 9);
  expect(part.value).toBe(20);
  expect(part.earned).toBeCloseTo(earned, 9);
});
