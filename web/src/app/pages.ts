import { lazyAhead } from '../lib/chunks';

/** The pages by their paths, each loaded when it is first shown, or ahead. query-api answers 200 for the same paths. */
export const PAGES = {
  '/': lazyAhead(() => import('./landing-page')),
  '/discovery': lazyAhead(() => import('./discovery-page')),
  '/platform': lazyAhead(() => import('./platform-page')),
  '/admin': lazyAhead(() => import('./admin-page')),
  '/privacy': lazyAhead(() => import('./privacy-page')),
  '/whitepaper': lazyAhead(() => import('./whitepaper-page')),
  '/terms': lazyAhead(() => import('./terms-page')),
  '/support': lazyAhead(() => import('./support-page')),
  '/scanner': lazyAhead(() => import('./redirect-page')),
} as const;

export const NotFoundPage = lazyAhead(() => import('./not-found-page'));
