import { z } from 'zod';
import { verdictFields } from './screening-shared.js';

/** A token entered a Rejected list. */
export const TokenRejected = z.object({
  kind: z.literal('TokenRejected'),
  ...verdictFields,
  reason: z.string().max(300),
});
export type TokenRejected = z.infer<typeof TokenRejected>;
