/** What takes a holder's money hides a token, whatever the mean says; and what has fallen is on none of three tabs. */
import type { TradeExecuted } from '@cryptonite/contracts/events';
import { DERIVED } from '@cryptonite/contracts/measures';
import { CURVE, isOn, type ListedName, WINDOW_MS } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { Chain, MINT, POOL_QUOTE_PER_TOKEN, type SaidByWorld, SOL } from '../../testing/facts.js';
import { restart, type Said } from '../../testing/fold.js';
import { curveOf, textOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';

const POOL = textOf('Poo', 1);
const SECOND = 1_000;
const MINUTE = WINDOW_MS.m1;
const PERCENT = CURVE.totalSupply / 100n;
const somebody = walletOf(9);

const launched = () => new Chain().slot().pass(SECOND).solPrice('150').launch();

/** The newest measurement, the findings with a floor, and the lists that were left, since the last call. */
function heard(chain: Chain) {
  const said = chain.said();
  const of = <Kind extends Said['kind']>(kind: Kind) =>
    said.filter((each): each is Extract<Said, { kind: Kind }> => each.kind === kind);
  const measured = of('Measured').at(-1)!;
  return {
    measured,
    risk: measured && DERIVED.rugRisk.of(measured),
    floors: of('LayerAssessed').flatMap(({ findings }) => findings.filter(({ floor }) => floor != null)),
    left: of('ListLeft').map(({ list, reason }) => [list, reason]),
    entered: of('ListEntered').map(({ list }) => list),
  };
}
const extension = (name: string, values: unknown): SaidByWorld =>
  mintObserved({ extensions: [{ name, values: JSON.stringify(values) }] });
const fee = (percent: number, authority: string | null) => {
  const transferFee = { transferFeeBasisPoints: percent * 100 };
  return extension('transferFeeConfig', {
    ...{
      transferFeeConfigAuthority: authority,
      olderTransferFee: transferFee,
      newerTransferFee: transferFee,
    },
  });
};

describe('a mint', () => {
  it.each<[string, SaidByWorld, string, number]>([
    [
      'whose accounts start frozen',
      extension('defaultAccountState', { accountState: 'frozen' }),
      'frozenByDefault',
      95,
    ],
    [
      'with a permanent delegate',
      extension('permanentDelegate', { delegate: somebody }),
      'permanentDelegate',
      95,
    ],
    ['that cannot be transferred', extension('nonTransferable', {}), 'nonTransferable', 95],
    ['taxed above 10%', fee(10.5, null), 'transferFee', 90],
    ['whose tax somebody may raise', fee(1, somebody), 'transferFee', 90],
    ['that somebody may freeze', mintObserved({ freezeAuthority: somebody }), 'freezeAuthority', 85],
    ['with a hook', extension('transferHook', { authority: null, programId: somebody }), 'transferHook', 85],
    [
      'to which a hook may be given',
      extension('transferHook', { authority: somebody, programId: null }),
      'transferHook',
      85,
    ],
    [
      'that somebody may pause',
      extension('pausableConfig', { authority: somebody, paused: false }),
      'pausable',
      85,
    ],
    [
      'that is paused for good',
      extension('pausableConfig', { authority: null, paused: true }),
      'pausable',
      85,
    ],
  ])('%s is on no list once its account was read, New included', (_, told, name, floor) => {
    const chain = launched().trade(5).slot();
    expect(heard(chain).entered).toEqual(['newLaunches']);
    chain.answer(told).pass(SECOND).slot();
    const { measured, risk, floors, left } = heard(chain);
    expect(left).toEqual([['newLaunches', `Rug risk ${floor} is above 80`]]);
    expect(measured).toMatchObject({ lists: 0, rugFloor: floor });
    expect(risk).toBe(floor);
    expect(floors).toMatchObject([{ name, floor, level: 'danger', evidence: [MINT] }]);
    restart(chain.folded);
    chain.pass(MINUTE).trade(50).slot();
    expect(heard(chain).measured.lists).toBe(0);
  });

  it.each<[string, SaidByWorld]>([
    ['without a power', mintObserved()],
    ['taxed by 10% for good', fee(10, null)],
    ['that can be minted on its curve', mintObserved({ mintAuthority: somebody })],
  ])('%s stays where it was', (_, told) => {
    const chain = launched().trade(5).slot().answer(told).pass(SECOND).slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
    expect(
      heard(
        chain
          .pass(11 * SECOND)
          .trade(6)
          .slot(),
      ).left,
    ).toEqual([]);
  });
});

const inPool = (quote: bigint): Partial<TradeExecuted> => ({
  ...{ venue: 'pumpswap', pool: POOL },
  ...{ priceTokenReserves: quote / POOL_QUOTE_PER_TOKEN, priceQuoteReserves: quote },
  ...{ realTokenReserves: quote / POOL_QUOTE_PER_TOKEN, realQuoteReserves: quote },
});
const graduated = () =>
  launched()
    .trade(80)
    .completed()
    .migrated(POOL)
    .trade(100, inPool(80n * SOL));

describe('a pool whose liquidity was withdrawn', () => {
  it('takes its token off every list in its slot, until the liquidity is back', () => {
    const chain = graduated().slot().answer({ kind: 'TokenBoosted', boosts: 5, hasPaidProfile: null });
    chain.pass(SECOND).slot();
    expect(heard(chain).measured.lists).not.toBe(0);
    chain.withdrawn(POOL, 39n * SOL, 41n * SOL).slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
    chain.withdrawn(POOL, 2n * SOL, 39n * SOL).slot();
    const pulled = heard(chain);
    expect(pulled.measured).toMatchObject({ lists: 0, rugFloor: 95 });
    expect(pulled.floors).toMatchObject([{ name: 'liquidityPulled', floor: 95, evidence: [POOL] }]);
    // Hours later too.
    restart(chain.folded);
    chain
      .pass(3 * WINDOW_MS.h1)
      .trade(100, inPool(40n * SOL))
      .slot();
    expect(heard(chain).measured).toMatchObject({ lists: 0, rugFloor: 95 });
    chain
      .pass(SECOND)
      .trade(100, inPool(41n * SOL))
      .slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
  });

  it('and that somebody may mint more of it hides a token once it has graduated', () => {
    const chain = launched()
      .trade(60)
      .slot()
      .answer(mintObserved({ mintAuthority: somebody }))
      .pass(SECOND)
      .slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
    chain
      .completed()
      .migrated(POOL)
      .trade(100, inPool(80n * SOL))
      .slot();
    expect(heard(chain)).toMatchObject({ risk: 81, measured: { lists: 0, rugFloor: 81 } });
  });
});

describe('a creator', () => {
  const CREATOR = walletOf(1);
  const holding = (percent: bigint) =>
    launched()
      .trade(30, { trader: CREATOR, tokenAmount: percent * PERCENT })
      .balance(1, curveOf(MINT), (100n - percent) * PERCENT)
      .balance(2, CREATOR, percent * PERCENT)
      .slot();
  const sells = (chain: Chain, sold: bigint, left: bigint) =>
    chain
      .trade(28, { trader: CREATOR, side: 'sell', tokenAmount: sold * PERCENT })
      .balance(1, curveOf(MINT), (100n - left) * PERCENT)
      .balance(2, CREATOR, left * PERCENT);

  it('that dumps half of a bag of a fifth hides its token for an hour', () => {
    const chain = holding(20n);
    sells(chain.pass(MINUTE), 6n, 14n).slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
    sells(chain.pass(2 * MINUTE), 4n, 10n).slot();
    const dumped = heard(chain);
    expect(dumped.measured).toMatchObject({ lists: 0, rugFloor: 85 });
    expect(dumped.floors).toMatchObject([{ name: 'creatorDumped', floor: 85, evidence: [CREATOR] }]);
    restart(chain.folded);
    chain
      .pass(50 * MINUTE)
      .trade(28)
      .slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: 85 });
    // Measured as it is over, without a trade.
    chain.pass(10 * MINUTE).slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
  });

  it.each([
    ['less than a tenth of the supply', 10n, 9n],
    ['less than half of what it held', 40n, 19n],
  ])('that sells %s hides nothing', (_, held, sold) => {
    const chain = sells(holding(held).pass(MINUTE), sold, held - sold).slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
  });

  it('that sells it over more than five minutes hides nothing', () => {
    const chain = sells(holding(20n).pass(MINUTE), 6n, 14n).slot();
    sells(chain.pass(6 * MINUTE), 5n, 9n).slot();
    expect(heard(chain).measured).toMatchObject({ rugFloor: null });
  });
});

