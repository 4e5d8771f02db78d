import { z } from 'zod';
import { FINDING_LEVELS, LAYER_NAMES } from '../rules/index.js';
import { findingBase } from './screening-shared.js';

/** What a layer of the rug analysis found in a token near a list: said when the points or the floor of one of its findings are others. */
export const LayerAssessed = z.object({
  kind: z.literal('LayerAssessed'),
  ...findingBase,
  layer: z.enum(LAYER_NAMES),
  /** 0–100; null where nothing of it was observed. */
  points: z.number().nullable(),
  findings: z
    .array(
      z.object({
        name: z.string().max(64),
        level: z.enum(FINDING_LEVELS),
        points: z.number(),
        /** True and false are 1 and 0. */
        value: z.number().nullable(),
        limit: z.number().nullable(),
        /** The risk is not under it by this finding; null where it sets none. Absent before rules of version 4. */
        floor: z.number().nullable().optional(),
        /** Accounts and signatures that show it. */
        evidence: z.array(z.string().max(100)).max(10),
      }),
    )
    .max(20),
});
export type LayerAssessed = z.infer<typeof LayerAssessed>;
