import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assess,
  isHidden,
  LAYER_NAMES,
  LAYERS,
  meanRisk,
  riskCoverage,
  riskOf,
  riskWithFloor,
  securityOf,
  securityTotalOf,
} from './risk.js';
import { RUG_FINDINGS, type RugInputs } from './rug-findings.js';

fc.configureGlobal({ seed: 18 });

const FLAGS = [
  'isGraduated',
  'isLiquidityHeldByLaunchpad',
  'hasFeeAuthority',
  'hasPermissionedBurn',
  'hasCreatorDumped',
  'hasPermanentDelegate',
  'isFrozenByDefault',
  'isNonTransferable',
  'hasFreezeAuthority',
  'hasTransferHook',
  'isPausable',
  'hasMintAuthority',
  'hasCloseAuthority',
  'isMetadataMutable',
  'isMayhem',
  'hasLink',
  'isDocumentRead',
  'isNameOfAnother',
  'isPictureOfAnother',
  'accountExists',
] as const;
const NUMBERS = [
  'unlockedLiquidityPercent',
  'liquidityUsd',
  'liquidityOfMarketCapPercent',
  'bondingProgressPercent',
  'holders',
  'top1HolderPercent',
  'top10HolderPercent',
  'top10OfSoldPercent',
  'creatorPercent',
  'sniperPercent',
  'insiderPercent',
  'bundlePercent',
  'top10ClusterPercent',
  'transferFeePercent',
  'liquidityPulledPercent',
  'fallFromHighPercent',
  'insiderSoldPercent',
  'creatorSoldPercent',
  'washPercent',
  'creatorLaunches',
  'creatorDumps',
  'trades5m',
  'buySharePercent',
  'accountAgeDays',
  'launchesNamingAccount',
  'scamReports',
  'otherReports',
  'bearishPercent',
  'voteWeight',
] as const;
/** A larger share in fewer hands. */
const CONCENTRATIONS = [
  'top1HolderPercent',
  'top10HolderPercent',
  'creatorPercent',
  'sniperPercent',
  'insiderPercent',
  'bundlePercent',
  'top10ClusterPercent',
] as const;

const nothing = Object.fromEntries(
  [...FLAGS, ...NUMBERS].map((name) => [name, null]),
) as unknown as RugInputs;
const of = <Name extends string, T>(names: readonly Name[], value: fc.Arbitrary<T>) =>
  Object.fromEntries(names.map((name) => [name, fc.option(value)])) as Record<Name, fc.Arbitrary<T | null>>;
const anyInputs: fc.Arbitrary<RugInputs> = fc.record({
  ...of(FLAGS, fc.boolean()),
  ...of(
    NUMBERS,
    fc.oneof(fc.double(), fc.double({ min: -10, max: 200 }), fc.integer({ min: 0, max: 9_000 })),
  ),
});
const findingOf = (name: string, change: Partial<RugInputs>) =>
  riskOf(RUG_FINDINGS, { ...nothing, ...change })
    .layers.flatMap(({ findings }) => findings)
    .find((finding) => finding.name === name);

it('weighs six layers, 100 in all, and names each finding once', () => {
  expect(LAYER_NAMES.reduce((sum, name) => sum + LAYERS[name].weight, 0)).toBe(100);
  expect(new Set(RUG_FINDINGS.map(({ name }) => name)).size).toBe(RUG_FINDINGS.length);
});

it('knows nothing of nothing', () => {
  const risk = riskOf(RUG_FINDINGS, nothing);
  expect(risk).toMatchObject({ score: null, coverage: 0 });
  expect(risk.layers.map(({ points }) => points)).toEqual(LAYER_NAMES.map(() => null));
  expect(securityOf(risk)).toMatchObject({ score: 0, coverage: 0, best: 100 });
});

