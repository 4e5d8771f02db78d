import type { TradeExecuted } from '@cryptonite/contracts/events';
import { CURVE } from '@cryptonite/contracts/rules';
import type { TokenCore } from '@cryptonite/contracts/states';
import { describe, expect, it } from 'vitest';
import { Chain, MINT, type SaidByWorld, SOL } from '../../testing/facts.js';
import { curveOf, textOf, walletOf } from '../../testing/journal.js';
import { mintObserved } from '../../testing/mint-observed.js';
import { supplyOf } from './supply.js';

const LAUNCHED = CURVE.totalSupply;
const POOL = textOf('Pool', 1);
const AGENT = 'BwWK17cbHxwWBKZkUYvzxLcNQ1YVyaFezduWbtm2de6s';

const stateOf = (chain: Chain): TokenCore => chain.folded.partition.tokens.get(MINT)!.state;
const knownBy = (chain: Chain): bigint | null => supplyOf(stateOf(chain));
const mintSays = (supply: bigint, observedSlot: number): SaidByWorld =>
  mintObserved({ supply, observedSlot });
const inPool = (tokenSupply: bigint | null): Partial<TradeExecuted> => ({
  ...{ venue: 'pumpswap', pool: POOL, tokenSupply },
  ...{ priceTokenReserves: 10n ** 15n, priceQuoteReserves: 400n * SOL, realTokenReserves: 10n ** 15n },
});

describe('the supply of a token', () => {
  it('is that of its launch until something tells another', () => {
    expect(knownBy(new Chain().launch())).toBe(LAUNCHED);
    expect(knownBy(new Chain().launch().supply(-1n).supply(-2n))).toBe(LAUNCHED - 3n);
  });

  it('is what its launch minted, before its event and behind it, and the launch is seen from its start', () => {
    const chain = new Chain()
      .slot()
      .together((at) => at.supply(LAUNCHED).authority().launch().supply(LAUNCHED));
    expect(knownBy(chain)).toBe(2n * LAUNCHED);
    expect(stateOf(chain).seenSinceCreation).toBe(true);
    const told = new Chain().together((at) => at.launch().supply(LAUNCHED));
    expect(knownBy(told)).toBe(2n * LAUNCHED);
  });

  it('is what the newest pool trade tells, and what was burnt since', () => {
    const given = 943_245_595_312_256n;
    const chain = new Chain().launch().migrated(POOL).trade(0, inPool(given));
    expect(knownBy(chain)).toBe(given);
    expect(knownBy(chain.trade(0, inPool(null)).supply(-256n))).toBe(given - 256n);
    expect(knownBy(chain.trade(0, inPool(given - 256n)))).toBe(given - 256n);
  });

  it('is what a node told of a slot, unless something newer is known', () => {
    const chain = new Chain().slot().launch().slot();
    const slot = chain.slotInHand;
    chain.supply(-10n).slot();
    expect(knownBy(chain.answer(mintSays(LAUNCHED - 3n, slot - 1)))).toBe(LAUNCHED - 10n);
    expect(knownBy(chain.answer(mintSays(LAUNCHED - 11n, slot)))).toBe(LAUNCHED - 11n);
    // A node may be ahead of the stream: what it told has later changes in it.
    chain.answer(mintSays(LAUNCHED - 20n, chain.slotInHand));
    expect(knownBy(chain.supply(-9n))).toBe(LAUNCHED - 20n);
    expect(knownBy(chain.slot().supply(-1n))).toBe(LAUNCHED - 21n);
    const holders: SaidByWorld = {
      kind: 'HoldersObserved',
      observedSlot: chain.slotInHand,
      supply: LAUNCHED / 2n,
      accounts: [],
    };
    expect(knownBy(chain.answer(holders))).toBe(LAUNCHED / 2n);
  });

  it('is what a node told of the slot of the mint, not of that of the largest accounts before it', () => {
    const chain = new Chain().slot().launch().slot();
    const observedSlot = chain.slotInHand;
    chain.slot().supply(-10n);
    const supplySlot = chain.slotInHand;
    const holders: SaidByWorld = {
      ...{ kind: 'HoldersObserved', observedSlot, accounts: [] },
      ...{ supply: LAUNCHED - 12n, supplySlot },
    };
    expect(knownBy(chain.slot().answer(holders))).toBe(LAUNCHED - 12n);
    expect(knownBy(chain.supply(-1n))).toBe(LAUNCHED - 13n);
    // Without the slot it is that of the accounts, which something newer goes before.
    expect(knownBy(chain.answer({ ...holders, supplySlot: undefined }))).toBe(LAUNCHED - 13n);
  });

  it('stays unknown where nobody tells it, and is unknown where it cannot be', () => {
    expect(knownBy(new Chain().trade(10))).toBe(LAUNCHED);
    expect(knownBy(new Chain().trade(10).supply(-5n))).toBe(LAUNCHED - 5n);
    expect(knownBy(new Chain().supply(-5n).trade(10))).toBeNull();
    expect(knownBy(new Chain().trade(10, { isMayhem: true }).supply(-5n))).toBeNull();
    expect(knownBy(new Chain().launch().supply(-LAUNCHED - 1n))).toBeNull();
    expect(knownBy(new Chain().launch().supply(2n ** 64n))).toBeNull();
  });

  it('of a state from before it was kept is that of the launch until the next fact that tells it', () => {
    const chain = new Chain().launch();
    const state = stateOf(chain);
    delete state.supplyToldAt;
    delete state.supplyChangedAt;
    expect(knownBy(chain)).toBe(LAUNCHED);
    expect(knownBy(chain.supply(-5n))).toBe(LAUNCHED - 5n);
    expect(knownBy(chain.slot().answer(mintSays(7n, chain.slotInHand)))).toBe(7n);
  });
});

