import { LIST_KINDS, ScreenedToken } from '@cryptonite/contracts/api';
import { ASKED } from '@cryptonite/contracts/asks';
import type { LayerAssessed } from '@cryptonite/contracts/events';
import { describe, expect, it } from 'vitest';
import { measure, mintOf, SOURCE, START } from '../../../../testing/measurements.js';
import { growthBasisOf, rowScoresOf } from '../../screening/scores/row-scores.js';
import type { StoredToken } from '../token-reader.js';
import { creatorIn, evidenceOf, momentsOf } from './evidence.js';
import { PLACE_SOURCES } from './place-sources.js';
import { type Signatures, type Trace } from './traces.js';
import { windowAt } from './windows.js';

const ON = ['liveUltimate', 'liveDaily', 'shilled', 'bondedAnalyzed'] as const;

function knownOf(change: Parameters<typeof measure>[1]): StoredToken {
  const { measurement } = measure(mintOf('a'), { live: {}, on: ON, ...change });
  const shown = { measurement, source: SOURCE, described: null, trail: null, layers: {} };
  return {
    shown: { ...shown, scores: rowScoresOf(measurement, {}) },
    solPriceUsd: 150,
    assessed: [],
    firstHour: { matched: measurement, isOver: true },
    storedTo: { position: measurement.position, time: measurement.time },
    listed: measurement,
  };
}

const signatures: Signatures = {
  by: new Map<Trace, string[]>([
    ['newestTrade', ['newest']],
    ['trades5m', ['a', 'b']],
    ['creatorSales', ['sale']],
    ['firstHour', ['early']],
  ]),
  at: new Map([[START, ['then']]]),
};

