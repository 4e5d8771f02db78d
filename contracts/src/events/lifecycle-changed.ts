import { z } from 'zod';
import { findingBase, Lifecycle } from './screening-shared.js';

/** A step of a token's life, forth or back: one that falls under 85% is bonding again. */
export const LifecycleChanged = z.object({
  kind: z.literal('LifecycleChanged'),
  ...findingBase,
  from: Lifecycle,
  to: Lifecycle,
});
export type LifecycleChanged = z.infer<typeof LifecycleChanged>;
