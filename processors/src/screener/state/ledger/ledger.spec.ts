import { positionOf } from '@cryptonite/contracts/chain';
import { WHALE_LAMPORTS } from '@cryptonite/contracts/rules';
import type { AccountState, TraderState } from '@cryptonite/contracts/states';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walletOf } from '../../../testing/journal.js';
import { NEVER_HOLDERS, TOP_HOLDERS } from '../../measures/holders.js';
import { WhaleCounts } from '../../measures/whales.js';
import { saleNumber } from './buys.js';
import { Ledger } from './ledger.js';
import { FIRST_BUYER, FIRST_BUYERS, ROLES, SNIPER, WHALE } from './marks.js';
import type { Shard, ShardChanges } from './shard-log.js';
import { MOST_ACCOUNTS, TokenAccounts } from './token-accounts.js';
import { MOST_TRADERS, TokenTraders } from './token-traders.js';
import { TokenWallets } from './token-wallets.js';

const START_MS = 1_760_000_000_000;
const MINUTE_MS = 60_000;
const TOKENS = 3;
const NEVER = [...NEVER_HOLDERS][0]!;
const positionAt = (step: number, isAnswer = false) =>
  positionOf({ slot: 1_000 + step, transaction: isAnswer ? 999_999 : step, instruction: 7, inner: 3 });

/** One token in the ledger and what is stored of it. */
class Subject {
  readonly wallets: TokenWallets;
  readonly accounts: TokenAccounts;
  readonly traders: TokenTraders;
  readonly whales = new WhaleCounts();
  readonly stored = {
    accounts: new Map<number, Shard<AccountState>>(),
    traders: new Map<number, Shard<TraderState>>(),
  };

  constructor(ledger: Ledger) {
    this.wallets = new TokenWallets(ledger);
    this.accounts = new TokenAccounts(this.wallets);
    this.traders = new TokenTraders(this.wallets);
  }

  store(): void {
    keep(this.stored.accounts, this.accounts.takeChanges());
    keep(this.stored.traders, this.traders.takeChanges());
  }

  /** The same token from the store. */
  restored(ledger: Ledger): Subject {
    const again = new Subject(ledger);
    const inOrder = <Entry>(shards: Map<number, Shard<Entry>>) =>
      [...shards.values()].sort((a, b) => a.shard - b.shard);
    again.accounts.restore(inOrder(this.stored.accounts));
    again.traders.restore(inOrder(this.stored.traders));
    for (const kind of ['accounts', 'traders'] as const)
      for (const [number, shard] of this.stored[kind]) again.stored[kind].set(number, shard as never);
    return again;
  }

  drop(): void {
    this.accounts.drop();
    this.traders.drop();
    this.wallets.drop();
  }
}

function keep<Entry>(stored: Map<number, Shard<Entry>>, { written, removed }: ShardChanges<Entry>): void {
  for (const shard of written) stored.set(shard.shard, shard);
  for (const shard of removed) stored.delete(shard);
}

/** What it sold by the number of {@link saleNumber}. */
type Trader = { tradedAt: number; buys: Map<number, bigint>; sells: Map<number, bigint>; roles: number };

/** The same in plain maps, computed by walks over all of it. */
class Plain {
  readonly accounts = new Map<string, AccountState>();
  readonly traders = new Map<string, Trader>();
  bondingCurve: string | null = null;

  trade(wallet: string, time: number, lamports: bigint | null, isSale: boolean): void {
    const second = Math.floor(time / 1_000) * 1_000;
    const known = this.traders.get(wallet);
    const trader = known ?? { tradedAt: second, buys: new Map(), sells: new Map(), roles: 0 };
    this.traders.set(wallet, trader);
    trader.tradedAt = Math.max(trader.tradedAt, second);
    if (lamports === null) return;
    const minute = Math.floor(time / MINUTE_MS);
    if (isSale) {
      const number = saleNumber(
        minute,
        [...trader.buys.keys()].some((bought) => bought >= minute - 5),
      );
      for (const old of trader.sells.keys()) if (old < number - 119) trader.sells.delete(old);
      trader.sells.set(number, (trader.sells.get(number) ?? 0n) + lamports);
      return;
    }
    for (const old of trader.buys.keys()) if (old < minute - 59) trader.buys.delete(old);
    trader.buys.set(minute, (trader.buys.get(minute) ?? 0n) + lamports);
    if (bought(trader, 0) >= WHALE_LAMPORTS) trader.roles |= WHALE;
    const firsts = [...this.traders.values()].filter(({ roles }) => roles & FIRST_BUYER).length;
    if (firsts < FIRST_BUYERS) trader.roles |= FIRST_BUYER;
  }

