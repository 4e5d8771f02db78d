import { SOL_MINT } from '@cryptonite/contracts/chain';
import { expect, it } from 'vitest';
import { addressOf, buildTransaction, programAddress } from '../testing/build-transaction.js';
import { checkVaults } from './check-vaults.js';

const POOL = addressOf('pool');
const MINT = addressOf('mint');
const trade = {
  kind: 'TradeExecuted',
  signature: null,
  position: null,
  venue: 'pumpswap',
  pool: POOL,
  mint: MINT,
  quoteMint: SOL_MINT,
  realTokenReserves: '70',
  realQuoteReserves: '30',
};
const vault = (mint: string, amount: bigint) => ({
  account: addressOf(`vault of ${mint}`),
  owner: POOL,
  mint,
  amount,
});
const outer = [{ program: programAddress('pumpswap') }];
const transaction = buildTransaction({ outer, after: [vault(MINT, 70n), vault(SOL_MINT, 30n)] });

it('holds both reserves of a traded pool against its vaults', () => {
  expect(checkVaults(transaction, [trade], [POOL])).toEqual({ compared: 2, differences: [] });
  expect(checkVaults(transaction, [{ ...trade, realQuoteReserves: '31' }], [POOL])).toEqual({
    compared: 2,
    differences: [`realQuoteReserves of pool ${POOL} is 31, its vault holds 30`],
  });
});

it('demands that a pool with trades and balances was held against them', () => {
  const silent = { compared: 0, differences: [`nothing of pool ${POOL} was held against its vaults`] };
  expect(checkVaults(transaction, [], [POOL, POOL])).toEqual(silent);
  expect(checkVaults(transaction, [{ ...trade, pool: addressOf('another') }], [POOL])).toEqual(silent);
});

it('demands nothing where there are no balances, or where something else moved them after the trade', () => {
  const none = { compared: 0, differences: [] };
  expect(checkVaults(buildTransaction({ outer }), [trade], [POOL])).toEqual(none);
  expect(checkVaults(transaction, [trade, { ...trade, kind: 'FeesSwept' }], [POOL])).toEqual(none);
});
