import { z } from 'zod';
import { findingBase, ListSource, ProfileName } from './screening-shared.js';

/** A token left the lists of a source: below the window, gone over to the bonded ones, or graduated too long ago. */
export const TokenUnlisted = z.object({
  kind: z.literal('TokenUnlisted'),
  ...findingBase,
  profile: ProfileName,
  source: ListSource,
});
export type TokenUnlisted = z.infer<typeof TokenUnlisted>;
