import { EarlyStageTokens, ScanProgress } from '@cryptonite/contracts/api';
import { LIST_LIMIT_MAX } from '@cryptonite/contracts/rules';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';
import { fallbackInterval, POLL_MS } from '../../../lib/queries';
import { patchEarlyStage } from '../model/patch-lists';
import { pendingChanges } from '../model/pending-changes';
import { PROFILE } from './get-tokens';

export const earlyStageQuery = () =>
  queryOptions({
    queryKey: ['early-stage', PROFILE],
    queryFn: ({ signal }) =>
      pendingChanges.overlay(
        () =>
          get(
            `/api/discovery/early-stage?profile=${PROFILE}&limit=${LIST_LIMIT_MAX}`,
            EarlyStageTokens,
            signal,
          ),
        patchEarlyStage,
      ),
    refetchInterval: fallbackInterval(POLL_MS.earlyStage),
  });

/** Counts of the scan. The stream does not carry them, so they are always polled. */
export const earlyStageProgressQuery = () =>
  queryOptions({
    queryKey: ['early-stage-progress'],
    queryFn: ({ signal }) => get('/api/discovery/early-stage-progress', ScanProgress, signal),
    refetchInterval: POLL_MS.earlyStageProgress,
  });
