import type { Health } from '@cryptonite/contracts/api';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { monitoringCountQuery } from '../api/get-monitoring-count';
import { tokensQuery } from '../api/get-tokens';
import { LISTS, readUrlState } from './url-state';

/** Where the tokens and counts on screen come from, as they say themselves. */
export function useOrigin(): Health['source'] {
  const [params] = useSearchParams();
  const { source } = readUrlState(params);
  const answers = useQueries({ queries: LISTS.map((list) => tokensQuery(list, source)) });
  const { data: monitoring } = useQuery(monitoringCountQuery());
  return answers.find(({ data }) => data?.items[0])?.data?.items[0]?.origin ?? monitoring?.origin ?? null;
}
