import { MonitoringCount } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';
import { fallbackInterval, POLL_MS } from '../../../lib/queries';

export const monitoringCountQuery = () =>
  queryOptions({
    queryKey: ['monitoring-count'],
    queryFn: ({ signal }) => get('/api/tokens/monitoring-count', MonitoringCount, signal),
    refetchInterval: fallbackInterval(POLL_MS.monitoringCount),
  });
