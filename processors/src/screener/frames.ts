/** The measurements of a confirmed slot on their way out. When a frame is cut follows from the journal alone. */
import type { Measurement } from '@cryptonite/contracts/measures';
import { hashOf } from './measures/hash.js';
import type { Partition } from './partition.js';
import type { Token } from './state/token.js';

/** Some 150 kB: a slot that measures more has several. */
const FRAME_ROWS = 300;

/** Says the measurement unless it says nothing new. A frame is of one source: that of its tokens' facts. */
export function sayMeasurement(partition: Partition, { state }: Token, measurement: Measurement): void {
  const { source } = state;
  const { frameSource } = partition;
  if (frameSource?.kind !== source.kind || frameSource.name !== source.name) cutFrame(partition);
  partition.frameSource = source;
  partition.frame.addIf(measurement, (view, from, to) => {
    const hash = hashOf(view, from, to);
    if (hash === state.scoredHash) return false;
    state.scoredHash = hash;
    return true;
  });
  if (partition.frame.count === FRAME_ROWS) cutFrame(partition);
}

/** Puts out what was said since the last call. */
export function cutFrame({ frame, frameSource: source, clock, emitted }: Partition): void {
  const { partition, slot, time } = clock;
  if (frame.count === 0 || slot === null || time === null || source === null) return;
  emitted.push({ key: String(partition), time, value: frame.take({ partition, slot, time, source }) });
}
