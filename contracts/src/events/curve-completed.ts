import { z } from 'zod';
import { Address, Mint } from '../chain/index.js';
import { factBase } from './shared.js';

/** Every token of a curve is sold: the chain's own completion, before the migration. */
export const CurveCompleted = z.object({
  kind: z.literal('CurveCompleted'),
  ...factBase,
  mint: Mint,
  bondingCurve: Address,
  user: Address,
  quoteMint: Mint,
});
export type CurveCompleted = z.infer<typeof CurveCompleted>;

export const curveCompletedSamples: readonly z.input<typeof CurveCompleted>[] = [
  {
    kind: 'CurveCompleted',
    id: '22K6ixTV6Hk9mk9dBqbTcixYw2LXNYEDyiENzLMTs4S8z9i3WRjYLpXDM2mE75nP36moUZ5MeH1ahTvUvYP9L8jH:4:10:CurveCompleted',
    position: '000371820726-000000-004-0010',
    time: 1759852522000,
    mint: '4eLCXkNbDw2bvdrZZVn1cXurtL63H4z9ZfbYCY17pump',
    bondingCurve: '7Tb48Ph3gjwpdDWCix4eYudDkm4GWW9VfQroaaaNbkNW',
    user: 'FwjYcbfktK8PC2bzCrqxR6QkUPxmHFbcFGNrz3YAV7ft',
    quoteMint: 'So11111111111111111111111111111111111111112',
  },
];
