import { z } from 'zod';
import { U64 } from '../amounts/index.js';
import { Address, Slot } from '../chain/index.js';
import { answerBase } from './answer-shared.js';
import { ExternalText } from './shared.js';

/** A mint account as an RPC node tells it. */
export const MintObserved = z.object({
  kind: z.literal('MintObserved'),
  ...answerBase,
  /** The slot whose state the node told. */
  observedSlot: Slot,
  /** False where the node knows of no such account: what follows is null or empty then. */
  exists: z.boolean(),
  tokenProgram: Address.nullable(),
  decimals: z.int().min(0).max(255).nullable(),
  supply: U64.nullable(),
  /** Null is an authority that was given up. */
  mintAuthority: Address.nullable(),
  freezeAuthority: Address.nullable(),
  /** Every extension of Token-2022, in the node's order: its name, and its values as JSON. */
  extensions: z.array(z.object({ name: z.string().max(100), values: ExternalText })).max(50),
});
export type MintObserved = z.infer<typeof MintObserved>;

export const mintObservedSamples: readonly z.input<typeof MintObserved>[] = [
  {
    kind: 'MintObserved',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023220:MintObserved',
    position: '000446023220-999999-999-0009',
    time: 1789087389000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'api.mainnet-beta.solana.com',
    observedSlot: 446023221,
    exists: true,
    tokenProgram: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    decimals: 6,
    supply: '1000000000000000',
    mintAuthority: null,
    freezeAuthority: null,
    extensions: [
      {
        name: 'metadataPointer',
        values:
          '{"authority":"TSLvdd1pWpHVjahSpsvCXUbgwsL3JAcvokwaKt1eokM","metadataAddress":"uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump"}',
      },
    ],
  },
];