describe('any inputs', () => {
  it('give a risk and a security from 0 to 100', () =>
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const risk = riskOf(RUG_FINDINGS, inputs);
        const { score, best, coverage, parts } = securityOf(risk);
        for (const { weight, earned, lost, unobserved } of parts) {
          expect(earned + lost + unobserved).toBeCloseTo(weight, 9);
          expect(Math.min(earned, lost, unobserved)).toBeGreaterThanOrEqual(0);
        }
        for (const points of [...risk.layers.map((layer) => layer.points), risk.score, score, best]) {
          if (points === null) continue;
          expect(points).toBeGreaterThanOrEqual(0);
          expect(points).toBeLessThanOrEqual(100);
        }
        expect(coverage).toBeLessThanOrEqual(risk.coverage + 1e-9);
      }),
    ));

  it('give the same numbers without findings', () =>
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const risk = riskOf(RUG_FINDINGS, inputs);
        const assessed = assess(RUG_FINDINGS, inputs);
        const { points, share, floor } = assessed;
        expect(LAYER_NAMES.map((name) => points[name])).toEqual(risk.layers.map((layer) => layer.points));
        expect(LAYER_NAMES.map((name) => share[name])).toEqual(risk.layers.map((layer) => layer.share));
        expect(floor).toBe(risk.floor);
        expect(
          riskWithFloor(
            meanRisk((name) => points[name]),
            floor,
          ),
        ).toBe(risk.score);
        expect(riskCoverage((name) => share[name])).toBe(risk.coverage);
        const security = securityOf(risk);
        const total = securityTotalOf(assessed);
        for (const name of ['score', 'coverage', 'best'] as const)
          expect(total[name]).toBeCloseTo(security[name], 9);
      }),
    ));

  it('give a layer another code just where the points or the floor of one of its findings are others', () => {
    const [pointsBy, codeBy] = [new Map<string, string>(), new Map<string, number>()];
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { codes } = assess(RUG_FINDINGS, inputs);
        for (const { name, findings } of riskOf(RUG_FINDINGS, inputs).layers) {
          // By whole points where they grow steadily.
          const points = RUG_FINDINGS.flatMap((rule) => {
            const finding = findings.find((each) => each.name === rule.name);
            const isKnown = finding !== undefined && finding.level !== 'unknown';
            const isFlagged = rule.grading.kind === 'flag' && Boolean(finding?.value);
            const step = rule.name === 'top10OfSold' && Number(finding?.value) > 60;
            return rule.layer === name
              ? [isKnown ? `${Math.ceil(finding.points)} ${isFlagged || step} ${finding.floor}` : null]
              : [];
          }).join();
          const [code, said] = [codes[name], `${name} ${points}`];
          expect(codeBy.get(said) ?? code).toBe(code);
          expect(pointsBy.get(`${name} ${code}`) ?? points).toBe(points);
          codeBy.set(said, code);
          pointsBy.set(`${name} ${code}`, points);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(codeBy.size).toBeGreaterThan(300);
  });

  it('that become unknown never raise the coverage, nor the points of a layer', () =>
    fc.assert(
      fc.property(anyInputs, fc.constantFrom(...FLAGS, ...NUMBERS), (inputs, name) => {
        const known = riskOf(RUG_FINDINGS, inputs);
        const less = riskOf(RUG_FINDINGS, { ...inputs, [name]: null });
        expect(less.coverage).toBeLessThanOrEqual(known.coverage);
        for (const [at, { points }] of less.layers.entries())
          if (points !== null) expect(points).toBeLessThanOrEqual(known.layers[at]!.points ?? 0);
      }),
    ));

  it('earn of each layer what its points leave of its observed share, and nothing of the rest', () =>
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { layers, coverage } = riskOf(RUG_FINDINGS, inputs);
        const security = securityOf({ layers });
        const earned = layers.reduce(
          (sum, { weight, share, points }) => sum + (weight * share * (100 - (points ?? 100))) / 100,
          0,
        );
        expect(security.score).toBeCloseTo(earned, 9);
        expect(security.coverage).toBeLessThanOrEqual(coverage + 1e-9);
      }),
    ));

  it('give a risk that is never under a floor, whatever else is known', () =>
    fc.assert(
      fc.property(anyInputs, (inputs) => {
        const { score, floor, layers } = riskOf(RUG_FINDINGS, inputs);
        const floors = layers.flatMap(({ findings }) => findings.flatMap((finding) => finding.floor ?? []));
        expect(floor).toBe(floors.length === 0 ? null : Math.max(...floors));
        if (floor !== null) expect(score).toBeGreaterThanOrEqual(floor);
        for (const { findings } of layers)
          for (const finding of findings) if (finding.floor !== null) expect(finding.level).toBe('danger');
      }),
    ));

  it('that are more concentrated are never safer', () =>
    fc.assert(
      fc.property(
        anyInputs,
        fc.constantFrom(...CONCENTRATIONS),
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.double({ min: 0, max: 100, noNaN: true }),
        (inputs, name, one, other) => {
          const at = (percent: number) =>
            riskOf(RUG_FINDINGS, { ...inputs, [name]: percent }).layers.find(
              (layer) => layer.name === 'holders',
            )!;
          expect(at(Math.max(one, other)).points).toBeGreaterThanOrEqual(
            at(Math.min(one, other)).points ?? 0,
          );
        },
      ),
    ));
});