  whales(now: number, minutes: number): number {
    const from = Math.floor(now / MINUTE_MS) - minutes + 1;
    return [...this.traders.values()].filter((trader) => bought(trader, from) >= WHALE_LAMPORTS).length;
  }

  /** What the whales of the hour bought less what they sold. */
  netLamports(now: number): bigint {
    const from = Math.floor(now / MINUTE_MS) - 59;
    return [...this.traders.values()]
      .filter((trader) => bought(trader, from) >= WHALE_LAMPORTS)
      .reduce((net, trader) => net + bought(trader, from) - sold(trader, from), 0n);
  }

  counts(now: number) {
    const newest = Math.floor(now / MINUTE_MS);
    const traders = [...this.traders.values()];
    const didIn = (minutes: Iterable<number>, from: number, end: number) =>
      [...minutes].some((minute) => minute > newest - from && minute <= newest - end);
    const saleMinutes = ({ sells }: Trader) => [...sells.keys()].map((number) => number >> 1);
    const tradedIn = (from: number, end: number) =>
      traders.filter((each) => didIn([...each.buys.keys(), ...saleMinutes(each)], from, end)).length;
    const boughtIn = (from: number) => traders.filter(({ buys }) => didIn(buys.keys(), from, 0)).length;
    const sellers = traders.filter((each) => didIn(saleMinutes(each), 60, 0));
    return {
      organic1h: boughtIn(60),
      organic10m: boughtIn(10),
      traders5m: tradedIn(6, 1),
      tradersBefore: tradedIn(11, 6),
      sellers1h: sellers.length,
      flippers1h: sellers.filter(({ sells }) =>
        [...sells.keys()].some((number) => number % 2 === 1 && number >> 1 > newest - 60),
      ).length,
    };
  }

  prune(now: number, oldestSlot: number): void {
    dropDead(this.traders, ({ tradedAt, roles }) => roles === 0 && tradedAt < now - 61 * MINUTE_MS);
    dropDead(
      this.accounts,
      ({ amount, position }) => amount === 0n && Number(position.slice(0, 12)) < oldestSlot,
    );
  }

  owners(gapSlot: number | null) {
    const balances = new Map<string, bigint>();
    let observed = 0n;
    let answered = 0n;
    for (const { owner, amount, position } of this.accounts.values()) {
      if (owner !== null) balances.set(owner, (balances.get(owner) ?? 0n) + amount);
      if (gapSlot === null ? owner === null : Number(position.slice(0, 12)) < gapSlot) continue;
      observed += amount;
      if (position.includes('-999999-')) answered += amount;
    }
    const held = [...balances].filter(([, balance]) => balance > 0n);
    const holders = held.filter(([owner]) => owner !== this.bondingCurve && owner !== NEVER);
    const sum = (list: [string, bigint][]) => list.reduce((total, [, balance]) => total + balance, 0n);
    return {
      holders: holders.length,
      excluded: sum(held) - sum(holders),
      observed,
      answered,
      top: holders
        .map(([, balance]) => balance)
        .sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
        .slice(0, TOP_HOLDERS),
    };
  }
}

const bought = ({ buys }: Trader, from: number): bigint =>
  [...buys].reduce((sum, [minute, lamports]) => (minute >= from ? sum + lamports : sum), 0n);

const sold = ({ sells }: Trader, from: number): bigint =>
  [...sells].reduce((sum, [number, lamports]) => (number >> 1 >= from ? sum + lamports : sum), 0n);

function dropDead<Entry>(map: Map<string, Entry>, isDead: (entry: Entry) => boolean): void {
  const dead = [...map].filter(([, entry]) => isDead(entry));
  if (2 * dead.length >= map.size) for (const [key] of dead) map.delete(key);
}

