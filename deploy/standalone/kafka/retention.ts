/** Which segments of a partition are given up: a function of what they hold, the topic's settings and the time. */
import type { Segment } from './segment.js';
import type { TopicSettings } from './topic-settings.js';

type HeldSegment = Pick<Segment, 'byteLength' | 'endOffset' | 'maxTimestampMs' | 'modifiedAtMs'>;

/** Whether all that a segment holds is older than the topic keeps. */
export function isExpired(
  { byteLength, maxTimestampMs, modifiedAtMs }: HeldSegment,
  { isRetained, retentionMs }: Pick<TopicSettings, 'isRetained' | 'retentionMs'>,
  nowMs: number,
): boolean {
  if (!isRetained || retentionMs < 0 || byteLength === 0) return false;
  return (maxTimestampMs >= 0 ? maxTimestampMs : modifiedAtMs) + retentionMs < nowMs;
}

/**
 * Of the sealed segments those that retention or DeleteRecords gave up, the oldest first. Never one that reaches beyond
 * the stable offset, for its transactions are undecided, and none behind one that stays.
 */
export function givenUp<S extends HeldSegment>(
  all: readonly HeldSegment[],
  sealed: readonly S[],
  settings: Pick<TopicSettings, 'isRetained' | 'retentionBytes' | 'retentionMs'>,
  nowMs: number,
  { start, stable }: { start: number; stable: number },
): S[] {
  const { isRetained, retentionBytes } = settings;
  let totalBytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const removed: S[] = [];
  for (const segment of sealed) {
    const isOversize = isRetained && retentionBytes >= 0 && totalBytes - segment.byteLength >= retentionBytes;
    const isBehindStart = segment.endOffset <= start;
    const isWanted = !isOversize && !isBehindStart && !isExpired(segment, settings, nowMs);
    if (segment.endOffset > stable || isWanted) break;
    totalBytes -= segment.byteLength;
    removed.push(segment);
  }
  return removed;
}
