import { expect, it } from 'vitest';
import { Measure } from './measure.js';
import { compare, look, type Target, verdictOf } from './targets.js';

const target = (more: Partial<Target>): Target => ({
  what: '',
  source: '',
  comesOf: 'played',
  target: 50,
  tolerance: 5,
  unit: '%',
  measured: null,
  ...more,
});

it.each([
  ['a target holds up to its tolerance above', { measured: 55 }, 'within'],
  ['and below', { measured: 45 }, 'within'],
  ['not beyond', { measured: 55.1 }, 'OUTSIDE'],
  ['nor below it', { measured: 44.9 }, 'OUTSIDE'],
  ['a least value holds however far above', { measured: 99, isLeast: true }, 'within'],
  ['and as far below as its tolerance', { measured: 45, isLeast: true }, 'within'],
  ['not further', { measured: 44.9, isLeast: true }, 'OUTSIDE'],
  ['with none allowed it holds at its bound', { measured: 50, isLeast: true, tolerance: 0 }, 'within'],
  ['not below', { measured: 49.9, isLeast: true, tolerance: 0 }, 'OUTSIDE'],
  ['what is known to be missed says why', { measured: 0, reason: 'nobody comes' }, 'outside: nobody comes'],
  ['what could not be measured is not judged', { measured: null }, 'too few launches'],
] satisfies [string, Partial<Target>, string][])('%s', (_, more, verdict) =>
  expect(verdictOf(target(more))).toBe(verdict),
);

/** Launches of one creator, so many of each kind. */
function measureOf(
  kinds: readonly { count: number; hasSocials: boolean | null; graduates: number }[],
): Measure {
  const measure = new Measure();
  kinds.forEach(({ count, hasSocials, graduates }, kind) => {
    for (let number = 0; number < count; number++) {
      const at = { mint: `${kind}:${number}`, slot: number, timeMs: 1_000 * number };
      measure.note({ kind: 'launch', ...at, creator: 'creator', name: at.mint, hasSocials });
      const raisedSol = number < graduates ? 85 : 1;
      const trade = { side: 'buy', trader: 'creator', sol: 1, inPool: false, price: 1, raisedSol } as const;
      measure.note({ kind: 'trade', ...at, ...trade });
    }
  });
  return measure;
}

const measuredOf = (measure: Measure, what: string): number | null => {
  const rows = compare(measure, look(measure), { all: 100, failed: 25 });
  return rows.find((row) => row.what.startsWith(what))!.measured;
};

it('leaves launches whose document cannot be read out of what is said of socials', () => {
  const measure = measureOf([
    { count: 300, hasSocials: false, graduates: 20 },
    { count: 600, hasSocials: true, graduates: 80 },
    { count: 100, hasSocials: null, graduates: 100 },
  ]);
  expect(measuredOf(measure, 'Launches without socials')).toBeCloseTo(100 / 3, 9);
  expect(measuredOf(measure, 'Graduation without socials')).toBeCloseTo(0.5, 9);
});

it('no target holds for a market in which only creators buy', () => {
  const measure = measureOf([{ count: 1_000, hasSocials: true, graduates: 0 }]);
  for (const row of compare(measure, look(measure), { all: 100, failed: 0 }))
    expect([row.what, verdictOf(row)]).not.toEqual([row.what, 'within']);
});

it('no target of the time after migration holds where every pool is worth nothing at once', () => {
  const measure = measureOf([{ count: 1_000, hasSocials: true, graduates: 10 }]);
  for (const [mint] of [...measure.launches].slice(0, 10)) {
    measure.note({ kind: 'migrated', mint, timeMs: 2_000_000, price: 1 });
    const at = { mint, slot: 5_000, timeMs: 2_001_000 };
    const trade = {
      side: 'sell',
      trader: 'creator',
      sol: 1,
      inPool: true,
      price: 0.01,
      raisedSol: null,
    } as const;
    measure.note({ kind: 'trade', ...at, ...trade });
  }
  const rows = compare(measure, look(measure), { all: 100, failed: 25 });
  const pools = rows.filter(({ what }) => what.startsWith('Pools '));
  expect(pools.map(verdictOf)).toEqual(['OUTSIDE', 'OUTSIDE', 'OUTSIDE']);
});
