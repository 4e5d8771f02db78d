import { SiteConfig } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { get } from './api';

/** What the operator set for the site: links, support, the gate. It stands until the page is loaded again. */
export const siteConfigQuery = () =>
  queryOptions({
    queryKey: ['site-config'],
    queryFn: ({ signal }) => get('/api/config', SiteConfig, signal),
  });

/** The links of the site as far as they are known: `null` in them says that one is not configured. */
export type AskedLinks = {
  /** Undefined until they are known. */
  links: SiteConfig['links'] | undefined;
  /** Why they could not be read; null while nothing failed. */
  error: unknown;
};
