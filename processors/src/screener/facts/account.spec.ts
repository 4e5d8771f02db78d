import { CURVE } from '@cryptonite/contracts/rules';
import { describe, expect, it } from 'vitest';
import { Chain, MINT } from '../../testing/facts.js';
import { restart } from '../../testing/fold.js';
import { curveOf, walletOf } from '../../testing/journal.js';
import { MOST_ACCOUNTS } from '../state/ledger/token-accounts.js';

const PER_TRANSACTION = 1_000;
const percent = (share: number) => (CURVE.totalSupply * BigInt(share)) / 100n;

/** Gives so much to each of {@link MOST_ACCOUNTS} accounts. */
function giveToMany(chain: Chain, amount: bigint): void {
  for (let from = 10; from < MOST_ACCOUNTS + 10; from += PER_TRANSACTION)
    chain.together(() => {
      for (let number = from; number < from + PER_TRANSACTION; number += 1)
        chain.balance(number, walletOf(number), amount);
    });
}

describe('a token that dust is given of to more accounts than are kept', () => {
  const chain = new Chain().slot().launch().trade(50);
  chain.balance(1, curveOf(MINT), percent(60)).balance(2, walletOf(2), percent(25));
  chain.balance(3, walletOf(3), percent(15) - BigInt(MOST_ACCOUNTS));
  const before = chain.slot().measured()!;
  giveToMany(chain, 1n);
  const after = chain.slot().measured()!;

  it('keeps its shares, and has no known number of holders', () => {
    expect(before).toMatchObject({ holders: 2, top1HolderPercent: 25 });
    expect(after.holders).toBeNull();
    expect(after.top1HolderPercent).toBe(25);
    expect(after.holderCoverage).toBeCloseTo(1, 6);
  });

  it('has them after a restart, too', () => {
    restart(chain.folded);
    const again = chain.pass(1_000).balance(2, walletOf(2), percent(24)).slot().measured()!;
    expect(again.holders).toBeNull();
    expect(again.top1HolderPercent).toBe(24);
  });

  it('is not known by its shares where what was let go held too much', () => {
    const spread = new Chain().slot().launch().trade(50);
    spread.balance(1, curveOf(MINT), percent(50));
    giveToMany(spread, CURVE.totalSupply / BigInt(2 * MOST_ACCOUNTS));
    const measured = spread.slot().measured()!;
    expect(measured.holderCoverage).toBeCloseTo(0.5, 3);
    expect(measured).toMatchObject({ holders: null, top1HolderPercent: null });
  });
});
