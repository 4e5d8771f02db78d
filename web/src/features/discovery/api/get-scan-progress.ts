import { type ProfileName, ScanProgress, UltimateStats } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';
import { POLL_MS } from '../../../lib/queries';

/* Counts of the scan. The stream does not carry them, so they are always polled. */

export const scanProgressQuery = () =>
  queryOptions({
    queryKey: ['scan-progress'],
    queryFn: ({ signal }) => get('/api/discovery/early-stage-progress', ScanProgress, signal),
    refetchInterval: POLL_MS.scanProgress,
  });

export const dailyProgressQuery = (profile: ProfileName) =>
  queryOptions({
    queryKey: ['daily-progress', profile],
    queryFn: ({ signal }) => get(`/api/discovery/daily-progress?profile=${profile}`, ScanProgress, signal),
    refetchInterval: POLL_MS.dailyProgress,
  });

export const ultimateStatsQuery = (profile: ProfileName) =>
  queryOptions({
    queryKey: ['ultimate-stats', profile],
    queryFn: ({ signal }) => get(`/api/discovery/ultimate-stats?profile=${profile}`, UltimateStats, signal),
    refetchInterval: POLL_MS.ultimateStats,
  });
