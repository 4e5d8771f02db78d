import type { TradeExecuted } from '@cryptonite/contracts/events';
import { DERIVED, type Measurement, scoreInputsOf } from '@cryptonite/contracts/measures';
import { bestPatternOf, CURVE, type LAYER_NAMES, WINDOW_MS } from '@cryptonite/contracts/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Chain, COIN, MINT, type SaidByWorld, SOL } from '../../testing/facts.js';
import { foldBatch, newFolded, restart, restoredContents, type Said } from '../../testing/fold.js';
import { curveOf, textOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';
import { type Act, life } from '../../testing/random-chain.js';
import { measure } from '../measures/features.js';
import { noteInputs, notePromotion } from './row-inputs.js';
import { nextMatchAt } from './score.js';

fc.configureGlobal({ seed: 18 });

const POOL = textOf('Poo', 1);
const MINUTE = WINDOW_MS.m1;
const PERCENT = CURVE.totalSupply / 100n;
const LAYERS = [
  'liquidityRisk',
  'holdersRisk',
  'contractRisk',
  'marketRisk',
  'socialRisk',
  'communityRisk',
] as const satisfies readonly `${(typeof LAYER_NAMES)[number]}Risk`[];

const launched = () => new Chain().slot().pass(1_000).launch();
const stateOf = (chain: Chain) => chain.folded.partition.tokens.get(MINT)!.state;
const measuredOf = (chain: Chain): Measurement => {
  const measured = chain.measured();
  if (!measured) throw new Error('nothing was measured');
  return measured;
};

const posts: SaidByWorld = {
  kind: 'SocialObserved',
  posts1h: 10,
  posts24h: 50,
  twitterHandle: 'a',
  accountExists: true,
  isVerified: true,
  followers: 20_000,
  accountCreatedAt: 1_600_000_000_000,
  telegramHandle: null,
  telegramMembers: 3_000,
};

describe('scores', () => {
  it('are those of tokens near a list', () => {
    const chain = launched().trade(24).slot();
    expect(measuredOf(chain)).toMatchObject({ liquidityRisk: null, socialCoverage: null, score: null });
    const near = measuredOf(chain.pass(MINUTE).trade(26).slot());
    expect(near).toMatchObject({
      liquidityRisk: 0,
      // What the mint allows was not told.
      contractRisk: null,
      communityRisk: null,
      socialScore: null,
      socialCoverage: 0,
    });
    expect(near.score).toBeGreaterThan(0);
    expect(measuredOf(chain.pass(MINUTE).trade(24).slot())).toMatchObject({
      liquidityRisk: null,
      score: null,
    });
  });

  it('rise with what is answered, at once on a list', () => {
    const chain = launched().trade(45).slot();
    const before = measuredOf(chain);
    const after = measuredOf(chain.answer(posts).pass(1_000).slot());
    // How posts grew in its life, whether its website answers, and its document are not known yet.
    expect(after.socialScore).toBe(100 - 15 - 5 - 5);
    expect(after.socialCoverage).toBeCloseTo(0.75, 9);
    expect(after.score! - before.score!).toBeGreaterThanOrEqual(0.3 * 75);
  });

  it('fill the fifth check', () => {
    const whale = { quoteAmount: 6n * SOL };
    const chain = launched().answer(posts);
    for (let buyer = 2; buyer < 12; buyer += 1)
      chain.trade(45 + buyer, { trader: walletOf(buyer), ...whale });
    chain.answer(posts).pass(1_000).trade(60, whale).slot().pass(1_000).slot();
    const { score, liveChecks } = measuredOf(chain);
    expect(score).toBeGreaterThan(40);
    expect((liveChecks >> 8) & 3).toBe(1);
  });
});

/** All of it is somebody's, so that shares of holders are known. */
const holdingAll = (chain: Chain): Chain =>
  chain.balance(1, curveOf(MINT), 60n * PERCENT).balance(2, walletOf(2), 40n * PERCENT);

/** What the pattern would be if it were matched now. */
const matchedNow = (chain: Chain) => {
  const { partition } = chain.folded;
  const token = partition.tokens.get(MINT)!;
  const { measurement } = measure(token, partition.clock, partition.clock.time!)!;
  if (token.state.world) notePromotion(measurement, token.state.world);
  noteInputs(token, measurement, partition.clock, { isYoung: true, isCounted: true });
  return bestPatternOf(scoreInputsOf(measurement)).total.score;
};
const buy = (chain: Chain, from: number, to: number) => {
  for (let buyer = from; buyer < to; buyer += 1) chain.trade(30, { trader: walletOf(buyer) });
  return chain;
};

describe('the pattern', () => {
  it('is the best of the first hour of trading, and from then on that', () => {
    const chain = buy(launched(), 2, 60);
    const best = measuredOf(chain.slot());
    expect(best.pattern).toBe('viralMeme');
    const kept = { pattern: best.pattern, patternScore: best.patternScore };
    expect(measuredOf(chain.pass(MINUTE).trade(30).slot())).toMatchObject(kept);
    for (let minute = 0; minute < 57; minute += 1) chain.pass(MINUTE).trade(30).slot();
    expect(matchedNow(chain)).toBeLessThan(best.patternScore!);
    expect(measuredOf(chain)).toMatchObject(kept);
    const better = measuredOf(buy(chain.pass(MINUTE), 60, 200).slot());
    expect(better.patternScore).toBeGreaterThan(best.patternScore!);
    // The hour is over: what is better now does not count.
    chain.pass(2 * MINUTE).slot();
    buy(chain.pass(MINUTE), 200, 500).slot();
    expect(matchedNow(chain)).toBeGreaterThan(better.patternScore!);
    expect(measuredOf(chain)).toMatchObject({
      pattern: better.pattern,
      patternScore: better.patternScore,
    });
  });

  it('of a token far from every list is matched after ten minutes, and as the hour ends', () => {
    const chain = launched().trade(5).slot();
    const first = chain.now;
    chain.pass(9 * MINUTE).slot();
    expect(stateOf(chain).firstHour).toBeNull();
    chain.pass(MINUTE).slot();
    expect(stateOf(chain).firstHour?.at).toBe(first + 10 * MINUTE);
    for (let minute = 0; minute < 49; minute += 1) chain.pass(MINUTE).slot();
    expect(stateOf(chain).firstHour?.at).toBe(first + 10 * MINUTE);
    chain.pass(MINUTE).slot();
    expect(stateOf(chain).firstHour?.at).toBe(first + WINDOW_MS.h1);
    const { pattern, score } = stateOf(chain).firstHour!;
    expect(measuredOf(chain.pass(MINUTE).trade(30).slot())).toMatchObject({ pattern, patternScore: score });
  });

  it('is not known of a token whose launch was not seen, nor of one that was looked at only after', () => {
    const unseen = new Chain().slot().trade(30).slot();
    expect(measuredOf(unseen)).toMatchObject({ pattern: null, patternScore: null, patternCoverage: 0 });
    const late = launched()
      .trade(5)
      .slot()
      .pass(2 * WINDOW_MS.h1)
      .trade(31)
      .slot();
    expect(measuredOf(late)).toMatchObject({ pattern: null, patternScore: null, patternCoverage: 0 });
  });
});

describe('above a risk of 80', () => {
  const inPool = (quote: bigint): Partial<TradeExecuted> => ({
    venue: 'pumpswap',
    pool: POOL,
    priceTokenReserves: 1_000_000_000n,
    priceQuoteReserves: quote,
    realTokenReserves: 1_000_000_000n,
    realQuoteReserves: quote,
  });
  const delegate = mintObserved({
    extensions: [{ name: 'permanentDelegate', values: JSON.stringify({ delegate: walletOf(1) }) }],
  });
  /** Graduated, in one hand, fallen, with hardly any liquidity. */
  const risky = () =>
    launched()
      .solPrice('150')
      .trade(80)
      .balance(2, walletOf(2), 95n * PERCENT)
      .slot()
      .pass(MINUTE)
      .completed()
      .migrated(POOL)
      .trade(100, inPool(10_000n))
      .slot();

  it('a token leaves the lists, and comes back when it is less', () => {
    const chain = risky();
    const before = measuredOf(chain);
    expect(DERIVED.rugRisk.of(before)).toBeLessThan(80);
    expect(before).toMatchObject({ liveSource: 'bonded', liveVerdict: 'rejected' });
    const { liveListedAt } = before;

    chain.answer(delegate).pass(1_000).slot();
    const said = chain.said();
    expect(said.filter(({ kind }) => kind === 'TokenUnlisted')).toMatchObject([
      { profile: 'live', source: 'bonded' },
      { profile: 'whitepaper', source: 'bonded' },
    ]);
    const hidden = said.find((event) => event.kind === 'Measured');
    expect(hidden).toMatchObject({ lists: 0, liveSource: null, liveVerdict: null });
    expect(DERIVED.rugRisk.of(hidden as Measurement)).toBeGreaterThan(80);
    expect(chain.folded.partition.shown.size).toBe(0);

    chain.answer(mintObserved()).pass(MINUTE).trade(100, inPool(10_000n)).slot();
    expect(measuredOf(chain)).toMatchObject({ liveVerdict: 'rejected', liveListedAt });
  });

  it('it stays off them after a restart', () => {
    const chain = risky().answer(delegate).pass(1_000).slot();
    restart(chain.folded);
    expect(chain.folded.partition.tokens.get(MINT)!.lists).toBe(0);
    expect(chain.folded.partition.shown.size).toBe(0);
  });
});

describe('what a layer found', () => {
  const layersOf = (chain: Chain) => chain.said().filter((event) => event.kind === 'LayerAssessed');
  const holding = (chain: Chain, percent: bigint) =>
    chain
      .balance(1, curveOf(MINT), (100n - percent) * PERCENT)
      .balance(2, walletOf(2), percent * PERCENT)
      .pass(1_000)
      .trade(45)
      .slot();

  it('is said as a token comes near a list, and when the points of a finding are others', () => {
    const chain = launched().trade(24).slot();
    expect(layersOf(chain)).toEqual([]);
    const near = layersOf(chain.pass(MINUTE).trade(45).slot());
    expect(near.map(({ layer }) => layer)).toEqual(['liquidity', 'market']);
    const held = layersOf(holding(chain, 8n));
    // Under 20 holders; and what its creator sold is known with what it holds.
    expect(held.map(({ layer, points }) => [layer, points])).toEqual([
      ['holders', 15],
      ['market', 0],
    ]);
    // Another value, and no other points.
    expect(layersOf(holding(chain, 9n))).toEqual([]);
    const [more] = layersOf(holding(chain, 12n));
    expect(more).toMatchObject({ layer: 'holders', points: 30 });
    expect(more?.findings.find(({ name }) => name === 'top1')).toEqual({
      name: 'top1',
      level: 'warning',
      points: 15,
      value: expect.closeTo(12, 9),
      limit: 10,
      floor: null,
      evidence: [walletOf(2)],
    });
    expect(more?.findings.find(({ name }) => name === 'insiders')).toMatchObject({
      level: 'unknown',
      points: 0,
      value: null,
      evidence: [],
    });
  });

  it('is said again where a danger is a greater one', () => {
    const chain = holding(launched().trade(45).slot(), 12n);
    const taxed = (percent: number) => {
      const fee = { transferFeeBasisPoints: 100 * percent };
      const values = JSON.stringify({ olderTransferFee: fee, newerTransferFee: fee });
      chain.said();
      chain.answer(mintObserved({ extensions: [{ name: 'transferFeeConfig', values }] }));
      return layersOf(chain.pass(1_000).slot()).map(({ layer, points }) => [layer, points]);
    };
    expect([taxed(5), taxed(6), taxed(15)]).toEqual([[['contract', 40]], [], [['contract', 80]]]);
  });

  it('names the token that it copies with its transaction, and the launches that name its account', () => {
    const chain = launched().trade(45).slot();
    layersOf(chain);
    const [other, signature] = [textOf('Mint', 9), textOf('Sig', 9, 88)];
    const like = { mint: other, became: 'graduated', at: 0, signature } as const;
    const [social] = layersOf(
      chain
        .answer({
          kind: 'LikenessObserved',
          ...{ pictureSha256: null, twitterHandle: null, sinceAt: 0, untilAt: 0 },
          ...{ sameName: like, samePicture: { ...like, signature: null }, theme: null },
          ...{ launchesNamingAccount: 3, mintsNamingAccount: [other, MINT] },
        })
        .pass(1_000)
        .slot(),
    );
    const named = (name: string) => social?.findings.find((finding) => finding.name === name);
    expect(social?.layer).toBe('social');
    expect(named('sameName')).toMatchObject({ points: 40, level: 'danger', evidence: [other, signature] });
    // Of a picture that it has not nothing is said.
    expect(named('samePicture')).toMatchObject({ level: 'unknown', evidence: [] });
    expect(named('sharedAccount')).toMatchObject({ points: 30, value: 3, evidence: [other, MINT] });
  });

  it('names the mint of a power over it, and the creator of its sales', () => {
    const chain = launched()
      .trade(45, { tokenAmount: 8n * PERCENT })
      .slot();
    holding(chain, 8n);
    layersOf(chain);
    const [contract] = layersOf(
      chain
        .answer(mintObserved({ freezeAuthority: walletOf(1) }))
        .pass(1_000)
        .slot(),
    );
    expect(contract?.findings.find(({ name }) => name === 'freezeAuthority')).toMatchObject({
      level: 'danger',
      value: 1,
      evidence: [MINT],
    });
    const [market] = layersOf(chain.trade(44, { side: 'sell', tokenAmount: 6n * PERCENT }).slot());
    expect(market?.findings.find(({ name }) => name === 'insiderSold')).toMatchObject({
      level: 'danger',
      evidence: [walletOf(1)],
    });
  });

  it('is not said again after a restart', () => {
    const chain = holding(launched().trade(45).slot(), 12n);
    layersOf(chain);
    restart(chain.folded);
    expect(layersOf(chain.pass(1_000).trade(45).slot())).toEqual([]);
  });
});

const lived = (acts: readonly Act[]): Chain => {
  const chain = new Chain();
  acts.forEach((act, place) => {
    act(chain);
    // Not before its launch, which would be no first fact then.
    if (place % 7 === 6) holdingAll(chain);
  });
  return chain;
};

const isPull = (said: Said): boolean =>
  said.kind === 'LayerAssessed' &&
  said.findings.some(({ name, points }) => name === 'liquidityPulled' && points > 0);

describe('of any life', () => {
  it('points are 0 to 100, shares 0 to 1, and none is no number', () => {
    let scored = 0;
    fc.assert(
      fc.property(life, (acts) => {
        for (const said of lived(acts).folded.emitted) {
          if (said.kind !== 'Measured') continue;
          const points = [
            ...LAYERS.map((name) => said[name]),
            ...[said.patternScore, said.socialScore, said.securityScore, said.score],
            ...(['rugRisk', 'liveDailyScore', 'whitepaperDailyScore'] as const).map((name) =>
              DERIVED[name].of(said),
            ),
          ];
          const shares = [
            ...[said.patternCoverage, said.socialCoverage, said.securityCoverage],
            DERIVED.scoreCoverage.of(said),
          ];
          for (const [values, most] of [
            [points, 100],
            [shares, 1],
          ] as const)
            for (const value of values) {
              if (value === null) continue;
              expect(value).toBeGreaterThanOrEqual(0);
              expect(value).toBeLessThanOrEqual(most);
              scored += 1;
            }
        }
      }),
      { numRuns: 150 },
    );
    // Else the property would hold for nothing.
    expect(scored).toBeGreaterThan(2_000);
  });

  it('what is said and stored is the same wherever it is started again', () => {
    let [settled, pulled] = [0, 0];
    fc.assert(
      fc.property(life, fc.integer({ min: 1, max: 9 }), (acts, size) => {
        const { records, folded } = lived(acts);
        const state = folded.partition.tokens.get(MINT)?.state;
        settled += Number(state?.firstHour != null && nextMatchAt(state) === null);
        pulled += Number(folded.emitted.some(isPull));
        const restarted = newFolded();
        for (let at = 0; at < records.length; at += size) {
          foldBatch(restarted, records.slice(at, at + size));
          restart(restarted);
        }
        expect(restarted.emitted).toEqual(folded.emitted);
        expect(restoredContents(restarted)).toEqual(restoredContents(folded));
      }),
      { numRuns: 100 },
    );
    // Else the property would hold for nothing.
    expect(Math.min(settled, pulled)).toBeGreaterThan(2);
  });
});

it('of a token from before its parts were kept windows begin with its next fact, and what is of its life is unknown', () => {
  const chain = launched().trade(45).slot();
  const { states } = chain.folded;
  const {
    migratedTo: _migratedTo,
    keptFrom,
    creatorTrades,
    withdrawals,
    firstHour,
    assessed: _assessed,
    unsizedSellAt: _unsizedSellAt,
    world,
    ...before
  } = JSON.parse(String(states.get(`token/${MINT}`)));
  const { document, mint: powers, authoritySlot, social, ...worldBefore } = world;
  expect([keptFrom, creatorTrades === null, withdrawals, document, powers, authoritySlot, social]).toEqual([
    null,
    false,
    ...[null, null, null, null, null],
  ]);
  expect(firstHour).not.toBeNull();
  states.set(`token/${MINT}`, JSON.stringify({ ...before, world: worldBefore }));
  restart(chain.folded);
  const half = { side: 'sell', tokenAmount: 50n * PERCENT } as const;
  holdingAll(chain.pass(1_000)).trade(45, half).slot();
  // What is sold of late is known again, what was sold in all is not.
  expect(stateOf(chain)).toMatchObject({
    keptFrom: chain.now - 1_000,
    creatorTrades: { sold: 50n * PERCENT },
  });
  expect(measuredOf(chain)).toMatchObject({ marketRisk: 40, socialRisk: null, whaleNetSol1h: null });
  // A sale of no known size may lie in the hour before.
  chain
    .pass(WINDOW_MS.h1 - 1_000)
    .trade(45)
    .slot();
  expect(measuredOf(chain)).toMatchObject({ whaleNetSol1h: 0 });
});

it('of a token whose first hour was over before it was kept the pattern stays unknown, which its coverage says', () => {
  const traded = () => {
    const chain = holdingAll(buy(launched(), 2, 60)).slot();
    for (let minute = 0; minute < 61; minute += 1) chain.pass(MINUTE).trade(45).slot();
    return chain;
  };
  const [kept, takenOver] = [traded(), traded()];
  const { states } = takenOver.folded;
  const { firstHour, ...before } = JSON.parse(String(states.get(`token/${MINT}`)));
  expect(firstHour.score).toBeGreaterThan(0);
  // As the step of version 1 leaves it.
  states.set(`token/${MINT}`, JSON.stringify({ ...before, firstTradeAt: null }));
  restart(takenOver.folded);
  for (let minute = 0; minute < 61; minute += 1) {
    const [whole, lacking] = [kept, takenOver].map((chain) =>
      measuredOf(chain.pass(MINUTE).trade(45).slot()),
    ) as [Measurement, Measurement];
    expect(whole.patternCoverage).toBeGreaterThan(0);
    expect(lacking).toMatchObject({ pattern: null, patternScore: null, patternCoverage: 0 });
    expect(DERIVED.scoreCoverage.of(lacking)).toBeLessThan(DERIVED.scoreCoverage.of(whole)!);
    expect(lacking.score).toBeLessThan(whole.score!);
  }
});

it('a trade of no known size that is stamped earlier hides none that is later', () => {
  const inCoin = { quoteMint: COIN, quoteDecimals: 6 };
  const chain = launched().trade(45).slot().pass(MINUTE);
  const at = chain.now;
  for (const side of ['buy', 'sell'] as const) {
    chain.trade(45, { ...inCoin, side }).trade(45, { ...inCoin, side, time: at - 30_000 });
  }
  expect(stateOf(chain)).toMatchObject({ unsizedBuyAt: at, unsizedSellAt: at });
});
