import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/**
 * A token account after a transaction. `amount` is absolute, so that the newest position of an account wins;
 * an account that the transaction closed has 0 and no owner after it.
 */
export const BalanceChanged = z.object({
  kind: z.literal('BalanceChanged'),
  ...factBase,
  mint: Mint,
  account: Address,
  ownerBefore: Address.nullable(),
  ownerAfter: Address.nullable(),
  amount: U64,
});
export type BalanceChanged = z.infer<typeof BalanceChanged>;

export const balanceChangedSamples: readonly z.input<typeof BalanceChanged>[] = [
  {
    kind: 'BalanceChanged',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:999:3:BalanceChanged',
    position: '000371820726-000000-999-0003',
    time: 1759852522000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    account: '6BrEsJbwveC7uLkaTd7NA5T1oSWXy2SRkDvd2Na8X92K',
    ownerBefore: null,
    ownerAfter: 'FwjYcbfktK8PC2bzCrqxR6QkUPxmHFbcFGNrz3YAV7ft',
    amount: '4087530976228',
  },
];