function expectSame(subject: Subject, plain: Plain, now: number, gapSlot: number | null): void {
  expect(new Map(subject.accounts.states().map((state) => [state.account, state]))).toEqual(plain.accounts);
  const traders = subject.traders.states().map(({ wallet, buys, sells, ...trader }) => {
    const byMinute = new Map(buys.map(({ minute, lamports }) => [minute, lamports]));
    const byNumber = new Map(
      sells.map(({ minute, isFlip, lamports }) => [saleNumber(minute, isFlip), lamports]),
    );
    return [wallet, { ...trader, buys: byMinute, sells: byNumber }] as const;
  });
  expect(new Map(traders)).toEqual(plain.traders);
  const whales = {
    h1: plain.whales(now, 60),
    m10: plain.whales(now, 10),
    netLamports: plain.netLamports(now),
  };
  expect(subject.traders.countWhales(now)).toEqual(whales);
  subject.whales.moveTo(subject.traders, now);
  expect(subject.whales).toMatchObject(whales);
  expect(subject.traders.count(now)).toMatchObject(plain.counts(now));
  const state = { bondingCurve: plain.bondingCurve, pool: null, firstSlot: 0 };
  expect(subject.accounts.owners(state, gapSlot)).toEqual(plain.owners(gapSlot));
}

const amounts = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 1n, max: 40n }),
  fc.bigInt({ min: 1n, max: 10n ** 16n }),
);
const STEPS = fc.array(
  fc.oneof(
    {
      weight: 30,
      arbitrary: fc.record({
        token: fc.nat(TOKENS - 1),
        account: fc.nat(120),
        owner: fc.option(fc.nat(90), { freq: 20 }),
        amount: amounts,
        age: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(30)),
        isAnswer: fc.nat(9).map((chance) => chance === 9),
      }),
    },
    {
      weight: 30,
      arbitrary: fc.record({
        token: fc.nat(TOKENS - 1),
        trader: fc.nat(90),
        lamports: fc.option(fc.bigInt({ min: 1n, max: WHALE_LAMPORTS }), { freq: 3 }),
        late: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(120_000)),
        isSale: fc.nat(2).map((chance) => chance === 2),
      }),
    },
    { weight: 6, arbitrary: fc.record({ pass: fc.constantFrom(1_000, 90_000, 600_000, 3_700_000) }) },
    { weight: 3, arbitrary: fc.record({ prune: fc.nat(TOKENS - 1) }) },
    { weight: 4, arbitrary: fc.constant('store' as const) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
    { weight: 1, arbitrary: fc.record({ drop: fc.nat(TOKENS - 1) }) },
    { weight: 1, arbitrary: fc.record({ curve: fc.nat(TOKENS - 1) }) },
    { weight: 1, arbitrary: fc.constant('gap' as const) },
  ),
  { maxLength: 500, size: 'max' },
);

