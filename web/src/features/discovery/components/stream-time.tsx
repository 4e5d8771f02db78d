import { useQuery } from '@tanstack/react-query';
import { formatTimeAgo } from '../../../lib/format';
import { healthQuery } from '../../../lib/queries';

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