describe('evidence', () => {
  const known = knownOf({
    ...{ liveUltimateListedAt: START, liveUltimateInitialMarketCapUsd: 9 },
    // Viral, before all.
    ...{ organicBuyers10m: 100, netInflowSol10m: 25, solPerTrade: 1, buyerGrowth5m: 2 },
  });
  const { fields } = evidenceOf(known, 'live', signatures, []);
  const of = (name: string) => fields.find((field) => field.name === name);

  it('knows where every field of every kind of list comes from', () => {
    for (const [kind, { place }] of Object.entries(LIST_KINDS))
      expect(Object.keys(PLACE_SOURCES[kind as keyof typeof LIST_KINDS]).sort()).toEqual(
        Object.keys(place.shape).sort(),
      );
  });

  it('tells each field of the token and of its places once, and what it means', () => {
    const names = fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(ScreenedToken.shape)));
    expect(names).toEqual(expect.arrayContaining(['ultimate.gates', 'daily.bars', 'shilled.shillRatio']));
    for (const { name, meaning } of fields)
      expect([name, meaning]).toEqual([name, expect.stringMatching(/\w/)]);
  });

  it('leads to the inputs with their limits, and to the trades of the window', () => {
    expect(of('buyRatio')).toMatchObject({
      source: 'chain',
      window: windowAt('5m', START),
      signatures: ['a', 'b'],
    });
    expect(of('price')).toMatchObject({
      signatures: ['newest'],
      inputs: [{ name: 'priceQuote' }, { value: 150 }, {}, {}],
    });
    expect(of('ultimate.initialMarketCap')).toMatchObject({ value: 9, unit: 'USD', signatures: ['then'] });
    expect(of('bondedAnalyzed.buyRatio')).toMatchObject({ unit: 'share', signatures: ['a', 'b'] });
    expect(of('qualified.checks')).toMatchObject({ value: 5, unit: null });
    expect(of('qualified.checks')?.inputs[1]).toMatchObject({ name: 'momentum', limit: 15 });
    expect(of('ultimate.gates')?.inputs[3]).toMatchObject({ name: 'marketCap', unit: '$', limit: 5_000 });
    expect(momentsOf(known, 'live')).toContain(START);
  });

  it('of scores leads to their parts, whose points add up', () => {
    const { value, inputs } = of('daily.hypeScore') ?? { inputs: [] };
    const earned = inputs.filter(({ name }) => !name.includes('.')).map((input) => input.earned ?? 0);
    expect(earned.reduce((sum, points) => sum + points, 0)).toBeCloseTo(Number(value), 9);
    expect(inputs.map(({ name }) => name)).toContain('social.posts');
  });

  it('of each part says its scale, and of parts, gates and checks which trades tell them', () => {
    const input = (field: string, name: string) => of(field)?.inputs.find((one) => one.name === name);
    expect(input('ultimate.score', 'momentum')).toMatchObject({ from: 0, to: 100 });
    expect(input('ultimate.score', 'momentum.price5m')).toMatchObject({
      ...{ from: 0, to: 15, window: windowAt('5m', START), signatures: ['a', 'b'] },
    });
    expect(input('ultimate.score', 'trending.boosted')).toMatchObject({
      from: null,
      to: null,
      signatures: [],
    });
    expect(input('patternScore', 'buyers')).toMatchObject({
      ...{ from: 10, to: 100, window: windowAt('1h', START), signatures: ['early'] },
    });
    expect(input('ultimate.gates', 'trades')).toMatchObject({ limit: 1, signatures: ['a', 'b'] });
    expect(input('qualified.checks', 'momentum')).toMatchObject({
      ...{ window: windowAt('5m', START), signatures: ['a', 'b'] },
    });
    for (const [field, name] of [
      ['ultimate.gates', 'volumeGrowth'],
      ['ultimate.score', 'momentum.volumeGrowth'],
    ] as const)
      expect(input(field, name)?.basis).toBe(growthBasisOf(known.shown.measurement));
    expect(input('ultimate.gates', 'trades')).not.toHaveProperty('basis');
    expect(of('organicBuyers1h')?.inputs).toMatchObject([{ name: 'buys1h' }, { name: 'isWhole1h' }]);
  });

  it('of what the world tells says by which answers it is told', () => {
    const input = (field: string, name: string) => of(field)?.inputs.find((one) => one.name === name);
    expect(of('posts24h')?.told).toEqual(['social']);
    expect(of('price')?.told).toEqual([]);
    expect(input('socialScore', 'website')?.told).toEqual(['website', 'metadata']);
    expect(input('ultimate.score', 'trending.boosted')?.told).toEqual(['boosts']);
    const { answers } = evidenceOf(known, 'live', signatures, []);
    expect(answers.map(({ what, answer }) => [what, answer])).toEqual(ASKED.map((what) => [what, null]));
    for (const { told } of fields.flatMap(({ inputs }) => inputs))
      expect(ASKED).toEqual(expect.arrayContaining(told));
  });

  it('of findings says by which accounts and transactions they show', () => {
    const assessed: LayerAssessed = {
      ...{
        kind: 'LayerAssessed',
        id: 'assessed',
        mint: mintOf('a'),
        time: START,
        position: '',
        rulesVersion: 2,
      },
      layer: 'market',
      points: 40,
      findings: [
        { name: 'creatorSold', level: 'danger', points: 40, value: 52, limit: 50, evidence: ['creator'] },
      ],
    };
    expect(creatorIn([assessed])).toBe('creator');
    const risky = evidenceOf({ ...known, assessed: [assessed] }, 'live', signatures, []).fields;
    const inputs = risky.find(({ name }) => name === 'rugRisk')?.inputs ?? [];
    expect(inputs.find(({ name }) => name === 'market.creatorSold')).toMatchObject({
      ...{ value: 52, limit: 50, earned: 40, evidence: ['creator'], signatures: ['sale'] },
    });
  });

  it('says of what is unknown that it is null, and by what it would be told', () => {
    const unknown = evidenceOf(
      knownOf({ socialCoverage: null, holders: null, on: [], live: null }),
      'live',
      signatures,
      [],
    ).fields;
    const named = (name: string) => unknown.find((field) => field.name === name);
    expect(named('holders')).toMatchObject({ value: null, source: 'chain' });
    expect(named('hypeScore')).toMatchObject({ inputs: [] });
    expect(JSON.stringify(unknown)).not.toMatch(/NaN|Infinity/);
  });
});
