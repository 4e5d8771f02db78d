/** What the sink keeps beside a committed offset. */
import { z } from 'zod';

/** A range of offsets, both ends included. */
export const Claim = z.tuple([z.int(), z.int()]);
export type Claim = z.infer<typeof Claim>;

const Metadata = z.object({
  v: z.literal(1),
  /** The range whose rows may be in the tables already; null when all before the offset are and none after. */
  claim: Claim.nullable(),
  /** The newest offset that the tables held when the range was claimed; null where they held none. */
  after: z.int().nullable().default(null),
  /** Where reading must begin to know the facts seen before the offset. */
  warmFrom: z.int(),
});
export type Metadata = z.infer<typeof Metadata>;

export const encodeMetadata = (metadata: Omit<Metadata, 'v'>): string =>
  JSON.stringify({ v: 1, ...metadata });

/** Null for what this sink did not write. */
export function decodeMetadata(text: string | null): Metadata | null {
  try {
    return Metadata.parse(JSON.parse(text ?? ''));
  } catch {
    return null;
  }
}
