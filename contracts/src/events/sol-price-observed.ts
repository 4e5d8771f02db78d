import { z } from 'zod';
import { DecimalString } from '../amounts/index.js';
import { factBase } from './shared.js';

/** The price of SOL, from outside the chain. Names no token and stands in every partition. `time` is stream time. */
export const SolPriceObserved = z.object({
  kind: z.literal('SolPriceObserved'),
  ...factBase,
  priceUsd: DecimalString,
  /** Who says so: "market simulator", "--sol-price", a provider's host. */
  from: z.string().max(200),
});
export type SolPriceObserved = z.infer<typeof SolPriceObserved>;

export const solPriceObservedSamples: readonly z.input<typeof SolPriceObserved>[] = [
  {
    kind: 'SolPriceObserved',
    id: 'sol-price:371820726:--sol-price',
    position: '000371820726-999999-999-0002',
    time: 1759852522000,
    priceUsd: '150.25',
    from: '--sol-price',
  },
];
