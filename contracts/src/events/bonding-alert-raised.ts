import { z } from 'zod';
import { findingBase } from './screening-shared.js';

/** Once per token: its progress first lay between 30 and 50%. */
export const BondingAlertRaised = z.object({
  kind: z.literal('BondingAlertRaised'),
  ...findingBase,
  bondingProgressPercent: z.number(),
  /** After the fact at `position`, at the prices of the slots before it. Older records lack it. */
  marketCapUsd: z.number().nullable().optional(),
});
export type BondingAlertRaised = z.infer<typeof BondingAlertRaised>;
