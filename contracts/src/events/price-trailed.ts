import { z } from 'zod';
import { TRAIL } from '../rules/index.js';
import { screeningBase } from './screening-shared.js';

/**
 * A token's price at the close of each of the last 30 steps of 10 s as of `time`, its measurement there included. Goes
 * out when the token comes onto a list; readers go on from its measurements (`trailAfter` of contracts/measures), and it
 * goes out again where these do not tell.
 */
export const PriceTrailed = z.object({
  kind: z.literal('PriceTrailed'),
  ...screeningBase,
  /** Whole quote units per whole token, oldest first; null where there was none yet. */
  closes: z.array(z.number().nullable()).max(TRAIL.steps),
});
export type PriceTrailed = z.infer<typeof PriceTrailed>;
