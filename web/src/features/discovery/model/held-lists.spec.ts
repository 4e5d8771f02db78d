import {
  HighHypePlace,
  type HighHypeToken,
  type ListItem,
  type ListName,
  PreMigrationPlace,
  type RejectedToken,
  StreamToken,
} from '@cryptonite/contracts/api';
import { describe, expect, it } from 'vitest';
import { screened } from '../api/screened';
import {
  type HeldList,
  holdTokens,
  joinItems,
  joinParts,
  type ListedToken,
  movedTo,
  patchList,
  splitItem,
} from './held-lists';
import { PendingChanges } from './pending-changes';

const AT = 1_759_852_522_000;

const token = (mint: string, change: Partial<ListedToken> = {}): ListedToken => ({
  ...screened(mint, 412, AT),
  source: 'pumpfun',
  symbol: 'GLOAM',
  name: 'Gloamwood Fox',
  passedChecks: 4,
  totalChecks: 5,
  checks: [{ name: 'score', verdict: 'unknown', value: null, limit: 40 }],
  priceChange: 38.4,
  buyRatio: 2.14,
  buyShare: 0.68,
  currentLiquidity: 5_100,
  tradeCount: 412,
  totalTrades: 412,
  totalVolume: 20_000,
  imageUrl: null,
  twitter: null,
  telegram: null,
  imageFailure: null,
  migrationTime: null,
  lifecycle: 'bonding',
  bondingCurveProgress: 72.4,
  quoteRaised: 34.5,
  quoteToComplete: 85,
  quoteMint: 'So11111111111111111111111111111111111111112',
  price: '0.00003',
  marketCap: 30_000,
  completionMarketCap: 60_000,
  holders: 100,
  top1HolderPercent: 4,
  top10HolderPercent: 20,
  holderCoverage: 1,
  whaleBuyers: 4,
  priceTrail: [1, 2],
  createdAt: AT - 1_000,
  completedAt: null,
  listedAt: AT,
  initialMarketCap: 30_000,
  marketCapChangePercent: 0,
  seenSinceCreation: true,
  gapSeen: false,
  isMayhem: false,
  alertRaisedAt: null,
  launchpadUrl: 'https://pump.fun/coin/x',
  dexUrl: 'https://dexscreener.com/solana/x',
  rulesVersion: 1,
  origin: { kind: 'market', name: 'market simulator, seed 7' },
  measuredAt: AT,
  ...change,
});

const early = (mint: string, bondingCurveProgress: number | null): HighHypeToken => ({
  ...screened(mint, 412, AT),
  source: 'discovery',
  marketCapChangePercent: null,
  listedAt: null,
  initialMarketCap: null,
  bondingCurveProgress,
});

/** A list of `name` and the tokens that the page then holds. */
const read = <Name extends ListName>(name: Name, ...items: ListItem<Name>[]) => {
  const split = items.map((item) => splitItem(name, item));
  const list: HeldList<Name> = {
    items: split.map(({ place }) => place),
    total: items.length,
    profile: 'live',
    asOf: AT,
  };
  return {
    list,
    held: holdTokens(
      new Map(),
      split.map(({ token }) => token),
      new Set(),
    ),
  };
};

/** The stream tells of a token: what it measured, and its places. */
const change = (
  mint: string,
  lists: StreamToken['lists'],
  item: ListedToken = token(mint),
  more: Partial<StreamToken> = {},
): StreamToken => ({
  ...StreamToken.parse({
    mint,
    profile: 'live',
    token: Object.keys(lists).length > 0 ? { ...early(mint, 0), ...item } : null,
    lists,
    asOf: AT + 1_000,
  }),
  ...more,
});
const placeOf = (item: ListedToken) => PreMigrationPlace.parse(item);
const qualified = (item: ListedToken) => change(item.mint, { qualified: placeOf(item) }, item);
const rejectionReason = 'Buy ratio 0.8x is below 1.2x';

const mints = ({ items }: { items: { mint: string }[] }) => items.map(({ mint }) => mint);

