import { lazy } from 'react';

/** The pages by their paths, each loaded when it is first shown. query-api answers 200 for the same paths. */
export const PAGES = {
  '/': lazy(() => import('./landing-page')),
  '/discovery': lazy(() => import('./discovery-page')),
  '/platform': lazy(() => import('./platform-page')),
  '/admin': lazy(() => import('./admin-page')),
  '/privacy': lazy(() => import('./privacy-page')),
  '/whitepaper': lazy(() => import('./whitepaper-page')),
  '/terms': lazy(() => import('./terms-page')),
  '/support': lazy(() => import('./support-page')),
  '/scanner': lazy(() => import('./redirect-page')),
} as const;

export const NotFoundPage = lazy(() => import('./not-found-page'));