describe('the ledger', () => {
  it('holds what plain maps hold, whatever comes, goes, is stored and restored', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        let ledger = new Ledger();
        const keysAtFirst = ledger.keys.size;
        let subjects = Array.from({ length: TOKENS }, () => new Subject(ledger));
        const plains = Array.from({ length: TOKENS }, () => new Plain());
        let now = START_MS;
        let gapSlot: number | null = null;
        for (const [index, step] of steps.entries()) {
          if (step === 'store') for (const subject of subjects) subject.store();
          else if (step === 'gap') gapSlot = 1_000 + index;
          else if (step === 'restart') {
            for (const subject of subjects) subject.store();
            ledger = new Ledger();
            subjects = subjects.map((subject) => subject.restored(ledger));
          } else if ('pass' in step) now += step.pass;
          else if ('curve' in step) plains[step.curve]!.bondingCurve = walletOf(index % 90);
          else if ('drop' in step) {
            subjects[step.drop]!.drop();
            subjects[step.drop] = new Subject(ledger);
            plains[step.drop] = new Plain();
          } else if ('prune' in step) {
            const subject = subjects[step.prune]!;
            subject.traders.prune(now);
            subject.whales.moveTo(subject.traders, now);
            subject.accounts.prune(1_000 + index - 50);
            subject.wallets.prune();
            plains[step.prune]!.prune(now, 1_000 + index - 50);
          } else if ('account' in step) {
            const owner = step.owner === null ? null : step.owner === 7 ? NEVER : walletOf(step.owner);
            const state = {
              account: walletOf(1_000 + step.account),
              owner,
              amount: owner === null ? 0n : step.amount,
              position: positionAt(Math.max(0, index - step.age), step.isAnswer),
            };
            subjects[step.token]!.accounts.set(state);
            const { accounts } = plains[step.token]!;
            const known = accounts.get(state.account);
            if (!known || known.position < state.position) accounts.set(state.account, state);
          } else {
            const { traders, whales } = subjects[step.token]!;
            const wallet = walletOf(step.trader);
            const time = now - step.late;
            const { row } = traders.trade(wallet, time);
            whales.add(traders, row, -1);
            if (step.lamports !== null && step.isSale) traders.sell(row, time, step.lamports);
            else if (step.lamports !== null) {
              traders.markFirstBuyer(row);
              traders.buy(row, time, step.lamports);
            }
            whales.add(traders, row, 1);
            plains[step.token]!.trade(wallet, time, step.lamports, step.isSale);
          }
          if (index % 10 === 0 || index === steps.length - 1)
            for (const [token, subject] of subjects.entries())
              expectSame(subject, plains[token]!, now, gapSlot);
        }
        for (const subject of subjects) subject.drop();
        expect(ledger.wallets.size + ledger.accounts.size + ledger.buys.size + ledger.sells.size).toBe(0);
        expect(ledger.keys.size).toBe(keysAtFirst);
      }),
      { numRuns: 30, seed: 11 },
    );
  });

  it('stores the same after a restart as without one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(150), { maxLength: 400, size: 'max' }), fc.nat(5), (trades, often) => {
        const undisturbed = new Subject(new Ledger());
        let restarted = new Subject(new Ledger());
        for (const [index, trade] of trades.entries()) {
          for (const { traders, accounts } of [undisturbed, restarted]) {
            traders.trade(walletOf(trade), START_MS + index * 30_000);
            accounts.set({
              account: walletOf(trade + 1_000),
              owner: walletOf(trade),
              amount: BigInt(trade % 3),
              position: positionAt(index),
            });
            if (index % 20 === 0) {
              traders.prune(START_MS + index * 30_000);
              accounts.prune(1_000 + index - 40);
            }
          }
          if (index % (often + 3) > 0) continue;
          undisturbed.store();
          restarted.store();
          if (index % 2 === 0) restarted = restarted.restored(new Ledger());
          expect(restarted.stored).toEqual(undisturbed.stored);
        }
      }),
      { numRuns: 15, seed: 12 },
    );
  });

  it('keeps wallets that have a role beyond the hour for which trades are kept', () => {
    const { traders } = new Subject(new Ledger());
    for (let wallet = 0; wallet < 40; wallet += 1) {
      const { row } = traders.trade(walletOf(wallet), START_MS);
      if (wallet === 30) traders.mark(row, SNIPER);
      if (wallet === 31) traders.buy(row, START_MS, WHALE_LAMPORTS);
      if (wallet < 5) traders.markFirstBuyer(row);
    }
    traders.prune(START_MS + 62 * MINUTE_MS);
    expect(traders.withRole(ROLES)).toEqual([0, 1, 2, 3, 4, 30, 31].map(walletOf));
    expect(traders.states()).toHaveLength(7);
    expect(traders.withRole(WHALE)).toEqual([walletOf(31)]);
  });

  it('lets go of the traders that traded longest ago once there are more than it keeps, but for those with a role', () => {
    const crowded = new Subject(new Ledger());
    const { traders } = crowded;
    traders.markFirstBuyer(traders.trade(walletOf(0), START_MS).row);
    const tradedAt = (wallet: number) => START_MS + Math.floor(wallet / 10) * 1_000;
    for (let wallet = 1; wallet < MOST_TRADERS; wallet += 1) {
      const { row } = traders.trade(walletOf(wallet), tradedAt(wallet));
      traders.buy(row, tradedAt(wallet), 1_000n);
      expect(traders.letOldestGo()).toBeNull();
    }
    crowded.store();
    traders.trade(walletOf(MOST_TRADERS), tradedAt(MOST_TRADERS));
    expect(traders.letOldestGo()).toBe(tradedAt(MOST_TRADERS / 2) + 1_000);

    const kept = traders.states().map(({ wallet }) => wallet);
    const first = MOST_TRADERS / 2 + 10;
    expect(kept).toHaveLength(1 + MOST_TRADERS + 1 - first);
    expect(kept).toEqual(expect.arrayContaining([walletOf(0), walletOf(first), walletOf(MOST_TRADERS)]));
    expect(kept).not.toContain(walletOf(first - 1));
    expect([...crowded.wallets.rows()]).toHaveLength(kept.length);
    expect(traders.count(tradedAt(MOST_TRADERS)).organic1h).toBe(MOST_TRADERS - first);
    expect(traders.trade(walletOf(1), tradedAt(MOST_TRADERS)).before).toBeNull();

    crowded.store();
    expect(crowded.restored(new Ledger()).traders.states()).toEqual(traders.states());
  });

  it('lets go of the accounts that hold least once there are more than it keeps, and stores what is left', () => {
    const dusted = new Subject(new Ledger());
    const give = (account: number, amount: bigint, at: number, from?: string) =>
      dusted.accounts.set(
        {
          account: walletOf(account),
          owner: walletOf(1_000_000 + account),
          amount,
          position: positionAt(at),
        },
        from,
      );
    const large = Array.from({ length: 30 }, (_, account) => BigInt(1_000 + account));
    for (const [account, amount] of large.entries()) give(account, amount, 1);
    for (let account = 30; account < MOST_ACCOUNTS; account += 1) expect(give(account, 1n, 2)).toBe(false);
    dusted.store();
    expect(give(MOST_ACCOUNTS, 1n, 3)).toBe(true);
    expect(dusted.accounts.makeRoom(0)).toBe(true);

    const held = large.reduce((sum, amount) => sum + amount, 0n);
    const venue = { bondingCurve: null, pool: null, firstSlot: 0 };
    const ownersOf = ({ accounts }: Subject) => accounts.owners(venue, null);
    expect(ownersOf(dusted)).toMatchObject({ holders: 30, observed: held });
    expect(ownersOf(dusted).top).toEqual(large.toReversed().slice(0, TOP_HOLDERS));
    expect([...dusted.wallets.rows()]).toHaveLength(30);

    // What is older may be of an account that was let go, and not what it holds now.
    const from = positionAt(3);
    give(100, 5_000n, 2, from);
    give(0, 9_000n, 2, from);
    expect(ownersOf(dusted).observed).toBe(held + 8_000n);
    give(100, 6_000n, 4, from);
    expect(ownersOf(dusted)).toMatchObject({ holders: 31, observed: held + 14_000n });

    dusted.store();
    const again = dusted.restored(new Ledger());
    expect(ownersOf(again)).toEqual(ownersOf(dusted));
    expect(again.accounts.states()).toEqual(dusted.accounts.states());
  });

  it('lets go of whales, too, and of no first buyer', () => {
    const [whales, first] = [new Subject(new Ledger()), new Subject(new Ledger())];
    for (let wallet = 0; wallet <= MOST_TRADERS; wallet += 1) {
      const { row } = whales.traders.trade(walletOf(wallet), START_MS + wallet * 1_000);
      whales.traders.buy(row, START_MS + wallet * 1_000, WHALE_LAMPORTS);
      first.traders.mark(first.traders.trade(walletOf(wallet), START_MS).row, FIRST_BUYER);
    }
    expect(whales.traders.letOldestGo()).toBe(START_MS + (MOST_TRADERS / 2 + 1) * 1_000);
    expect(whales.traders.withRole(WHALE)).toHaveLength(MOST_TRADERS / 2);
    expect(first.traders.letOldestGo()).toBeNull();
    // Who comes back has no role that a restart would not know.
    whales.traders.trade(walletOf(0), START_MS);
    expect(whales.traders.withRole(WHALE)).toHaveLength(MOST_TRADERS / 2);
  });

  it('lets go of accounts that were emptied long ago first, and of no other where these were enough', () => {
    const emptied = new Subject(new Ledger());
    for (let account = 0; account <= MOST_ACCOUNTS; account += 1)
      emptied.accounts.set({
        account: walletOf(account),
        owner: walletOf(account),
        amount: account < MOST_ACCOUNTS / 3 ? 0n : 5n,
        position: positionAt(1),
      });
    expect(emptied.accounts.makeRoom(1_000 + 2)).toBe(false);
    expect(emptied.accounts.states()).toHaveLength(MOST_ACCOUNTS + 1 - Math.ceil(MOST_ACCOUNTS / 3));
    // Of those from which something older may still come none goes.
    const recent = new Subject(new Ledger());
    for (let account = 0; account <= MOST_ACCOUNTS; account += 1)
      recent.accounts.set({ account: walletOf(account), owner: null, amount: 0n, position: positionAt(1) });
    expect(recent.accounts.makeRoom(1_000)).toBe(true);
  });

  it('refuses shards of which one is missing', () => {
    const full = new Subject(new Ledger());
    for (let wallet = 0; wallet < 100; wallet += 1) full.traders.trade(walletOf(wallet), START_MS);
    full.store();
    full.stored.traders.delete(1);
    expect(() => full.restored(new Ledger())).toThrow('shard 2 stands where shard 1 should');
  });
});