describe('a finding', () => {
  it.each([
    // name, change at its limit, points there, change just beyond, points there
    [
      'unlockedLiquidity',
      { isLiquidityHeldByLaunchpad: false, unlockedLiquidityPercent: 0 },
      0,
      { isLiquidityHeldByLaunchpad: false, unlockedLiquidityPercent: 50 },
      40,
    ],
    [
      'unlockedLiquidity',
      { unlockedLiquidityPercent: 100, isLiquidityHeldByLaunchpad: false },
      80,
      { unlockedLiquidityPercent: 100, isLiquidityHeldByLaunchpad: true },
      0,
    ],
    [
      'liquidity',
      { isGraduated: true, liquidityUsd: 5_000 },
      0,
      { isGraduated: true, liquidityUsd: 4_999 },
      20,
    ],
    [
      'liquidity',
      { isGraduated: true, liquidityUsd: 1_000 },
      20,
      { isGraduated: true, liquidityUsd: 999 },
      40,
    ],
    [
      'thinLiquidity',
      { liquidityOfMarketCapPercent: (10 / 300) * 100 },
      0,
      { liquidityOfMarketCapPercent: (10 / 301) * 100 },
      20,
    ],
    ['thinLiquidity', { liquidityOfMarketCapPercent: 100 }, 0, { liquidityOfMarketCapPercent: 0 }, 20],
    ['top10', { top10HolderPercent: 30 }, 0, { top10HolderPercent: 30.1 }, 15],
    ['top10', { top10HolderPercent: 50 }, 15, { top10HolderPercent: 50.1 }, 35],
    ['top10', { top10HolderPercent: 60 }, 35, { top10HolderPercent: 60.1 }, 60],
    ['top1', { top1HolderPercent: 10 }, 0, { top1HolderPercent: 10.1 }, 15],
    ['top1', { top1HolderPercent: 25 }, 15, { top1HolderPercent: 25.1 }, 40],
    ['creator', { creatorPercent: 5 }, 0, { creatorPercent: 5.1 }, 15],
    ['creator', { creatorPercent: 10 }, 15, { creatorPercent: 10.1 }, 30],
    ['snipers', { sniperPercent: 10 }, 0, { sniperPercent: 10.1 }, 15],
    ['snipers', { sniperPercent: 20 }, 15, { sniperPercent: 20.1 }, 30],
    ['insiders', { insiderPercent: 10 }, 0, { insiderPercent: 10.1 }, 20],
    ['insiders', { insiderPercent: 20 }, 20, { insiderPercent: 20.1 }, 40],
    ['bundles', { bundlePercent: 5 }, 0, { bundlePercent: 5.1 }, 10],
    ['bundles', { bundlePercent: 15 }, 10, { bundlePercent: 15.1 }, 30],
    ['top10Clusters', { top10ClusterPercent: 50 }, 0, { top10ClusterPercent: 50.1 }, 25],
    ['top10Clusters', { top10ClusterPercent: 60 }, 25, { top10ClusterPercent: 60.1 }, 50],
    [
      'fewHolders',
      { bondingProgressPercent: 41, holders: 20 },
      0,
      { bondingProgressPercent: 41, holders: 19 },
      15,
    ],
    ['transferFee', { transferFeePercent: 0 }, 0, { transferFeePercent: 0.1 }, 40],
    ['transferFee', { transferFeePercent: 10 }, 40, { transferFeePercent: 10.1 }, 80],
    [
      'liquidityPulled',
      { isGraduated: true, liquidityPulledPercent: 49.9 },
      0,
      { isGraduated: true, liquidityPulledPercent: 50 },
      100,
    ],
    ['fallFromHigh', { fallFromHighPercent: 59.9 }, 0, { fallFromHighPercent: 60 }, 60],
    ['insiderSold', { insiderSoldPercent: 0.49 }, 0, { insiderSoldPercent: 0.5 }, 40],
    ['creatorSold', { creatorSoldPercent: 50 }, 0, { creatorSoldPercent: 50.1 }, 40],
    ['wash', { washPercent: 15 }, 0, { washPercent: 15.1 }, 20],
    ['wash', { washPercent: 30 }, 20, { washPercent: 30.1 }, 40],
    ['serialDumps', { creatorLaunches: 4, creatorDumps: 2 }, 0, { creatorLaunches: 3, creatorDumps: 2 }, 40],
    ['dumps', { creatorLaunches: 2, creatorDumps: 1 }, 0, { creatorLaunches: 2, creatorDumps: 2 }, 20],
    ['top10OfSold', { top10OfSoldPercent: 60 }, 0, { top10OfSoldPercent: 99 }, 0],
    ['oneSided', { trades5m: 30, buySharePercent: 95 }, 0, { trades5m: 30, buySharePercent: 95.1 }, 15],
    ['youngAccount', { accountAgeDays: 30 }, 0, { accountAgeDays: 29 }, 20],
    ['sharedAccount', { launchesNamingAccount: 2 }, 0, { launchesNamingAccount: 3 }, 30],
    ['scamReports', { scamReports: 1 }, 0, { scamReports: 3 }, 30],
    ['scamReports', { scamReports: 5 }, 60, { scamReports: 9 }, 60],
    ['otherReports', { otherReports: 1 }, 0, { otherReports: 5 }, 20],
    ['bearish', { voteWeight: 10, bearishPercent: 70 }, 0, { voteWeight: 10, bearishPercent: 71 }, 20],
  ] as const)(
    '%s: %j gives %d, %j gives %d; unknown gives none',
    (name, at, pointsAt, beyond, pointsBeyond) => {
      expect(findingOf(name, at)?.points).toBeCloseTo(pointsAt, 9);
      expect(findingOf(name, beyond)?.points).toBeCloseTo(pointsBeyond, 9);
      expect(findingOf(name, {})).toMatchObject({ level: 'unknown', points: 0, value: null });
    },
  );

  it.each([
    ['permanentDelegate', 'hasPermanentDelegate', true, 100],
    ['frozenByDefault', 'isFrozenByDefault', true, 100],
    ['nonTransferable', 'isNonTransferable', true, 100],
    ['freezeAuthority', 'hasFreezeAuthority', true, 60],
    ['transferHook', 'hasTransferHook', true, 60],
    ['pausable', 'isPausable', true, 60],
    ['mintAuthority', 'hasMintAuthority', true, 50],
    ['feeAuthority', 'hasFeeAuthority', true, 60],
    ['permissionedBurn', 'hasPermissionedBurn', true, 10],
    ['closeAuthority', 'hasCloseAuthority', true, 30],
    ['creatorDumped', 'hasCreatorDumped', true, 0],
    ['mutableMetadata', 'isMetadataMutable', true, 10],
    ['mayhem', 'isMayhem', true, 10],
    ['noLink', 'hasLink', false, 40],
    ['noDocument', 'isDocumentRead', false, 30],
    ['sameName', 'isNameOfAnother', true, 40],
    ['samePicture', 'isPictureOfAnother', true, 40],
    ['noAccount', 'accountExists', false, 40],
  ] as const)('%s: %s %s is %d points', (name, input, bad, points) => {
    expect(findingOf(name, { [input]: bad })?.points).toBe(points);
    expect(findingOf(name, { [input]: !bad })).toMatchObject({ points: 0, level: 'note' });
    expect(findingOf(name, {})).toMatchObject({ level: 'unknown', points: 0 });
  });

  it('says nothing of what it is not for', () => {
    expect(findingOf('liquidity', { isGraduated: false, liquidityUsd: 1 })).toBeUndefined();
    expect(findingOf('liquidityPulled', { isGraduated: false, liquidityPulledPercent: 90 })).toBeUndefined();
    expect(findingOf('fewHolders', { bondingProgressPercent: 40, holders: 1 })).toBeUndefined();
    expect(findingOf('oneSided', { trades5m: 29, buySharePercent: 100 })).toBeUndefined();
    expect(findingOf('bearish', { voteWeight: 9, bearishPercent: 100 })).toBeUndefined();
    expect(findingOf('dumps', { creatorLaunches: 3, creatorDumps: 3 })).toBeUndefined();
  });

  it.each([
    ['top10', 30],
    ['liquidity', 5_000],
    ['fallFromHigh', 60],
    ['unlockedLiquidity', 0],
    ['mintAuthority', null],
  ])('%s that is unknown has its mildest limit: %s', (name, limit) =>
    expect(findingOf(name, {})?.limit).toBe(limit),
  );

  it.each([
    [{ top10HolderPercent: 61 }, 'danger'],
    [{ top10HolderPercent: 31 }, 'warning'],
    [{ top10HolderPercent: 5 }, 'note'],
  ] as const)('%j is a %s', (change, level) => expect(findingOf('top10', change)?.level).toBe(level));
});

