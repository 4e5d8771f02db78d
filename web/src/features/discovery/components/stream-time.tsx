import type { Health } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { formatAge, formatTimeAgo, formatUtcTime } from '../../../lib/format';
import { AHEAD_MS, LATE_MS } from '../../../lib/live/stale';
import { healthQuery } from '../../../lib/queries';
import { Value } from './token-metrics';

/** What is now in stream time, so that a replay reads as its own day did; of a stream that is late, what it would be by now. */
const nowOf = ({ streamTime, lagMs }: Health, measuredAt: number): number =>
  Math.max(streamTime ?? 0, measuredAt) + (lagMs !== null && lagMs > LATE_MS ? lagMs : 0);

/** By a slow clock nobody can tell how long ago a time of the chain was. */
const isClockSlow = ({ lagMs }: Health): boolean => lagMs !== null && lagMs < -AHEAD_MS;

/** Time ago, or by a slow clock the time. Renders only when its words change. */
export function TimeAgo({ time, measuredAt }: { time: number | null; measuredAt: number }) {
  const { data } = useQuery({
    ...healthQuery(),
    select: (health) =>
      time !== null && isClockSlow(health)
        ? `at ${formatUtcTime(time)}`
        : formatTimeAgo(time, nowOf(health, measuredAt)),
  });
  return (
    <time dateTime={time ? new Date(time).toISOString() : undefined}>
      {data ?? formatTimeAgo(time, measuredAt)}
    </time>
  );
}

/** How old a token is, in stream time. */
export function Age({ since, measuredAt }: { since: number | null; measuredAt: number }) {
  const { data } = useQuery({
    ...healthQuery(),
    select: (health) => formatAge(since, nowOf(health, measuredAt)),
  });
  return <Value text={data ?? formatAge(since, measuredAt)} />;
}
