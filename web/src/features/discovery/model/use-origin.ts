import type { HealthSummary } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { monitoringCountQuery } from '../api/get-monitoring-count';
import { useHeldTokens } from '../api/held-tokens';

/** Where the tokens and counts on screen come from, as they say themselves. */
export function useOrigin(): HealthSummary['source'] {
  const held = useHeldTokens();
  const { data: monitoring } = useQuery(monitoringCountQuery());
  const [token] = held.values();
  return token?.origin ?? monitoring?.origin ?? null;
}