it('credits a layer with what its points leave of what was observed', () => {
  const holders = (change: Partial<RugInputs>) =>
    securityOf(riskOf(RUG_FINDINGS, { ...nothing, bondingProgressPercent: 30, ...change })).parts.find(
      ({ name }) => name === 'holders',
    );
  const known = { top10HolderPercent: 20, top1HolderPercent: 11, creatorPercent: 1, sniperPercent: 1 };
  // Of 280 points that may be found, those of insiders, bundles and clusters, 120, are not known: 15 of 160 were found.
  const share = 160 / 280;
  expect(holders(known)).toMatchObject({ value: 85 });
  expect(holders(known)?.earned).toBeCloseTo(25 * share * 0.85, 9);
  expect(holders(known)?.lost).toBeCloseTo(25 * share * 0.15, 9);
  expect(holders(known)?.unobserved).toBeCloseTo(25 * (1 - share), 9);
  expect(holders({})).toMatchObject({ earned: 0, lost: 0, unobserved: 25, value: null });
});

describe('the observed share of a layer', () => {
  const shareIn = (name: string, change: Partial<RugInputs>) =>
    riskOf(RUG_FINDINGS, { ...nothing, ...change }).layers.find((layer) => layer.name === name)!.share;

  it('is that of the points of the findings that apply', () => {
    expect(shareIn('liquidity', {})).toBe(0);
    // On a curve nothing is asked of a pool.
    expect(
      shareIn('liquidity', {
        ...{ isGraduated: false, isLiquidityHeldByLaunchpad: true },
        liquidityOfMarketCapPercent: 30,
      }),
    ).toBe(1);
    expect(shareIn('liquidity', { isGraduated: false, isLiquidityHeldByLaunchpad: true })).toBe(0.8);
    expect(shareIn('community', {})).toBe(0);
  });

  it('is under 0.6 of the risk until the mint was read, and over it then', () => {
    const onCurve: Partial<RugInputs> = {
      ...{ isGraduated: false, isLiquidityHeldByLaunchpad: true, liquidityOfMarketCapPercent: 30 },
      ...{ holders: 90, top1HolderPercent: 4, top10HolderPercent: 20, top10OfSoldPercent: 60 },
      ...{ creatorPercent: 1, sniperPercent: 1, bondingProgressPercent: 50, hasCreatorDumped: false },
      ...{ fallFromHighPercent: 5, creatorSoldPercent: 0, trades5m: 9 },
      ...{ hasLink: true, isDocumentRead: true, accountExists: true, accountAgeDays: 90 },
    };
    const mint: Partial<RugInputs> = {
      ...{ hasPermanentDelegate: false, isFrozenByDefault: false, isNonTransferable: false },
      ...{ transferFeePercent: 0, hasFreezeAuthority: false, hasTransferHook: false, isPausable: false },
      ...{ hasMintAuthority: false, hasCloseAuthority: false, isMetadataMutable: false, isMayhem: false },
    };
    expect(riskOf(RUG_FINDINGS, { ...nothing, ...onCurve }).coverage).toBeLessThan(0.6);
    const known = riskOf(RUG_FINDINGS, { ...nothing, ...onCurve, ...mint }).coverage;
    expect(known).toBeGreaterThan(0.6);
    // Bundles, insiders, clusters, wash trades and the creator's launches are not known.
    expect(known).toBeLessThan(0.85);
  });
});

