import { RUG_FINDINGS, ULTIMATE } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { measure, mintOf } from '../../../../testing/measurements.js';
import { figureOf } from './figures.js';
import { type Found, wordsOfFinding } from './finding-words.js';
import { reasonsOf } from './gate-words.js';
import { factOf, PART_TABLES, type PartTable, wordsOf } from './part-words.js';
import { shillReasonOf } from './shill-words.js';
import { indicatorsOf, type Strength, sentencesOf, strongestOf, worstDangerOf } from './why.js';

const danger: Found = {
  layer: 'holders',
  name: 'top10',
  level: 'danger',
  points: 60,
  value: 64,
  limit: null,
  floor: null,
};
const whales: Strength = { fact: 'whaleBuyers', value: 12, points: 6 };
const verified: Strength = { fact: 'verified', value: true, points: 4.5 };
const posts: Strength = { fact: 'posts', value: 8, points: 5 };

describe('what is said', () => {
  it.each(
    (Object.keys(PART_TABLES) as PartTable[]).flatMap((table) =>
      PART_TABLES[table].map(({ name }) => [table, name] as const),
    ),
  )('of the part %s %s is something', (table, name) => {
    const fact = factOf(table, name);
    expect(fact).toBeDefined();
    if (fact) expect(wordsOf(fact, 7)).toMatch(/^[a-z0-9$]/i);
  });

  it.each(RUG_FINDINGS.map((rule) => [rule.layer, rule.name, rule] as const))(
    'of the finding %s %s is its value, unless it is true or false',
    (layer, name, { grading }) => {
      const said = wordsOfFinding({
        layer,
        name,
        level: 'danger',
        points: 30,
        value: 7,
        limit: null,
        floor: null,
      });
      expect(said).toMatch(grading.kind === 'flag' ? /^[a-z]/ : /7/);
      expect(
        wordsOfFinding({ layer, name, level: 'danger', points: 30, value: null, limit: null, floor: null }),
      ).not.toMatch(/null|NaN/);
    },
  );

  it.each([
    ['market', 'fallFromHigh', 95, 60, "at least 60% under the hour's high"],
    ['market', 'creatorSold', 100, 50, 'its creator sold over 50% of what it held'],
    ['contract', 'transferFee', 15, 10, 'transfer fee over 10%'],
    ['social', 'youngAccount', 3, 30, 'an account under 30 days old'],
    ['contract', 'mintAuthority', 1, null, 'mint authority'],
  ] as const)(
    'of the finding %s %s that was told earlier is the limit',
    (layer, name, value, limit, text) => {
      expect(wordsOfFinding({ layer, name, level: 'danger', points: 30, value, limit, floor: null })).toBe(
        text,
      );
    },
  );

  it('of a gate is one chip with its value where it passes, and none where it does not', () => {
    for (const gates of Object.values(ULTIMATE)) {
      const verdicts = (verdict: 'pass' | 'fail' | 'unknown', value: number | null) =>
        gates.map(({ name, any: [{ limit }] }) => ({ name, verdict, value, limit }));
      const chips = reasonsOf(gates, verdicts('pass', 33));
      expect(chips).toHaveLength(gates.length);
      for (const chip of chips) expect(chip).toMatch(/33/);
      expect(reasonsOf(gates, verdicts('fail', 33))).toEqual([]);
      expect(reasonsOf(gates, verdicts('unknown', null))).toEqual([]);
    }
  });

  it.each([
    [1_234_567, '$', '$1.2M'],
    [20_000, '$', '$20K'],
    [640, '$', '$640'],
    [64.4, '%', '64%'],
    [2.04, '%', '2%'],
    [2.46, '%', '2.5%'],
    [1.846, 'x', '1.85x'],
    [12_000, '', '12,000'],
    [20, 'min', '20 min'],
  ])('of %s in %j is %s', (value, unit, text) => {
    expect(figureOf(value, unit)).toBe(text);
  });
});

describe('why a token', () => {
  it('is the strongest parts and the largest risk', () => {
    expect(indicatorsOf([verified, whales, posts], [danger])).toEqual([
      '12 whale buyers',
      '8 posts in 24 h',
      'A verified account',
      'Top 10 hold 64%',
    ]);
    expect(sentencesOf([verified, whales, posts], [danger], { risk: 12, coverage: 0.8 })).toBe(
      'Danger: top 10 hold 64%. For it: 12 whale buyers, 8 posts in 24 h, a verified account.',
    );
  });

  it('says how much was looked at where nothing was found, and nothing of what nobody looked at', () => {
    expect(sentencesOf([whales], [], { risk: 0, coverage: 0.7 })).toBe(
      'Nothing against it, 70% checked. For it: 12 whale buyers.',
    );
    // Nobody looked, or what was found was not heard of.
    for (const seen of [
      { risk: null, coverage: null },
      { risk: 12, coverage: 0.7 },
    ])
      expect(sentencesOf([whales], [], seen)).toBe('For it: 12 whale buyers.');
    expect(sentencesOf([], [danger], { risk: 12, coverage: 0.7 })).toBe('Danger: top 10 hold 64%.');
    expect(sentencesOf([], [], { risk: null, coverage: null })).toBeNull();
    expect(indicatorsOf([], [])).toEqual([]);
  });

  it('names as its worst danger the one of the highest floor, then of most points, and no warning', () => {
    const sold: Found = { ...danger, layer: 'market', name: 'creatorSold', points: 70, value: 82 };
    const dumped: Found = { ...sold, name: 'creatorDumped', points: 0, value: 1, floor: 85 };
    expect(worstDangerOf([danger, sold])).toEqual({
      finding: 'market.creatorSold',
      text: 'Its creator sold 82% of what it held',
    });
    expect(worstDangerOf([danger, sold, dumped])?.finding).toBe('market.creatorDumped');
    expect(worstDangerOf([{ ...danger, level: 'warning' }])).toBeNull();
  });

  it('says a fact once, though several scores look at it, and nothing that earned no points', () => {
    expect(strongestOf([posts, { ...posts, points: 9 }, { ...whales, points: 0 }])).toEqual([
      { ...posts, points: 9 },
    ]);
  });

  it('of a shilled token names only what is known', () => {
    const reasonOf = (change: Parameters<typeof measure>[1]) =>
      shillReasonOf(measure(mintOf('a'), change).measurement);
    expect(reasonOf({ boosts: 30, posts1h: null, organicBuyers1h: 1 })).toBe(
      '30 boosts in force, for 1 organic buyer in that hour.',
    );
    expect(reasonOf({ boosts: null, posts1h: 12, organicBuyers1h: null })).toBe(
      '12 posts in 1 h, how many organic buyers there were in that hour is unknown.',
    );
  });
});
