import { ApkReleases } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from './api';

/** The releases of the Android app: `current` is null before there is one. */
export const apkReleasesQuery = () =>
  queryOptions({
    queryKey: ['apk-releases'],
    queryFn: ({ signal }) => get('/api/apk', ApkReleases, signal),
  });
