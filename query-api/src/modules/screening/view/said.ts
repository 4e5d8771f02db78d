import type { Source } from '@cryptonite/contracts/api';
import type { ScreeningEvent, TokenScored } from '@cryptonite/contracts/events';
import { decodeScreeningRecord, measurementsOf } from '@cryptonite/contracts/frames';
import type { Measurement } from '@cryptonite/contracts/measures';

export type Measured = { kind: 'Measured'; measurement: Measurement; source: Source };

/** One thing that the screener said. */
export type Said = Measured | Exclude<ScreeningEvent, TokenScored>;

/** What a record of topic `screening.tokens` says, in its order. Throws where it cannot be read. */
export function readRecord(bytes: Buffer): Said[] {
  const record = decodeScreeningRecord(bytes);
  switch (record.holds) {
    case 'frame': {
      const { source } = record.frame;
      return measurementsOf(record.frame).map((measurement) => ({ kind: 'Measured', measurement, source }));
    }
    case 'event':
      return [record.event];
    case 'before': {
      const { measurement, described, trailed } = record;
      return [described, trailed, { kind: 'Measured', measurement, source: described.source }];
    }
  }
}
