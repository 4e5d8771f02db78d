import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DamageError } from './errors.js';
import { parseSegmentName, Segment, type SegmentName } from './segment.js';

/** Opens the segments in a partition's folder by offset, and hands on every batch in them once it was checked. */
export async function recoverSegments(
  folder: string,
  noteBatch: (batch: Buffer) => void,
): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (const name of await listSegments(folder)) {
    const segment = new Segment(folder, name, 0, 0);
    const { birthtimeMs, mtimeMs } = await stat(segment.path);
    segments.push(new Segment(folder, name, birthtimeMs || mtimeMs, mtimeMs));
  }
  let expected = 0;
  for (const [i, segment] of segments.entries()) {
    if (segment.baseOffset < expected) {
      throw new DamageError(
        `${segment.path} begins at offset ${segment.baseOffset}, but the file before it reaches to ${expected}`,
      );
    }
    const isLast = i === segments.length - 1;
    await segment.recover(isLast, segment.baseOffset, noteBatch);
    expected = segment.endOffset;
  }
  return segments;
}

/** The segments by offset, after removing what a finished clean-up replaced and an unfinished one left. */
async function listSegments(folder: string): Promise<SegmentName[]> {
  const files = await readdir(folder);
  const names = files.map(parseSegmentName).filter((name) => name !== null);
  const cleaned = names.flatMap(({ baseOffset, cleaned }) => (cleaned ? [{ baseOffset, ...cleaned }] : []));
  const isReplaced = ({ baseOffset, cleaned: own }: SegmentName) =>
    cleaned.some(
      (by) =>
        by.baseOffset <= baseOffset && baseOffset < by.endOffset && (own?.generation ?? 0) < by.generation,
    );
  for (const file of files) {
    const name = parseSegmentName(file);
    if (file.endsWith('.cleaning') || (name && isReplaced(name))) await rm(join(folder, file));
  }
  return names.filter((name) => !isReplaced(name)).sort((a, b) => a.baseOffset - b.baseOffset);
}
