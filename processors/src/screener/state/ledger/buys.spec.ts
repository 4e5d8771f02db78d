import { expect, it } from 'vitest';
import { BOUGHT, Buys, SALES_A_MINUTE, saleNumber } from './buys.js';
import { NONE } from './rows.js';

it('keep no more minutes than the window has, in whatever order they come', () => {
  const buys = new Buys();
  let falling = NONE;
  for (let step = 0; step < 300; step += 1) falling = buys.add(falling, 10_000 - step, 1n, 60);
  expect(buys.entries(falling).map(({ minute }) => minute)).toEqual(
    Array.from({ length: 60 }, (_, step) => 10_000 - step),
  );
  const later = buys.add(falling, 10_030, 5n, 60);
  expect(
    buys
      .entries(later)
      .map(({ minute }) => minute)
      .sort((a, b) => a - b)[0],
  ).toBe(9_971);
  expect(buys.sumFrom(later, 10_000)).toBe(6n);
});

it('tell in which spans something was bought', () => {
  const buys = new Buys();
  const { last5, before5, hour, odd } = BOUGHT;
  const [late, earlier] = [BOUGHT.late | hour, BOUGHT.earlier | hour];
  expect(buys.spansOf(NONE, 100)).toBe(0);
  const at = (...minutes: number[]) =>
    buys.spansOf(
      minutes.reduce((chain, minute) => buys.add(chain, minute, 1n, 60), NONE),
      100,
    );
  expect([at(101), at(100)]).toEqual([late, late]);
  expect([at(99), at(95)]).toEqual([late | last5, late | last5]);
  expect([at(94), at(91)]).toEqual([late | before5, late | before5]);
  expect([at(90), at(89)]).toEqual([earlier | before5, earlier]);
  expect(at(89, 100)).toBe(earlier | late);
  expect(at(90, 95, 100, 60)).toBe(late | earlier | last5 | before5);
  expect([at(41), at(40)]).toEqual([earlier, BOUGHT.earlier]);
  const sold = (...numbers: number[]) =>
    buys.spansOf(
      numbers.reduce((chain, number) => buys.add(chain, number, 1n, 120), NONE),
      100,
      SALES_A_MINUTE,
    );
  expect([sold(saleNumber(95, false)), sold(saleNumber(95, true))]).toEqual([
    late | last5,
    late | last5 | odd,
  ]);
  expect([sold(saleNumber(41, true)), sold(saleNumber(40, true))]).toEqual([earlier | odd, BOUGHT.earlier]);
  expect(sold(...[60, 90, 95, 100].map((minute) => saleNumber(minute, minute === 60)))).toBe(
    late | earlier | last5 | before5 | odd,
  );
});
