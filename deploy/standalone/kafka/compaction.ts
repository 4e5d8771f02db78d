import { createHash } from 'node:crypto';
import { open, rename, rm, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { syncFolder, writeAt } from './files.js';
import type { Partition } from './partition.js';
import {
  type BatchHeader,
  filterBatch,
  type RecordView,
  readBatchHeader,
  recordBytes,
  visitRecords,
} from './record-batch.js';
import { Segment } from './segment.js';
import type { TopicSettings } from './topic-settings.js';

/** Keys looked at in one pass; a longer dirty part is cleaned in several. About 100 bytes each. */
const MAX_KEYS = 500_000;
const LONG_KEY_BYTES = 64;
const WRITE_BYTES = 1024 * 1024;
const BUSY_MS = 5;

/** Lets other work run whenever this has kept the thread for a few milliseconds. */
class Pauses {
  private since = performance.now();
  async take(): Promise<void> {
    if (performance.now() - this.since < BUSY_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}

/** A key as a map key: the bytes themselves, or a digest where they are long. */
function nameOfKey(key: Buffer): string {
  if (key.length <= LONG_KEY_BYTES) return key.toString('latin1');
  return `sha256:${createHash('sha256').update(key).digest('base64')}`;
}

/** The segments that may be cleaned: sealed, decided, and older than min.compaction.lag.ms. */
function cleanableSegments(partition: Partition, settings: TopicSettings, nowMs: number): Segment[] {
  const stable = partition.lastStableOffset;
  const youngestMs = nowMs - settings.minCompactionLagMs;
  const segments = partition.sealedSegments();
  const end = segments.findIndex(
    (segment) =>
      segment.endOffset > stable || (settings.minCompactionLagMs > 0 && segment.maxTimestampMs > youngestMs),
  );
  return end < 0 ? segments : segments.slice(0, end);
}

/**
 * Compacts the partition if enough of it is dirty: of each key only the last record stays, at its offset.
 * `cleanedTo` is the offset up to which an earlier pass went; returns the new one.
 *
 * All that is cleaned belongs to ended transactions. Aborted records and markers go, committed records
 * become plain ones, so that the cleaned part of a log needs no marker to be understood. A producer's last
 * batch stays, emptied if need be, because its sequence is known from there after a restart.
 */
export async function compactPartition(
  partition: Partition,
  settings: TopicSettings,
  cleanedTo: number,
  nowMs: number,
): Promise<number> {
  const segments = cleanableSegments(partition, settings, nowMs);
  const dirty = segments.filter((segment) => segment.endOffset > cleanedTo);
  const bytesOf = (list: Segment[]) => list.reduce((sum, segment) => sum + segment.byteLength, 0);
  const dirtyBytes = bytesOf(dirty);
  if (dirtyBytes === 0 || dirtyBytes < settings.minCleanableDirtyRatio * bytesOf(segments)) return cleanedTo;

  const { lastOffsets, endOffset } = await collectKeys(partition, dirty);
  const cleaning: Cleaning = { partition, lastOffsets, cleanedTo, settings, nowMs };
  const inScope = segments.filter((segment) => segment.endOffset <= endOffset);
  for (const group of groupSegments(inScope, settings.segmentBytes)) {
    if (partition.isEnding) return cleanedTo;
    await cleanGroup(group, cleaning);
  }
  partition.producers.forgetAbortedBefore(endOffset);
  return endOffset;
}

interface Cleaning {
  readonly partition: Partition;
  readonly lastOffsets: ReadonlyMap<string, number>;
  readonly cleanedTo: number;
  readonly settings: TopicSettings;
  readonly nowMs: number;
}

/** The last offset of every key in the segments, as far as `MAX_KEYS` goes. */
async function collectKeys(
  partition: Partition,
  segments: Segment[],
): Promise<{ lastOffsets: Map<string, number>; endOffset: number }> {
  const lastOffsets = new Map<string, number>();
  const pauses = new Pauses();
  let endOffset = 0;
  for (const segment of segments) {
    if (lastOffsets.size >= MAX_KEYS) break;
    for await (const batch of segment.batches()) {
      const header = readBatchHeader(batch);
      if (isVoid(partition, header)) continue;
      visitRecords(recordBytes(batch), header.count, ({ key, offsetDelta }) => {
        if (key) lastOffsets.set(nameOfKey(key), header.baseOffset + offsetDelta);
      });
      await pauses.take();
    }
    endOffset = segment.endOffset;
  }
  return { lastOffsets, endOffset };
}

/** Whether no record of the batch counts: a marker, or records of an aborted transaction. */
function isVoid(partition: Partition, header: BatchHeader): boolean {
  if (header.isControl) return true;
  return header.isTransactional && partition.producers.isAborted(header.producerId, header.baseOffset);
}

/** Neighbours that together fit into one segment are cleaned into one, so that files do not pile up. */
function groupSegments(segments: Segment[], segmentBytes: number): Segment[][] {
  const groups: Segment[][] = [];
  let bytes = 0;
  for (const segment of segments) {
    const group = groups.at(-1);
    if (group && bytes + segment.byteLength <= segmentBytes) {
      group.push(segment);
      bytes += segment.byteLength;
    } else {
      groups.push([segment]);
      bytes = segment.byteLength;
    }
  }
  return groups;
}

async function cleanGroup(group: Segment[], cleaning: Cleaning): Promise<void> {
  const first = group[0]!;
  const generation = Math.max(...group.map(({ name }) => name.cleaned?.generation ?? 0)) + 1;
  const modifiedAtMs = Math.max(...group.map((segment) => segment.modifiedAtMs));
  const folder = dirname(first.path);
  const name = {
    baseOffset: first.baseOffset,
    cleaned: { endOffset: group.at(-1)!.endOffset, generation },
  };
  const cleaned = new Segment(folder, name, first.createdAtMs, modifiedAtMs);
  const temporary = `${cleaned.path}.cleaning`;
  const pauses = new Pauses();
  let isChanged = group.length > 1;
  const handle = await open(temporary, 'w');
  try {
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    let written = 0;
    const flush = async () => {
      if (pendingBytes === 0) return;
      await writeAt(handle, [Buffer.concat(pending)], written);
      written += pendingBytes;
      pending = [];
      pendingBytes = 0;
    };
    for (const segment of group) {
      for await (const batch of segment.batches()) {
        const kept = cleanBatch(batch, segment, cleaning);
        if (kept !== batch) isChanged = true;
        if (kept) {
          cleaned.note(readBatchHeader(kept));
          pending.push(kept);
          pendingBytes += kept.length;
          if (pendingBytes >= WRITE_BYTES) await flush();
        }
        await pauses.take();
      }
    }
    await flush();
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (!isChanged) {
    await rm(temporary);
    return;
  }
  // delete.retention.ms counts from when a record was written, not from when it was cleaned.
  await utimes(temporary, modifiedAtMs / 1000, modifiedAtMs / 1000);
  await rename(temporary, cleaned.path);
  await syncFolder(folder);
  cleaned.syncedBytes = cleaned.byteLength;
  await cleaning.partition.replace(group, cleaned);
}

/** What remains of a batch: itself if nothing changes, null if nothing remains. */
function cleanBatch(batch: Buffer, segment: Segment, cleaning: Cleaning): Buffer | null {
  const { partition, lastOffsets, cleanedTo, settings, nowMs } = cleaning;
  const header = readBatchHeader(batch);
  if (header.isControl) return null;
  const mayForgetDeletions =
    segment.endOffset <= cleanedTo && segment.modifiedAtMs + settings.deleteRetentionMs < nowMs;
  const isVoided = isVoid(partition, header);
  const keeps = ({ key, offsetDelta, isTombstone }: RecordView): boolean => {
    if (isVoided || key === null || (isTombstone && mayForgetDeletions)) return false;
    return (lastOffsets.get(nameOfKey(key)) ?? 0) <= header.baseOffset + offsetDelta;
  };
  let keptCount = 0;
  visitRecords(recordBytes(batch), header.count, (record) => {
    if (keeps(record)) keptCount++;
  });
  if (keptCount === header.count && !header.isTransactional && keptCount > 0) return batch;
  const isNeeded = keptCount > 0 || (header.producerId >= 0 && partition.producers.isLastBatch(header));
  if (!isNeeded) return null;
  return header.count === 0 ? batch : filterBatch(batch, keeps);
}
