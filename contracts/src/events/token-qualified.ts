import { z } from 'zod';
import { verdictFields } from './screening-shared.js';

/** A token entered a Qualified list. */
export const TokenQualified = z.object({ kind: z.literal('TokenQualified'), ...verdictFields });
export type TokenQualified = z.infer<typeof TokenQualified>;
