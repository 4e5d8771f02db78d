import { z } from 'zod';
import { findingBase, GateValue, ListedName } from './screening-shared.js';

/** A token left a list. */
export const ListLeft = z.object({
  kind: z.literal('ListLeft'),
  ...findingBase,
  list: ListedName,
  /** The first gate that it does not pass, or that its risk hides it, as a sentence. */
  reason: z.string().max(300),
  values: z.array(GateValue).max(16),
});
export type ListLeft = z.infer<typeof ListLeft>;
