import { positionOf } from '@cryptonite/contracts/chain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { walletOf } from '../../../testing/journal.js';
import { Ledger } from './ledger.js';
import { CREATOR, SNIPER } from './marks.js';
import { TokenAccounts } from './token-accounts.js';
import { TokenTraders } from './token-traders.js';
import { TokenWallets } from './token-wallets.js';
import type { Counts } from './trader-count.js';

fc.configureGlobal({ seed: 18 });

const MINUTE_MS = 60_000;
const START_MINUTE = 29_000_000;

/** `flips`: the minutes of sales that came within five minutes of a purchase. */
type Wallet = { minutes: number[]; sold: number[]; flips: number[]; holds: boolean; role: number };
/** Told by a walk over all of them. */
function counted(wallets: readonly Wallet[], now: number): Counts {
  const bought = (is: (age: number) => boolean) =>
    wallets.filter(({ minutes }) => {
      const newest = Math.max(...minutes);
      return minutes.some((minute) => minute > newest - 60 && is(now - minute));
    });
  const sold = (of: 'sold' | 'flips', is: (age: number) => boolean) =>
    wallets.filter((wallet) => {
      const newest = Math.max(...wallet.sold);
      return wallet[of].some((minute) => minute > newest - 60 && is(now - minute));
    });
  const traded = (is: (age: number) => boolean) => new Set([...bought(is), ...sold('sold', is)]).size;
  const organic = (is: (age: number) => boolean) => bought(is).filter(({ role }) => role === 0).length;
  const earlier = bought((age) => age >= 10);
  return {
    organic1h: organic((age) => age < 60),
    organic10m: organic((age) => age < 10),
    traders5m: traded((age) => age >= 1 && age <= 5),
    tradersBefore: traded((age) => age >= 6 && age <= 10),
    sellers1h: sold('sold', (age) => age < 60).length,
    flippers1h: sold('flips', (age) => age < 60).length,
    in5m: bought((age) => age >= 1 && age <= 5).length,
    inThe5mBefore: bought((age) => age >= 6 && age <= 10).length,
    earlier: earlier.length,
    earlierHolding: earlier.filter(({ holds }) => holds).length,
  };
}

const step = fc.record({
  wallet: fc.nat(5),
  /** Later than the step before, and how late the purchase itself comes. */
  passed: fc.constantFrom(0, 0, 0, 1, 3, 12, 70),
  late: fc.constantFrom(0, 0, 0, 1, 8),
  act: fc.constantFrom('buy' as const, 'buy' as const, 'hold' as const, 'sell' as const, 'drop' as const),
  role: fc.constantFrom(0, 0, 0, 0, CREATOR, SNIPER),
});

it('counts within a minute what a walk over all traders would, whatever came since the last', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const tables = new TokenWallets(new Ledger());
      const [accounts, traders] = [new TokenAccounts(tables), new TokenTraders(tables)];
      const model = Array.from(
        { length: 6 },
        (): Wallet => ({
          minutes: [],
          sold: [],
          flips: [],
          holds: false,
          role: 0,
        }),
      );
      let now = START_MINUTE;
      steps.forEach(({ wallet, passed, late, act, role }, place) => {
        now += passed;
        const known = model[wallet]!;
        const owner = walletOf(wallet);
        if (act === 'buy') {
          const time = (now - late) * MINUTE_MS;
          const { row } = traders.trade(owner, time);
          if (role !== 0) traders.mark(row, role);
          traders.buy(row, time, 1n);
          known.minutes.push(now - late);
          known.role |= role;
        } else if (act === 'sell') {
          const minute = now - late;
          const { row } = traders.trade(owner, minute * MINUTE_MS);
          traders.sell(row, minute * MINUTE_MS, 1n);
          // By the purchases of the hour before its newest.
          const since = Math.max(minute - 5, Math.max(...known.minutes) - 59);
          known.sold.push(minute);
          if (known.minutes.some((bought) => bought >= since)) known.flips.push(minute);
        } else {
          known.holds = act === 'hold';
          const position = positionOf({ slot: 1_000 + place, transaction: 1, instruction: 0, inner: 0 });
          accounts.set({
            account: `Account${owner.slice(7)}`,
            owner,
            amount: known.holds ? 1n : 0n,
            position,
          });
        }
        expect(traders.count(now * MINUTE_MS)).toEqual(counted(model, now));
      });
    }),
    { numRuns: 300 },
  );
});
