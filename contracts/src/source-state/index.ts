/** Whether the source that ingest reads answers, as ingest saw it last. */
import { z } from 'zod';
import { TimeMs } from '../chain/index.js';

/** One record of `source-state`, keyed by host; a newer one replaces it. Nothing in it names a key or a path. */
export const SourceState = z.object({
  v: z.literal(1),
  /** As the source is labelled; several endpoints side by side are one. */
  host: z.string().max(300),
  /** When this was said, ms since 1970: of several hosts the newest is the one that is read. */
  at: TimeMs,
  /** Wall clock, ms since 1970; null while it answers. */
  awaySince: TimeMs.nullable(),
  /** What is wrong, in one line; null while it answers. */
  reason: z.string().max(600).nullable(),
});
export type SourceState = z.infer<typeof SourceState>;

/** Null for what says nothing of a source. */
export function readSourceState(value: Buffer | null): SourceState | null {
  try {
    return SourceState.parse(JSON.parse(value?.toString() ?? ''));
  } catch {
    return null;
  }
}