describe('what a token is held to', () => {
  const promoted: SaidByWorld[] = [
    { kind: 'TokenBoosted', boosts: 5, hasPaidProfile: null },
    {
      ...{ kind: 'SocialObserved', posts1h: 10, posts24h: 50, twitterHandle: 'a', accountExists: true },
      ...{ isVerified: true, followers: 20_000, accountCreatedAt: 1_600_000_000_000 },
      ...{ telegramHandle: null, telegramMembers: 3_000 },
    },
  ];
  const listed = () => {
    const chain = launched().trade(60).slot();
    for (const each of promoted) chain.answer(each);
    return chain.pass(SECOND).slot();
  };
  const isListed = ({ measured }: ReturnType<typeof heard>, list: ListedName) => isOn(measured.lists, list);

  it('is the highest of its first listings: under half of it it leaves, and is back above it', () => {
    const chain = listed();
    const first = heard(chain);
    expect(first.entered).toEqual(expect.arrayContaining(['liveDaily', 'social']));
    expect(first.measured.highestListingMarketCapUsd).toBeNull();
    const at = DERIVED.marketCapUsd.of(first.measured)!;
    chain.pass(MINUTE).trade(25, { side: 'sell' }).slot();
    const fallen = heard(chain);
    expect(DERIVED.marketCapUsd.of(fallen.measured)!).toBeLessThan(at / 2);
    expect(fallen.measured.highestListingMarketCapUsd).toBeCloseTo(at, 6);
    expect(fallen.left).toEqual(
      expect.arrayContaining([
        ['liveDaily', 'Below half of its listing'],
        ['social', 'Below half of its listing'],
      ]),
    );
    restart(chain.folded);
    for (const each of promoted) chain.answer(each);
    chain.pass(MINUTE).trade(55).slot();
    const back = heard(chain);
    expect([isListed(back, 'liveDaily'), isListed(back, 'social')]).toEqual([true, true]);
    expect(back.measured.liveDailyListedAt).toBe(first.measured.liveDailyListedAt);
  });

  it('is no more asked of a token that was never listed on them', () => {
    const chain = launched().trade(60).slot().pass(MINUTE).trade(20, { side: 'sell' }).slot();
    for (const each of promoted) chain.answer(each);
    expect(isListed(heard(chain.pass(SECOND).slot()), 'social')).toBe(true);
  });

  it('is its completion once it has graduated: far under it and hardly traded it has faded', () => {
    const chain = graduated().slot();
    for (const each of promoted) chain.answer(each);
    chain.pass(SECOND).slot();
    expect(isListed(heard(chain), 'social')).toBe(true);
    // A quarter of the price of completion.
    const low = { ...inPool(20n * SOL), priceTokenReserves: 20n * SOL * 10_000n };
    chain
      .pass(2 * WINDOW_MS.h1)
      .trade(100, low)
      .slot();
    for (const each of promoted) chain.answer(each);
    chain.pass(SECOND).slot();
    const { left, measured } = heard(chain);
    expect(left.map(([, reason]) => reason)).toContain(
      'Faded: under 30% of its completion market cap, under 10 traders in 1 h',
    );
    expect(isOn(measured.lists, 'bondedAnalyzed') || isOn(measured.lists, 'liveDaily')).toBe(false);
  });
});
