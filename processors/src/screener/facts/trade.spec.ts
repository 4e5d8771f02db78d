import { describe, expect, it } from 'vitest';
import { Chain, SOL } from '../../testing/facts.js';
import { walletOf } from '../../testing/journal.js';
import { MOST_TRADERS } from '../state/ledger/token-traders.js';

describe('a token that more wallets trade than are kept', () => {
  const chain = new Chain().slot().launch();
  const buyBy = (number: number) =>
    chain.trade(50, { trader: walletOf(number), side: 'buy', quoteAmount: SOL / 1_000n });
  for (let number = 0; number < MOST_TRADERS; number += 1) buyBy(number);
  const before = chain.pass(60_000).slot().measured()!;
  buyBy(MOST_TRADERS);
  const after = chain.pass(60_000).slot().measured()!;

  it('has no known number of whales, and of organic buyers, until the hour is over', () => {
    expect(before).toMatchObject({ isWhaleHourWhole: true, organicBuyers1h: expect.any(Number) });
    expect(after).toMatchObject({ isWhaleHourWhole: false, isWhale10mWhole: false, organicBuyers1h: null });
    chain.pass(3_700_000);
    buyBy(1);
    expect(chain.slot().measured()).toMatchObject({ isWhaleHourWhole: true });
  });

  it('counts every trade', () => {
    expect(after.buyCount).toBe(before.buyCount + 1);
    expect(after.buys1h).toBe(before.buys1h + 1);
  });
});
