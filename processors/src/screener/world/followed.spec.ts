import { FOLLOWED_PER_TOKEN } from '@cryptonite/contracts/follows';
import { CURVE } from '@cryptonite/contracts/rules';
import { expect, it } from 'vitest';
import { Chain, MINT } from '../../testing/facts.js';
import { restart } from '../../testing/fold.js';
import { curveOf, walletOf } from '../../testing/journal.js';

const percent = (part: number): bigint => (CURVE.totalSupply * BigInt(part)) / 100n;
const accountOf = (number: number): string => `Account${walletOf(number).slice(7)}`;

/** A token with holders of 2 and 5 percent, whose curve holds the rest. */
const held = () =>
  new Chain()
    .slot()
    .launch()
    .balance(1, curveOf(MINT), percent(93))
    .balance(2, walletOf(2), percent(2))
    .balance(3, walletOf(3), percent(5));

it('nobody of a token far from every list is followed', () => {
  expect(held().trade(5).slot().followed()).toEqual([]);
});

it('of one that comes near a list the holders are, the largest first, and its curve is not', () => {
  const chain = held().trade(5).slot().pass(60_000).trade(27).slot();
  expect(chain.followed()).toEqual([
    [
      [accountOf(3), 50_000],
      [accountOf(2), 20_000],
    ],
  ]);
});

it('it is told again every half minute, with who holds most by then, also by a plain transfer', () => {
  const chain = held().trade(27).slot();
  chain.followed();
  chain.pass(20_000).trade(28).slot();
  expect(chain.followed()).toEqual([]);
  chain.balance(3, walletOf(3), 0n).balance(4, walletOf(4), percent(5));
  chain.pass(11_000).trade(29).slot();
  expect(chain.followed()).toEqual([
    [
      [accountOf(4), 50_000],
      [accountOf(2), 20_000],
    ],
  ]);
});

it('that it is far again is told, once, and that it comes near again at once', () => {
  const chain = held().trade(27).slot();
  chain.followed();
  chain.pass(10_000).trade(5).slot();
  chain.pass(60_000).trade(6).slot();
  expect(chain.followed()).toEqual([[]]);
  chain.pass(10_000).trade(27).slot();
  expect(chain.followed()).toHaveLength(1);
});

it('it is told again also while nobody trades it, within a quarter of an hour', () => {
  const chain = held().trade(27).slot();
  chain.followed();
  for (let quarter = 1; quarter <= 8; quarter += 1) {
    for (let minute = 0; minute < 15; minute += 1) chain.pass(60_000).slot();
    chain.pass(1_000).slot();
    expect(chain.followed().length, `quarter ${quarter}`).toBeGreaterThan(0);
  }
});

it('so many are told at most, of equals the same ones after a restart', () => {
  const tell = (restarts: boolean) => {
    const chain = new Chain().slot().launch();
    for (let holder = FOLLOWED_PER_TOKEN + 50; holder > 1; holder -= 1)
      chain.balance(holder, walletOf(holder), 7n);
    chain.trade(5).slot();
    if (restarts) restart(chain.folded);
    return chain.pass(10_000).trade(27).slot().followed();
  };
  const told = tell(false);
  expect(told[0]).toHaveLength(FOLLOWED_PER_TOKEN);
  expect(tell(true)).toEqual(told);
});