describe('a floor', () => {
  const riskAt = (change: Partial<RugInputs>) => riskOf(RUG_FINDINGS, { ...nothing, ...change });

  it.each([
    ['permanentDelegate', { hasPermanentDelegate: true }, 95],
    ['frozenByDefault', { isFrozenByDefault: true }, 95],
    ['nonTransferable', { isNonTransferable: true }, 95],
    ['transferFee', { transferFeePercent: 10.1 }, 90],
    ['transferFee', { transferFeePercent: 0.1, hasFeeAuthority: true }, 90],
    ['freezeAuthority', { hasFreezeAuthority: true }, 85],
    ['transferHook', { hasTransferHook: true }, 85],
    ['pausable', { isPausable: true }, 85],
    ['mintAuthority', { hasMintAuthority: true, isGraduated: true }, 81],
    ['liquidityPulled', { isGraduated: true, liquidityPulledPercent: 50 }, 95],
    ['creatorDumped', { hasCreatorDumped: true }, 85],
  ] as const)('of %s hides a token, alone and beside the best of all else', (name, change, floor) => {
    const good: Partial<RugInputs> = { top10HolderPercent: 5, hasLink: true, isDocumentRead: true };
    for (const risk of [riskAt(change), riskAt({ ...good, ...change })]) {
      expect(risk.floor).toBe(floor);
      expect(isHidden(risk.score)).toBe(true);
      const found = risk.layers.flatMap(({ findings }) => findings).find((finding) => finding.floor !== null);
      expect(found).toMatchObject({ name, floor, level: 'danger' });
    }
  });

  it.each([
    { transferFeePercent: 10, hasFeeAuthority: false },
    { transferFeePercent: 0, hasFeeAuthority: true },
    { hasMintAuthority: true, isGraduated: false },
    { hasMintAuthority: true },
    { isGraduated: true, liquidityPulledPercent: 49.9 },
    { isGraduated: false, liquidityPulledPercent: 100 },
    { hasPermanentDelegate: false, hasCreatorDumped: false },
    {},
  ])('is none of %j', (change) => expect(riskAt(change).floor).toBeNull());
});

it('is the weighted mean over the layers observed', () => {
  const { score, coverage, layers } = riskOf(RUG_FINDINGS, {
    ...nothing,
    top10HolderPercent: 61,
    hasMintAuthority: true,
  });
  expect(layers.map(({ points }) => points)).toEqual([null, 60, 50, null, null, null]);
  // Of their weight so much as is known of them.
  expect(coverage).toBeCloseTo((25 * (60 / 295) + 20 * (50 / 730)) / 100, 9);
  expect(score).toBeCloseTo((25 * 60 + 20 * 50) / 45, 9);
});
