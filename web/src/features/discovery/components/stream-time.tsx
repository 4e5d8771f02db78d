import { CLOCK_SLOW_FROM_MS, type HealthSummary } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { formatAge, formatTimeAgo, formatUtcTime, MINUTE_MS } from '../../../lib/format';
import { LATE_MS } from '../../../lib/live/stale';
import { healthQuery } from '../../../lib/queries';
import { Value } from './token-metrics';

/** What is now in stream time, so that a replay reads as its own day did; of a stream that is late, what it would be by now. */
const nowOf = ({ streamTime, lagMs }: HealthSummary, measuredAt: number): number =>
  Math.max(streamTime ?? 0, measuredAt) + (lagMs !== null && lagMs > LATE_MS ? lagMs : 0);

/** Nothing of it is of now: it is late, nothing comes, or by a slow clock nobody can tell. */
const isNotOfNow = ({ lagMs, awaySince }: HealthSummary): boolean =>
  awaySince !== null || (lagMs !== null && (lagMs > LATE_MS || lagMs < -CLOCK_SLOW_FROM_MS));

/** Where nothing is of now, the time itself takes the place of "Just now". */
function timeAgo(time: number | null, health: HealthSummary, measuredAt: number, isStale: boolean): string {
  const now = nowOf(health, measuredAt);
  if (time !== null && (isStale || isNotOfNow(health)) && now - time < MINUTE_MS)
    return `at ${formatUtcTime(time)}`;
  return formatTimeAgo(time, now);
}

/** Time ago. Renders only when its words change. `isStale`: nothing was heard for a while, so that it is of no now. */
export function TimeAgo(props: { time: number | null; measuredAt: number; isStale?: boolean }) {
  const { time, measuredAt, isStale = false } = props;
  const { data } = useQuery({
    ...healthQuery(),
    select: (health) => timeAgo(time, health, measuredAt, isStale),
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
