import type { ProfileName } from '@cryptonite/contracts/api';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type DiscoveryState, readUrlState, writeUrlState } from './url-state';

/** What the address says is shown, and how to show something else. */
export function useDiscovery(): [DiscoveryState, (change: Partial<DiscoveryState>) => void] {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (change: Partial<DiscoveryState>) =>
      setParams((now) => writeUrlState({ ...readUrlState(now), ...change }), { preventScrollReset: true }),
    [setParams],
  );
  return [readUrlState(params), show];
}

/** The profile in the address: by whose rules lists and scores are read. */
export const useProfile = (): ProfileName => readUrlState(useSearchParams()[0]).profile;
