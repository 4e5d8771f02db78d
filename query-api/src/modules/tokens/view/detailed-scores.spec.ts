import { scoreInputsOf } from '@cryptonite/contracts/measures';
import { bestPatternOf, securityOf } from '@cryptonite/contracts/rules';
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
  expect(detailedPatternsOf(late, best, null)[0]).toMatchObject({ name, score: total.score });
});

it.each([
  ['that nothing is unknown of', 0, 20],
  ['that has unknown findings', 15, 5],
  ['of which more is unknown than is left', 95, 0],
])('security has of a layer %s what certainly is left', (_, unknown, left) => {
  const assessed = { holders: { time: 1, position: '', found: [], unknown } };
  const layers = layersOf({ ...measurement, holdersRisk: 80 }, assessed);
  const part = securityOf(layers).parts.find(({ name }) => name === 'holders')!;
  expect(part.earned + part.lost + part.unobserved).toBeCloseTo(part.weight, 9);
  expect(part.value).toBe(left);
});
