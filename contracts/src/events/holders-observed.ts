import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Slot } from '../chain/index.js';
import { answerBase } from './answer-shared.js';

/** The largest accounts of a token as an RPC node tells them, largest first: for tokens of which the stream saw too little. */
export const HoldersObserved = z.object({
  kind: z.literal('HoldersObserved'),
  ...answerBase,
  /** The slot whose state the node told: what the stream says of later ones is newer. */
  observedSlot: Slot,
  supply: U64,
  /** The slot whose state `supply` is: it is read with the owners, after the accounts. Absent in records from before it was kept. */
  supplySlot: Slot.optional(),
  accounts: z
    .array(
      z.object({
        account: Address,
        /** Null where the node did not tell it. */
        owner: Address.nullable(),
        amount: U64,
      }),
    )
    .max(20),
});
export type HoldersObserved = z.infer<typeof HoldersObserved>;

export const holdersObservedSamples: readonly z.input<typeof HoldersObserved>[] = [
  {
    kind: 'HoldersObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023220:HoldersObserved',
    position: '000446023220-999999-999-0009',
    time: 1789087389000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'api.mainnet-beta.solana.com',
    observedSlot: 446023221,
    supply: '1000000000000000',
    supplySlot: 446023222,
    accounts: [
      {
        account: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
        owner: '8yJxwx92yKL2SFa23LvWxpF5W3MDsLaKEjXeAstkuNhn',
        amount: '448108851549656',
      },
    ],
  },
];