describe('what the page holds', () => {
  it('gives the items of an answer back as they were', () => {
    const items = [token('a', { rejectionReason }), token('b', { rejectionReason })] as RejectedToken[];
    const { list, held } = read('rejected', ...items);
    expect(joinItems(list, held).items).toEqual(items.map((item) => ({ ...item, listedOn: 'rejected' })));
    expect(list.items[0]).not.toHaveProperty('symbol');
  });

  it('is a token once, though several lists tell of it, each in its own fields', () => {
    const first = read('qualified', token('a', { symbol: 'OLD' }));
    const second = read('earlyStage', early('a', 45));
    const held = holdTokens(first.held, second.held.values(), new Set(['a']));
    expect(held.size).toBe(1);
    expect(joinItems(first.list, held).items[0]).toMatchObject({ source: 'pumpfun', liquidity: null });
    expect(joinItems(second.list, held).items[0]).toMatchObject({
      source: 'discovery',
      bondingCurveProgress: 45,
    });
  });

  it('stays the same object where nothing changed', () => {
    const { list, held } = read('qualified', token('a'), token('b'));
    const before = joinItems(list, held).items;
    const again = holdTokens(
      held,
      [...held.values()].map((each) => ({ ...each })),
      new Set(),
    );
    expect(joinItems(list, again).items[0]).toBe(before[0]);
    const traded = holdTokens(held, [token('b', { tradeCount: 413 })], new Set(['a']));
    const after = joinItems(list, traded).items;
    expect(after[0]).toBe(before[0]);
    expect(after[1]).toMatchObject({ tradeCount: 413 });
  });

  it('says a reason beside the numbers that it was made of, though another list tells later ones', () => {
    const reason = 'Buy ratio 0.8x is below 1.2x';
    const rejected = token('a', { buyRatio: 0.8, rejectionReason: reason }) as RejectedToken;
    const { list, held } = read('rejected', rejected);
    const later = holdTokens(held, [token('a', { buyRatio: 0.94, measuredAt: AT + 400 })], new Set(['a']));
    expect(joinItems(list, later).items).toEqual([{ ...rejected, listedOn: 'rejected' }]);
    const told = change(
      'a',
      { rejected: { ...placeOf(rejected), rejectionReason: 'Buy ratio 0.94x is below 1.2x' } },
      token('a', { buyRatio: 0.94, measuredAt: AT + 400 }),
    );
    expect(joinItems(patchList(list, 'rejected', 'pumpfun', told), later).items).toMatchObject([
      { buyRatio: 0.94, rejectionReason: 'Buy ratio 0.94x is below 1.2x', measuredAt: AT + 400 },
    ]);
    // An answer that was under way is older than what the page holds.
    expect(joinItems(read('rejected', rejected).list, later).items).toEqual([
      { ...rejected, listedOn: 'rejected' },
    ]);
  });

  it('moves a row that no list tells of any more by what others tell of its token', () => {
    const row = {
      ...early('a', 31),
      initialMarketCap: 10_000,
      marketCap: 12_000,
      marketCapChangePercent: 20,
    };
    const now = { ...screened('a', 413, AT + 1), bondingCurveProgress: 29, marketCap: 9_000 };
    expect(movedTo(row, now)).toMatchObject({
      bondingCurveProgress: 29,
      marketCapChangePercent: expect.closeTo(-10, 9),
      measuredAt: AT + 1,
      source: 'discovery',
    });
    expect(movedTo(row, { ...now, measuredAt: AT - 1 })).toBe(row);
    expect(movedTo(row, undefined)).toBe(row);
  });

  it('is a list in two parts: each token once, and as many as there are where nothing lies beyond', () => {
    const first = read('qualified', token('a'), token('b')).list;
    // `b` has moved below the first part meanwhile, and another has come above it.
    const rest = { ...read('qualified', token('b'), token('c')).list, total: 9 };
    const joined = joinParts({ ...first, total: 4 }, rest, true);
    expect([joined.items.map(({ mint }) => mint), joined.total]).toEqual([['a', 'b', 'c'], 3]);
    expect(joinParts(first, rest, false).total).toBe(9);
  });

  it('says of a first part alone no time: what comes with the rest is not new', () => {
    const { list, held } = read('qualified', token('a'));
    expect(joinItems(list, held).asOf).toBe(list.asOf);
    expect(joinItems({ ...list, isPart: true }, held).asOf).toBeNull();
  });

  it('is the newest of a token, and nothing that no list holds', () => {
    const { held } = read('qualified', token('a', { tradeCount: 2 }), token('b'));
    const older = token('a', { tradeCount: 1, measuredAt: AT - 1 });
    const after = holdTokens(held, [older, token('c')], new Set(['a']));
    expect([...after.keys()]).toEqual(['a', 'c']);
    expect(after.get('a')?.tradeCount).toBe(2);
  });
});

