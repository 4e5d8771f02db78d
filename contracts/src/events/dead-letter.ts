import { z } from 'zod';

/** Something that could not be read: topic `dead-letters`. Nothing vanishes without one. */
export const DeadLetter = z.object({
  v: z.literal(1),
  /** Who could not read it: `ingest`, `screener`, `sink`. */
  service: z.string().max(50),
  reason: z.string().max(2_000),
  /** Where it stands: `slot/index/signature` of a transaction, or `topic/partition/offset` of a record. */
  origin: z.string().max(300),
  /** The raw bytes, base64, cut at 256 kB. */
  bytes: z.string().max(400_000),
  isCut: z.boolean(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

export const deadLetterSamples: readonly z.input<typeof DeadLetter>[] = [
  {
    v: 1,
    service: 'screener',
    reason: 'not JSON: Unexpected token x',
    origin: 'tokens.journal/2/1044',
    bytes: 'eA==',
    isCut: false,
  },
];