describe('what is measured of a supply', () => {
  const percent = (of: bigint, share: number) => (of * BigInt(share)) / 100n;

  it('is its market cap, after the burn of a tenth and more with its holders', () => {
    const chain = new Chain().slot().launch().trade(50);
    chain.balance(1, curveOf(MINT), percent(LAUNCHED, 60)).balance(2, walletOf(2), percent(LAUNCHED, 40));
    const before = chain.slot().measured()!;
    chain.pass(1_000).supply(-percent(LAUNCHED, 20)).balance(2, walletOf(2), percent(LAUNCHED, 20));
    const after = chain.slot().measured()!;
    expect(after.marketCapQuote! / before.marketCapQuote!).toBeCloseTo(0.8, 12);
    expect(after).toMatchObject({ holderCoverage: 1, holders: 1, top1HolderPercent: 25 });
    expect(after.excludedHolderPercent).toBeCloseTo(75, 12);
  });

  it('is half in the hands of the agent of a mayhem coin, and the cap is of both billions', () => {
    const chain = new Chain().slot();
    chain.together((at) => at.supply(LAUNCHED).supply(LAUNCHED).launch({ isMayhem: true }));
    chain.trade(50);
    chain
      .balance(1, curveOf(MINT), percent(LAUNCHED, 90))
      .balance(2, AGENT, LAUNCHED)
      .balance(3, walletOf(2), percent(LAUNCHED, 6))
      .balance(4, walletOf(3), percent(LAUNCHED, 4));
    const measured = chain.slot().measured()!;
    expect(measured.excludedHolderPercent).toBeCloseTo(95, 12);
    expect(measured).toMatchObject({ holderCoverage: 1, holders: 2, top1HolderPercent: 3 });
    expect(measured.marketCapQuote! / measured.priceQuote!).toBeCloseTo(2e9, 3);
  });

  it('is what was told where accounts hold more: a transfer between them was missed', () => {
    const chain = new Chain().slot().launch().trade(50);
    chain
      .balance(1, curveOf(MINT), percent(LAUNCHED, 80))
      .balance(2, walletOf(1), percent(LAUNCHED, 20))
      .balance(3, walletOf(2), percent(LAUNCHED, 5));
    const measured = chain.slot().measured()!;
    expect(measured).toMatchObject({ holderCoverage: 1, top1HolderPercent: 20, excludedHolderPercent: 80 });
  });

  it('is no share above 100 where minting was missed', () => {
    const chain = new Chain().slot().launch().trade(50);
    chain.balance(1, curveOf(MINT), LAUNCHED).balance(2, walletOf(1), 3n * LAUNCHED);
    const measured = chain.slot().measured()!;
    expect(measured).toMatchObject({ holderCoverage: 1, top1HolderPercent: 100, excludedHolderPercent: 100 });
  });
});
