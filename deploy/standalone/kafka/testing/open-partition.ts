import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Partition } from '../partition.js';
import { readBatchHeader, recordBytes, visitRecords } from '../record-batch.js';
import { settingsOf, type TopicSettings } from '../topic-settings.js';
import { type BatchPlan, buildBatch } from './build-batch.js';

/** A temporary folder; `remove` deletes it. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'kafka-partition-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A partition over `folder` with a clock that stands still until it is set. */
export async function openPartition(folder: string, overrides: Partial<TopicSettings> = {}, startOffset = 0) {
  const clock = { nowMs: Date.now() };
  let settings = { ...settingsOf({}, {}), ...overrides };
  const partition = await Partition.open(folder, startOffset, {
    settings: () => settings,
    now: () => clock.nowMs,
    onWriteFailure(error) {
      throw error;
    },
  });
  return {
    partition,
    clock,
    settings: () => settings,
    configure(change: Partial<TopicSettings>) {
      settings = { ...settings, ...change };
    },
    async append(plan: BatchPlan): Promise<number> {
      const { baseOffset, synced } = partition.append(buildBatch(plan), () => {});
      await synced;
      return baseOffset;
    },
  };
}

/** Every readable record in order, without markers, as a consumer would collect them. */
export async function readAll(
  partition: Partition,
  isCommittedOnly = false,
): Promise<{ offset: number; key: string | null }[]> {
  const records: { offset: number; key: string | null }[] = [];
  let next = partition.logStartOffset;
  for (;;) {
    const { bytes, aborted } = await partition.fetch(next, isCommittedOnly, 1000, true);
    if (bytes.length === 0) return records;
    for (let at = 0; at < bytes.length; ) {
      const header = readBatchHeader(bytes, at);
      const batch = bytes.subarray(at, at + header.byteLength);
      const isAborted = aborted.some(
        ({ producerId, firstOffset, lastOffset }) =>
          header.isTransactional &&
          producerId === header.producerId &&
          firstOffset <= header.baseOffset &&
          header.baseOffset <= lastOffset,
      );
      if (!header.isControl && !isAborted) {
        visitRecords(recordBytes(batch), header.count, ({ offsetDelta, key }) => {
          const offset = header.baseOffset + offsetDelta;
          if (offset >= next) records.push({ offset, key: key?.toString() ?? null });
        });
      }
      next = header.lastOffset + 1;
      at += header.byteLength;
    }
  }
}
