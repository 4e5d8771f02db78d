import { ScanProgress } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';
import { POLL_MS } from '../../../lib/queries';

/** Counts of the scan. The stream does not carry them, so they are always polled. */
export const scanProgressQuery = () =>
  queryOptions({
    queryKey: ['scan-progress'],
    queryFn: ({ signal }) => get('/api/discovery/early-stage-progress', ScanProgress, signal),
    refetchInterval: POLL_MS.scanProgress,
  });
