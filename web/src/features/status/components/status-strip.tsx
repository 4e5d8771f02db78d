import type { ReactNode } from 'react';
import { conditionOf } from '../../../lib/condition';
import {
  formatCount,
  formatDuration,
  formatLag,
  formatUtcDate,
  formatUtcTime,
  UNKNOWN,
} from '../../../lib/format';
import { describeGaps } from '../model/freshness';
import type { Status } from '../model/use-status';

/** Drawn only over data that are not the live chain; its room is kept over all, so that it moves nothing. */
export function SimulatedStripe({ status: { source } }: { status: Status }) {
  return <div className={`h-1 ${conditionOf(source) ? 'stripe' : ''}`} aria-hidden="true" />;
}

/** Everything that is known of the data, as a list. */
export function AllValues({ status: { health, source, freshness, linkText } }: { status: Status }) {
  const gaps = health ? describeGaps(health.gaps) : null;
  const rows: [string, ReactNode][] = [
    ['Condition', conditionOf(source) ?? (source ? 'Live chain' : UNKNOWN)],
    ['Source', source?.name ?? UNKNOWN],
    ['Stream time', <StreamTime key="time" time={health?.streamTime ?? null} />],
    ['Lag', freshness?.behindMs == null ? UNKNOWN : formatLag(freshness.behindMs)],
    [
      'Gaps in 24 h',
      gaps
        ? `${gaps.count}${gaps.count > 0 ? ` (${gaps.lengthMs === null ? UNKNOWN : formatDuration(gaps.lengthMs)})` : ''}`
        : UNKNOWN,
    ],
    ['Slot', formatCount(health?.slot ?? null)],
    ['Events', health?.eventsPerSecond == null ? UNKNOWN : `${health.eventsPerSecond.toFixed(1)}/s`],
    ['SOL price', <SolPrice key="sol" price={health?.solPrice ?? null} />],
    ['Updates', linkText],
  ];
  return (
    <dl>
      {rows.map(([term, value]) => (
        <div
          key={term}
          className="flex justify-between gap-4 border-t border-line2 py-2 text-small first:border-t-0"
        >
          <dt className="flex-none text-ink3">{term}</dt>
          <dd className="min-w-0 break-words text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function StreamTime({ time }: { time: number | null }) {
  if (time === null) return <span className="font-normal text-unk">{UNKNOWN}</span>;
  return (
    <time dateTime={new Date(time).toISOString()} data-testid="stream-time">
      {formatUtcDate(time)} {formatUtcTime(time)}
    </time>
  );
}

function SolPrice({ price }: { price: { usd: string; from: string } | null }) {
  if (!price) return <span className="font-normal text-unk">{UNKNOWN}</span>;
  return (
    <span>
      ${Number(price.usd).toFixed(2)}{' '}
      <span className="font-normal text-ink3" title={price.from}>
        {price.from}
      </span>
    </span>
  );
}
