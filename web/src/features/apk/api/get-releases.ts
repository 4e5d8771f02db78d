import { ApkReleases } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from '../../../lib/api';

export const releasesQuery = () =>
  queryOptions({
    queryKey: ['apk'],
    queryFn: ({ signal }) => get('/api/apk', ApkReleases, signal),
  });
