import { positionOf } from '@cryptonite/contracts/chain';
import type { AccountState } from '@cryptonite/contracts/states';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINT } from '../../testing/facts.js';
import { walletOf } from '../../testing/journal.js';
import { isHolder, TOP_HOLDERS } from '../measures/holders.js';
import { Holdings } from './holdings.js';
import { newToken } from './token.js';

const at = (slot: number) => positionOf({ slot, transaction: 1, instruction: 0, inner: 0 });

/** The owners by a walk over all accounts. */
function ownersOf(
  accounts: Iterable<AccountState>,
  bondingCurve: string,
  pool: string | null,
  gapSlot: number | null,
) {
  const balances = new Map<string, bigint>();
  let observed = 0n;
  for (const { owner, amount, position } of accounts) {
    if (owner !== null) balances.set(owner, (balances.get(owner) ?? 0n) + amount);
    if (gapSlot === null ? owner !== null : position >= at(gapSlot)) observed += amount;
  }
  const held = [...balances].filter(([, balance]) => balance > 0n);
  const holders = held.filter(([owner]) => isHolder(owner, bondingCurve, pool));
  const sorted = holders.map(([, balance]) => balance).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
  const sum = (list: [string, bigint][]) => list.reduce((total, [, balance]) => total + balance, 0n);
  return {
    holders: holders.length,
    excluded: sum(held) - sum(holders),
    observed,
    top: sorted.slice(0, TOP_HOLDERS),
  };
}

const steps = fc.array(
  fc.record({
    account: fc.nat(90),
    owner: fc.oneof({ arbitrary: fc.nat(70), weight: 20 }, { arbitrary: fc.constant(null), weight: 1 }),
    amount: fc.oneof(
      fc.constant(0n),
      fc.bigInt({ min: 1n, max: 40n }),
      fc.bigInt({ min: 1n, max: 10n ** 18n }),
    ),
    isAsked: fc.boolean(),
    change: fc.constantFrom(null, null, null, null, null, null, 'pool', 'gap'),
  }),
  { maxLength: 300 },
);

it('holds at every step what a walk over all accounts finds', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const { state } = newToken(MINT, { position: at(1) } as never, { source: {} } as never, 0);
      state.bondingCurve = walletOf(0);
      const holdings = new Holdings();
      const accounts = new Map<string, AccountState>();
      let gapSlot: number | null = null;
      for (const [index, { account, owner, amount, isAsked, change }] of list.entries()) {
        const next = {
          account: String(account),
          owner: owner === null ? null : walletOf(owner),
          amount: owner === null ? 0n : amount,
          position: at(index + 2),
        };
        holdings.move(accounts.get(next.account), next);
        accounts.set(next.account, next);
        if (change === 'pool') state.pool = walletOf(index % 70);
        if (change === 'gap') gapSlot = index;
        if (!isAsked) continue;
        expect(holdings.owners(state, accounts.values(), gapSlot)).toEqual(
          ownersOf(
            accounts.values(),
            walletOf(0),
            state.pool,
            gapSlot === null || gapSlot <= 1 ? null : gapSlot,
          ),
        );
      }
    }),
    { numRuns: 150 },
  );
});
