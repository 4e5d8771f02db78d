import { formatDuration, formatLag, formatUtcTime, UNKNOWN } from '../../../lib/format';
import { describeGaps } from '../model/freshness';
import type { Status } from '../model/use-status';

/** How far the data are, in three lines. */
export function DataNow({ status: { health, freshness } }: { status: Status }) {
  const gaps = health ? describeGaps(health.gaps) : null;
  const length =
    gaps && gaps.count > 0 ? ` (${gaps.lengthMs === null ? UNKNOWN : formatDuration(gaps.lengthMs)})` : '';
  const rows = [
    ['Stream time', formatUtcTime(health?.streamTime ?? null)],
    ['Lag', freshness?.behindMs == null ? UNKNOWN : formatLag(freshness.behindMs)],
    ['Gaps in 24 h', gaps ? `${gaps.count}${length}` : UNKNOWN],
  ] as const;
  return (
    <dl className="feature-values">
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={value === UNKNOWN ? 'text-unk' : ''}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
