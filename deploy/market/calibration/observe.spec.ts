import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { migratedSamples, tradeExecutedSamples } from '@cryptonite/contracts/events';
import { expect, it } from 'vitest';
import { observe } from './observe.js';

const lineOf = (...facts: object[]): string => JSON.stringify({ slot: 100, facts });
const [trade] = tradeExecutedSamples;
const [migrated] = migratedSamples;

it('a pool opens with the price of all the quote that its curve gave away', () => {
  expect(observe(lineOf(migrated!))).toEqual([
    {
      kind: 'migrated',
      mint: migrated!.mint,
      timeMs: migrated!.time,
      price: 84_990_359_346 / 206_900_000_000_000,
    },
  ]);
});

it.each([
  [SOL_MINT, [0.246875]],
  [USDC_MINT, [246_875_000 / 150e6]],
  ['4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump', []],
])('a trade against %s counts in SOL, or not at all', (quoteMint, expected) => {
  const seen = observe(lineOf({ ...trade!, quoteMint }));
  expect(seen.map((fact) => fact.kind === 'trade' && fact.sol)).toEqual(expected);
});
