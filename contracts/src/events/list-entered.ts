import { z } from 'zod';
import { TimeMs } from '../chain/index.js';
import { findingBase, GateValue, ListedName } from './screening-shared.js';

/** A token entered a list: it passed its gates, by these values. */
export const ListEntered = z.object({
  kind: z.literal('ListEntered'),
  ...findingBase,
  list: ListedName,
  /** When it first stood there. */
  listedAt: TimeMs,
  isFirst: z.boolean(),
  /** Now. */
  marketCapUsd: z.number().nullable(),
  values: z.array(GateValue).max(16),
});
export type ListEntered = z.infer<typeof ListEntered>;
