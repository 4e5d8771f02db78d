import { z } from 'zod';
import { answerBase } from './answer-shared.js';

/** What is paid for a token's place on a chart site, as it stands now: said when it differs from what was known. */
export const TokenBoosted = z.object({
  kind: z.literal('TokenBoosted'),
  ...answerBase,
  /** Boosts in force; 0 where the site names none. */
  boosts: z.int().nonnegative(),
  /** Whether its profile was paid for; null where the site was not asked. */
  hasPaidProfile: z.boolean().nullable(),
});
export type TokenBoosted = z.infer<typeof TokenBoosted>;

export const tokenBoostedSamples: readonly z.input<typeof TokenBoosted>[] = [
  {
    kind: 'TokenBoosted',
    id: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump:446023320:TokenBoosted',
    position: '000446023320-999999-999-0009',
    time: 1789087429000,
    mint: 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump',
    from: 'api.dexscreener.com',
    boosts: 30,
    hasPaidProfile: true,
  },
];
