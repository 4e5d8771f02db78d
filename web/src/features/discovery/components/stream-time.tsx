import { useQuery } from '@tanstack/react-query';
import { formatAge, formatTimeAgo } from '../../../lib/format';
import { healthQuery } from '../../../lib/queries';
import { Value } from './token-metrics';

/** Time ago in stream time, so that a replay reads as its own day did. Renders only when its words change. */
export function TimeAgo({ time, measuredAt }: { time: number | null; measuredAt: number }) {
  const { data } = useQuery({
    ...healthQuery(),
    select: ({ streamTime }) => formatTimeAgo(time, Math.max(streamTime ?? 0, measuredAt)),
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
    select: ({ streamTime }) => formatAge(since, Math.max(streamTime ?? 0, measuredAt)),
  });
  return <Value text={data ?? formatAge(since, measuredAt)} />;
}
