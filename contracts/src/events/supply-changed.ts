import { z } from 'zod';
import { I128 } from '../amounts/index.js';
import { Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** Tokens of a mint were minted or burnt by an instruction of its token program; several of one batch are added up, mint by mint. */
export const SupplyChanged = z.object({
  kind: z.literal('SupplyChanged'),
  ...factBase,
  mint: Mint,
  /** Base units that the supply grew by: below 0 where tokens were burnt. */
  change: I128,
});
export type SupplyChanged = z.infer<typeof SupplyChanged>;

export const supplyChangedSamples: readonly z.input<typeof SupplyChanged>[] = [
  {
    kind: 'SupplyChanged',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:2:7:SupplyChanged',
    position: '000371820726-000000-002-0007',
    time: 1759852522000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    change: '-56754404687744',
  },
];
