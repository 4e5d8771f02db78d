import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalOf, measureOf, once, type Reading, resamplesOf } from './statistics.js';

fc.configureGlobal({ seed: 18 });

const figuresOf = (reading: Partial<Reading> & Pick<Reading, 'came'>) =>
  measureOf({ ranks: reading.came.map(() => 0), calls: null, chances: null, ...reading })(
    once(reading.came.length),
  );

const [T, F] = [true, false];

describe('AUPRC', () => {
  it.each([
    ['all that comes first', [4, 3, 2, 1], [T, T, F, F], 1],
    ['every other', [4, 3, 2, 1], [T, F, T, F], (1 / 1 + 2 / 3) / 2],
    ['all that comes last', [4, 3, 2, 1], [F, F, T, T], (1 / 3 + 2 / 4) / 2],
    ['one rank for all', [7, 7, 7, 7], [T, F, F, F], 1 / 4],
    ['a tie that holds what comes', [9, 5, 5, 1], [F, T, F, F], 1 / 3],
    ['what is unknown, behind all that is known', [-9, null, null, -10], [T, T, F, F], (1 + 2 / 4) / 2],
  ] as const)('of %s', (_, ranks, came, auprc) => {
    expect(figuresOf({ ranks, came }).auprc).toBeCloseTo(auprc, 12);
  });

  it('is null where nothing came', () => expect(figuresOf({ came: [F, F] }).auprc).toBeNull());

  it('is the same in whatever order the cases stand, and lies within 0 and 1', () =>
    fc.assert(
      fc.property(
        fc.array(fc.record({ rank: fc.option(fc.integer({ min: 0, max: 4 })), came: fc.boolean() }), {
          minLength: 1,
        }),
        (cases) => {
          const of = (all: typeof cases) =>
            figuresOf({ ranks: all.map(({ rank }) => rank), came: all.map(({ came }) => came) }).auprc;
          const auprc = of(cases);
          if (auprc === null) return;
          expect(of([...cases].reverse())).toBeCloseTo(auprc, 9);
          expect(auprc).toBeGreaterThan(0);
          expect(auprc).toBeLessThanOrEqual(1);
        },
      ),
    ));
});

describe('calls', () => {
  it('give precision, recall and MCC', () => {
    const { precision, recall, mcc } = figuresOf({ calls: [T, T, T, F, F, F], came: [T, T, F, T, F, F] });
    expect([precision, recall]).toEqual([2 / 3, 2 / 3]);
    expect(mcc).toBeCloseTo((2 * 2 - 1 * 1) / 9, 12);
  });

  it('that are all alike have no MCC, and none that is made no precision', () => {
    expect(figuresOf({ calls: [F, F], came: [T, F] })).toMatchObject({
      precision: null,
      recall: 0,
      mcc: null,
    });
  });
});

describe('the calibration error', () => {
  it('is how far what was said lies from what came, bin by bin', () => {
    // Said 0.25 of four of which one came; said 0.9 of two of which one came.
    const chances = [0.25, 0.25, 0.25, 0.25, 0.9, 0.9];
    const came = [T, F, F, F, T, F];
    expect(figuresOf({ chances, came }).calibrationError).toBeCloseTo((2 / 6) * 0.4, 12);
  });

  it('leaves out of what nothing was said, and has a place for certainty', () => {
    expect(figuresOf({ chances: [1, null], came: [T, F] }).calibrationError).toBe(0);
    expect(figuresOf({ chances: [null], came: [T] }).calibrationError).toBeNull();
  });
});

it('a case that counts twice is two cases', () => {
  const reading: Reading = {
    ranks: [3, 2, 1],
    calls: [T, T, F],
    chances: [0.9, 0.4, 0.1],
    came: [T, F, T],
  };
  const twice: Reading = {
    ranks: [3, 2, 2, 1],
    calls: [T, T, T, F],
    chances: [0.9, 0.4, 0.4, 0.1],
    came: [T, F, F, T],
  };
  expect(measureOf(reading)([1, 2, 1])).toEqual(measureOf(twice)(once(4)));
});

it('resamples draw as many cases as there are, and the interval holds 95% of what they give', () => {
  let drawn = 0;
  const resamples = resamplesOf(5, 3, (bound) => (drawn++ * 7) % bound);
  for (const weights of resamples) expect(Array.from(weights).reduce((sum, each) => sum + each)).toBe(5);
  const values = Array.from({ length: 201 }, (_, index) => index);
  expect(intervalOf([...values.reverse(), null])).toEqual({ low: 5, high: 195 });
  expect(intervalOf([null])).toBeNull();
});
