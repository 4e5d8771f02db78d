import { measurementSample } from '@cryptonite/contracts/frames';
import { DERIVED, gateInputsOf, MEASURES, type Measurement } from '@cryptonite/contracts/measures';
import {
  CURVE,
  firstMissedOf,
  type GateInputs,
  gateCodesOf,
  gatedListsOf,
  isHidden,
  isOn,
  LISTED,
  LISTS,
  type ListedName,
  PROFILE_NAMES,
  type ProfileName,
  passes,
  RISK_COVERAGE_MIN,
  RULES_VERSION,
  STILL_STANDING,
  ULTIMATE,
  WINDOW_MS,
} from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Chain, MINT, type SaidByWorld, SOL } from '../../testing/facts.js';
import { type Folded, restart, type Said } from '../../testing/fold.js';
import { curveOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';
import { life } from '../../testing/random-chain.js';
import { count, countIn, dailyCountsOf, newCounts, ultimateCountsOf } from './counts.js';

fc.configureGlobal({ seed: 18 });

const MINUTE = WINDOW_MS.m1;
const PERCENT = CURVE.totalSupply / 100n;

const launched = () => new Chain().slot().pass(1_000).solPrice('150').launch();
const posts = (posts1h: number, posts24h: number, isVerified = false): SaidByWorld => ({
  kind: 'SocialObserved',
  posts1h,
  posts24h,
  twitterHandle: 'a',
  accountExists: true,
  isVerified,
  followers: 20_000,
  accountCreatedAt: 1_600_000_000_000,
  telegramHandle: null,
  telegramMembers: 3_000,
});
const boosted = (boosts: number): SaidByWorld => ({ kind: 'TokenBoosted', boosts, hasPaidProfile: null });

type Change = Extract<Said, { kind: 'ListEntered' | 'ListLeft' }>;
const isOf =
  (list: ListedName) =>
  (said: Said): said is Change =>
    (said.kind === 'ListEntered' || said.kind === 'ListLeft') && said.list === list;
/** What was said of a list since the last call, and the newest measurement. */
function heard(chain: Chain, list: ListedName): { changes: Change[]; measured: Measurement | undefined } {
  const said = chain.said();
  return {
    changes: said.filter(isOf(list)),
    measured: said.filter((event) => event.kind === 'Measured').at(-1),
  };
}

describe('New', () => {
  it('has a launch while it is traded under 30%, without showing it', () => {
    const chain = launched().trade(5).slot();
    const { changes, measured } = heard(chain, 'newLaunches');
    expect(changes).toMatchObject([
      { kind: 'ListEntered', isFirst: true, listedAt: chain.now, marketCapUsd: expect.any(Number) },
    ]);
    expect(changes[0]?.values).toEqual([
      { name: 'bonding', verdict: 'pass', value: 1, limit: 1 },
      { name: 'progress', verdict: 'pass', value: expect.closeTo(5, 6), limit: 30 },
      { name: 'traded', verdict: 'pass', value: 0, limit: 5 },
    ]);
    expect(isOn(measured!.lists, 'newLaunches')).toBe(true);
    expect(chain.folded.partition.shown.size).toBe(0);
    expect(chain.folded.emitted.filter(({ kind }) => kind === 'PriceTrailed')).toEqual([]);

    const over = heard(chain.pass(MINUTE).trade(31).slot(), 'newLaunches');
    expect(over.changes).toMatchObject([
      { kind: 'ListLeft', reason: 'Bonding progress 31.0% is not under 30%' },
    ]);
    expect(over.measured).toMatchObject({ newLaunchesListedAt: null, newLaunchesInitialMarketCapUsd: null });
  });

  it('lets go of one that is not traded, and keeps when it was first listed as it comes back', () => {
    const chain = launched().trade(5).slot();
    const first = heard(chain, 'newLaunches').measured!;
    for (let minute = 0; minute < 7; minute += 1) chain.pass(MINUTE).slot();
    expect(heard(chain, 'newLaunches').changes).toMatchObject([
      {
        kind: 'ListLeft',
        reason: expect.stringMatching(/^Time since its last trade .* min is above 5 min$/),
      },
    ]);
    restart(chain.folded);
    const back = heard(chain.pass(MINUTE).trade(6).slot(), 'newLaunches');
    expect(back.changes).toMatchObject([
      { kind: 'ListEntered', isFirst: false, listedAt: first.newLaunchesListedAt },
    ]);
    expect(back.measured).toMatchObject({
      newLaunchesListedAt: first.newLaunchesListedAt,
      newLaunchesInitialMarketCapUsd: first.newLaunchesInitialMarketCapUsd,
    });
  });
});

describe('what the world says', () => {
  it('brings a token that is far on its curve onto Social and Daily, and takes it off them', () => {
    const chain = launched().trade(10).slot();
    expect(heard(chain, 'social').measured).toMatchObject({ socialCoverage: null, posts24h: null });
    const on = heard(
      chain
        .answer(posts(10, 50, true))
        .answer(boosted(3))
        .pass(1_000)
        .slot(),
      'social',
    );
    expect(on.changes).toMatchObject([{ kind: 'ListEntered', isFirst: true }]);
    expect(on.measured).toMatchObject({ posts24h: 50, boosts: 3, socialListedAt: chain.now });
    expect(isOn(on.measured!.lists, 'liveDaily')).toBe(true);
    expect(chain.folded.partition.shown.size).toBe(1);

    const off = heard(chain.answer(boosted(0)).pass(1_000).slot(), 'liveDaily');
    expect(off.changes).toMatchObject([{ kind: 'ListLeft', reason: 'Boost or paid profile is unknown' }]);
    const paid: SaidByWorld = { kind: 'TokenBoosted', boosts: 0, hasPaidProfile: false };
    expect(heard(chain.answer(paid).answer(posts(0, 4)).pass(1_000).slot(), 'social').changes).toMatchObject([
      { kind: 'ListLeft', reason: 'Social proof 4 posts in 24 h is below 5' },
    ]);
    expect(chain.folded.partition.shown.size).toBe(0);
    const again = heard(chain.answer(posts(0, 6)).pass(1_000).slot(), 'social');
    expect(again.changes).toMatchObject([{ isFirst: false, listedAt: on.measured!.socialListedAt }]);
  });

  it('warns of what is loud while hardly anybody buys', () => {
    const chain = launched().trade(30, { trader: walletOf(2) });
    const loud = heard(chain.answer(posts(12, 20)).slot(), 'shilled');
    expect(loud.changes).toMatchObject([{ kind: 'ListEntered' }]);
    expect(loud.measured).toMatchObject({ posts1h: 12, organicBuyers1h: 0 });
    chain.pass(10_000);
    for (let buyer = 10; buyer < 21; buyer += 1) chain.trade(30, { trader: walletOf(buyer) });
    // Eleven buyers, whom twelve posts outnumber.
    expect(heard(chain.slot(), 'shilled').changes).toEqual([]);
    const bought = heard(chain.trade(30, { trader: walletOf(30) }).slot(), 'shilled');
    expect(bought.measured).toMatchObject({ organicBuyers1h: 12 });
    expect(bought.changes).toMatchObject([
      { kind: 'ListLeft', reason: 'Organic buyers of 1 h 12 is not under 10' },
    ]);
  });
});

/** Of the age of `minutes`, ever more traded, with few large holders. */
function grown(minutes: number): Chain {
  const chain = launched();
  chain.balance(1, curveOf(MINT), 80n * PERCENT);
  for (let holder = 0; holder < 40; holder += 1)
    chain.balance(10 + holder, walletOf(10 + holder), PERCENT / 2n);
  for (let minute = 0; minute < minutes; minute += 1)
    chain
      .pass(MINUTE)
      .trade(42 + minute / 4, {
        trader: walletOf(10 + (minute % 40)),
        quoteAmount: minute < minutes / 2 ? SOL / 10n : 2n * SOL,
      })
      .slot();
  return chain;
}

describe('Ultimate', () => {
  it('knows no risk until the mint was read', () => {
    const measured = heard(grown(30), 'liveUltimate').measured!;
    expect(DERIVED.rugCoverage.of(measured)).toBeLessThan(RISK_COVERAGE_MIN);
    expect(gateInputsOf(measured).rugRisk).toBeNull();
    expect(isOn(measured.lists, 'liveNear')).toBe(false);
  });

  it('is near for a token that misses one gate, and shows it once that passes', () => {
    const chain = grown(30).answer(mintObserved()).pass(1_000).slot();
    const near = heard(chain, 'liveUltimate');
    expect(near.changes).toEqual([]);
    expect(isOn(near.measured!.lists, 'liveNear')).toBe(true);
    expect(ultimateCountsOf(chain.folded.partition.counts, 'live')).toMatchObject({ scanned: 1, shown: 0 });

    const on = heard(
      chain
        .answer(posts(4, 50, true))
        .pass(1_000)
        .slot(),
      'liveUltimate',
    );
    expect(on.changes).toMatchObject([{ kind: 'ListEntered', isFirst: true }]);
    expect(on.changes[0]?.values.map(({ name }) => name)).toEqual(
      [...ULTIMATE.live, ...STILL_STANDING].map(({ name }) => name),
    );
    expect(on.measured!.ultimateScore).toBeGreaterThan(40);
    expect(isOn(on.measured!.lists, 'liveNear')).toBe(false);
    const scan = chain.folded.emitted.filter((event) => event.kind === 'ScanAdvanced').at(-1);
    const { shown, filtered, byAction } = scan!.ultimate!.live;
    expect([shown, byAction.alert + byAction.watch]).toEqual([1, 1]);
    expect(filtered.every(({ failed, unknown }) => failed + unknown === 0)).toBe(true);

    // Six minutes without a trade.
    for (let second = 0; second < 400; second += 10) chain.pass(10_000).slot();
    const off = heard(chain, 'liveUltimate');
    expect(off.changes).toMatchObject([
      { kind: 'ListLeft', reason: 'Trades of the last 5 min 0 is below 1' },
    ]);
    expect(ultimateCountsOf(chain.folded.partition.counts, 'live').filtered[2]).toEqual({
      gate: 'trades',
      failed: 1,
      unknown: 0,
    });
  });

  it('asks first for the age', () => {
    const young = grown(10);
    expect(isOn(heard(young, 'liveUltimate').measured!.lists, 'liveNear')).toBe(false);
    expect(ultimateCountsOf(young.folded.partition.counts, 'live').filtered[0]).toEqual({
      gate: 'age',
      failed: 1,
      unknown: 0,
    });
  });
});

describe('growth of 24 h', () => {
  const growthOf = (chain: Chain) => {
    const { volumeGrowth24hPercent, isGrowthOfLife } = heard(chain, 'social').measured!;
    return [volumeGrowth24hPercent, isGrowthOfLife];
  };
  const trade = (chain: Chain, quoteAmount: bigint) => chain.trade(30, { quoteAmount }).slot();
  const passed = (chain: Chain, hours: number) => chain.pass(hours * WINDOW_MS.h1);

  it('compares the halves of a life, and from a day on the day with what was before it', () => {
    const chain = trade(launched(), SOL);
    expect(
      growthOf(
        passed(chain, 2)
          .trade(30, { quoteAmount: 3n * SOL })
          .slot(),
      ),
    ).toEqual([200, true]);
    // The first two trades are of the first half now.
    expect(growthOf(trade(passed(chain, 18), 2n * SOL))).toEqual([-50, true]);
    // Of the day 2 and 6, and before it, launch or not, 1 and 3.
    expect(growthOf(trade(passed(chain, 16), 6n * SOL))).toEqual([100, false]);
    // Of the two days that end now, what was traded 36 h ago and before, against the last 24 h.
    const [percent, isOfLife] = growthOf(trade(passed(chain, 20), 4n * SOL));
    expect([percent, isOfLife]).toEqual([((6 + 4) / 2 - 1) * 100, false]);
  });

  it('is the same after a restart, and unknown of a life that was not seen from its beginning', () => {
    const chain = trade(trade(launched(), SOL).pass(30 * WINDOW_MS.h1), 2n * SOL);
    const before = growthOf(chain);
    restart(chain.folded);
    expect(growthOf(trade(chain.pass(1_000), 0n))).toEqual([before[0], false]);
    expect(growthOf(trade(passed(trade(new Chain().slot(), SOL), 2), SOL))).toEqual([null, null]);
  });
});

it('whales bought less what they sold, while their hour lasts', () => {
  const chain = launched();
  for (const [wallet, quoteAmount] of [
    [2, 6n * SOL],
    [3, 7n * SOL],
    [4, 4n * SOL],
  ] as const)
    chain.trade(30, { trader: walletOf(wallet), quoteAmount });
  chain.trade(29, { trader: walletOf(2), side: 'sell', quoteAmount: 5n * SOL });
  chain.trade(29, { trader: walletOf(4), side: 'sell', quoteAmount: 3n * SOL }).slot();
  expect(heard(chain, 'social').measured!.whaleNetSol1h).toBe(6 + 7 - 5);
  restart(chain.folded);
  expect(
    heard(
      chain
        .pass(61 * MINUTE)
        .trade(30)
        .slot(),
      'social',
    ).measured!.whaleNetSol1h,
  ).toBe(0);
});

it.each([undefined, RULES_VERSION - 1])(
  'what counted by rules %s counts once these measured it',
  (rulesVersion) => {
    const chain = launched().trade(45).slot();
    const { folded } = chain;
    const countsOf = () => ultimateCountsOf(folded.partition.counts, 'live');
    const counted = countsOf();
    expect(counted.scanned).toBe(1);
    const state = JSON.parse(String(folded.states.get(`token/${MINT}`)));
    // Codes that those rules gave, and these may not know.
    const others = { live: 99, whitepaper: 3, daily: 9, rulesVersion };
    folded.states.set(`token/${MINT}`, JSON.stringify({ ...state, counted: others }));
    restart(folded);
    expect(countsOf()).toMatchObject({ scanned: 0, shown: 0 });
    chain.pass(1_000).trade(45).slot();
    expect(countsOf()).toEqual(counted);
  },
);

describe('what is counted', () => {
  const inputs = gateInputsOf(measurementSample);
  /** They pass every gate of both profiles. */
  const passing: GateInputs = {
    ...inputs,
    ...{ ageMinutes: 30, ageDays: 0.02, volumeGrowth24hPercent: 200, trades5m: 9, marketCapUsd: 40_000 },
    ...{ liquidityUsd: 20_000, volumeUsd1h: 5_000, priceChange1hPercent: 9, rugRisk: 20, holders: 160 },
    ...{ top1HolderPercent: 9, top10HolderPercent: 30, buySellRatio1h: 2, posts24h: 9, ultimateScore: 55 },
    liquidityPerHolderUsd: 125,
  };
  const drawn = fc.record({
    miss: fc.constantFrom<Partial<GateInputs>>(
      {},
      {},
      { ageMinutes: 5, holders: 9 },
      { holders: null, rugRisk: null },
      { ultimateScore: 20 },
      { ultimateScore: null },
      { ultimateScore: 90 },
    ),
    rugRisk: fc.constantFrom(null, 20, 81),
    boosts: fc.constantFrom(null, 0, 3),
    on: fc.subarray(['liveDaily', 'whitepaperDaily'] as const),
  });

  it('is in one place each: shown, filtered at a gate, or hidden', () => {
    let hidden = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(9), drawn), { maxLength: 40 }), (measured) => {
        const counts = newCounts();
        const states = Array.from({ length: 10 }, () => ({}) as TokenCore);
        const last = new Map<number, (typeof measured)[number][1]>();
        for (const [token, now] of measured) {
          const lists = now.on.reduce((bits, name) => bits | (1 << LISTS[name].bit), 0);
          const verdicts = { liveGates: null, whitepaperGates: null };
          const measurement = {
            ...measurementSample,
            ...verdicts,
            boosts: now.boosts,
            hasPaidProfile: null,
            lists,
          };
          count(counts, states[token]!, measurement, { ...passing, ...now.miss }, now.rugRisk);
          last.set(token, now);
        }
        const tokens = [...last.values()];
        for (const profile of PROFILE_NAMES) {
          const told = ultimateCountsOf(counts, profile);
          const passed = tokens.filter(({ miss }) => passes(ULTIMATE[profile], { ...passing, ...miss }));
          const filtered = told.filtered.reduce((sum, { failed, unknown }) => sum + failed + unknown, 0);
          expect(told).toMatchObject({
            scanned: tokens.length,
            shown: passed.filter(({ rugRisk }) => rugRisk !== 81).length,
            hidden: passed.filter(({ rugRisk }) => rugRisk === 81).length,
          });
          expect(told.scanned).toBe(told.shown + filtered + told.hidden!);
          expect(told.byAction.alert + told.byAction.watch).toBe(told.shown);
          hidden += told.hidden!;
        }
        const onDaily = (name: 'liveDaily' | 'whitepaperDaily') =>
          tokens.filter(({ on }) => on.includes(name)).length;
        expect(dailyCountsOf(counts)).toEqual({
          scanned: tokens.filter(({ boosts, on }) => boosts !== null || on.length > 0).length,
          matched: onDaily('liveDaily'),
          whitepaperMatched: onDaily('whitepaperDaily'),
        });
      }),
    );
    expect(hidden).toBeGreaterThan(100);
  });
});