describe('a change of a token', () => {
  const { list: before } = read('qualified', token('a'), token('b'));
  const patched = (told: StreamToken) => patchList(before, 'qualified', 'pumpfun', told);

  it('replaces its place', () => {
    const after = patched(qualified(token('a', { passedChecks: 5, measuredAt: AT + 1_000 })));
    expect(after.items.map(({ passedChecks }) => passedChecks)).toEqual([5, 4]);
    expect(after.items[1]).toBe(before.items[1]);
    expect(after).toMatchObject({ total: 2, asOf: AT + 1_000 });
  });

  it('names the list of the listing as its answer did', () => {
    const entered = patched(qualified(token('c'))).items;
    expect(entered.map(({ listedOn }) => listedOn)).toEqual(['qualified', 'qualified', 'qualified']);
  });

  it('adds one that entered, and counts it', () => {
    const after = patched(qualified(token('c')));
    expect(mints(after)).toEqual(['a', 'b', 'c']);
    expect(after.total).toBe(3);
  });

  it.each([
    ['left the lists', change('a', {})],
    ['was rejected', change('a', { rejected: { ...placeOf(token('a')), rejectionReason } })],
    ['went over to the bonded ones', qualified(token('a', { source: 'bonded' }))],
  ])('takes one away that %s', (_what, left) => {
    const after = patched(left);
    expect(mints(after)).toEqual(['b']);
    expect(after.total).toBe(1);
  });

  it.each([
    ['concerns a token of another list', change('z', {})],
    ['is of another profile', change('a', {}, token('a'), { profile: 'whitepaper' })],
    ['is older than what is shown', qualified(token('a', { measuredAt: AT - 1 }))],
    ['took it away before it was measured', change('a', {}, token('a'), { asOf: AT - 1 })],
  ])('changes nothing when it %s', (_what, foreign) => expect(patched(foreign)).toBe(before));

  it('enters and leaves the early stage', () => {
    const { list: empty } = read('earlyStage');
    const place = HighHypePlace.parse(early('a', 31));
    const entered = patchList(empty, 'earlyStage', undefined, change('a', { earlyStage: place }));
    expect(mints(entered)).toEqual(['a']);
    expect(patchList(entered, 'earlyStage', undefined, change('a', {})).items).toEqual([]);
  });
});

describe('changes that arrive while an answer is under way', () => {
  const log = new PendingChanges();
  const missed = async (read: Promise<{ missed: StreamToken[] }>) =>
    (await read).missed.map(({ mint }) => mint);

  it('are those that it missed, and those before it are not', async () => {
    log.add(qualified(token('before')));
    const reading = log.during(async () => 'answer');
    log.add(qualified(token('meanwhile')));
    expect(await missed(reading)).toEqual(['meanwhile']);
    log.add(qualified(token('after')));
    expect(await missed(log.during(async () => 'answer'))).toEqual([]);
  });

  it('are forgotten when the answer fails', async () => {
    const failing = log.during(() => Promise.reject(new Error('503: down')));
    log.add(qualified(token('lost')));
    await expect(failing).rejects.toThrow('503: down');
    expect(await missed(log.during(async () => 'answer'))).toEqual([]);
  });
});