/** A life with answers in it. */
const answered = fc.tuple(
  life,
  fc.array(
    fc.tuple(
      fc.nat(60),
      fc.constantFrom(boosted(0), boosted(40), posts(12, 30), posts(0, 4), posts(0, 0, true)),
    ),
    { maxLength: 5 },
  ),
);

const sumsOf = ({ partition }: Pick<Folded, 'partition'>) => {
  const counts = newCounts();
  for (const { state } of partition.tokens.values()) countIn(counts, state, 1);
  return counts;
};

/** The bits of lists that go by gates. */
const GATED = Object.values(LISTS).reduce(
  (bits, list) => ('gates' in list ? bits | (1 << list.bit) : bits),
  0,
);

/** The sums where it is the only token, computed of its row. */
function countsOfOne(profile: ProfileName, row: Measurement) {
  const missed = firstMissedOf(ULTIMATE[profile], gateInputsOf(row));
  return {
    scanned: 1,
    shown: Number(missed < 0 && !isHidden(DERIVED.rugRisk.of(row))),
    filtered: ULTIMATE[profile].map(({ name }, place) => ({
      gate: name,
      failed: Number(missed === 2 * place),
      unknown: Number(missed === 2 * place + 1),
    })),
  };
}

it('of any life a row says what it stands on, and the sums are those of the tokens', () => {
  let told = 0;
  fc.assert(
    fc.property(answered, ([acts, answers]) => {
      const chain = new Chain();
      acts.forEach((act, place) => {
        act(chain);
        for (const [at, answer] of answers) if (at === place) chain.answer(answer);
      });
      const { folded } = chain;
      const on = new Map<ListedName, number>();
      let row = 0;
      for (const said of folded.emitted) {
        if (said.kind === 'ListEntered' || said.kind === 'ListLeft') {
          expect(said.kind === 'ListEntered').toBe(!on.has(said.list));
          if (said.kind === 'ListEntered') on.set(said.list, said.listedAt);
          else on.delete(said.list);
          told += 1;
        }
        if (said.kind !== 'Measured') continue;
        row += 1;
        for (const { name, type } of MEASURES) {
          const value = said[name];
          if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
          if (String(type).startsWith('Nullable(UInt')) expect(Number.isInteger(value ?? 0)).toBe(true);
        }
        for (const list of LISTED) {
          expect(isOn(said.lists, list)).toBe(on.has(list));
          expect(said[`${list}ListedAt`]).toBe(on.get(list) ?? null);
        }
        const gates = gateInputsOf(said);
        if (said.socialCoverage !== null)
          for (const profile of PROFILE_NAMES)
            expect(said[`${profile}Gates`]).toBe(gateCodesOf(ULTIMATE[profile], gates));
        const rugRisk = DERIVED.rugRisk.of(said);
        expect(said.lists & GATED).toBe(gatedListsOf(gates, rugRisk, said.socialCoverage !== null));
      }
      expect(row).toBeGreaterThan(0);
      const last = folded.emitted.findLast((said) => said.kind === 'Measured');
      if (last?.socialCoverage != null && folded.partition.tokens.has(MINT))
        for (const profile of PROFILE_NAMES)
          expect(ultimateCountsOf(folded.partition.counts, profile)).toMatchObject(
            countsOfOne(profile, last),
          );
      expect(sumsOf(folded).live.slice(1)).toEqual(folded.partition.counts.live.slice(1));
      const { counts } = folded.partition;
      restart(folded);
      for (const of of ['live', 'whitepaper', 'daily'] as const)
        expect(folded.partition.counts[of].slice(1)).toEqual(counts[of].slice(1));
    }),
    { numRuns: 120 },
  );
  expect(told).toBeGreaterThan(60);
});
