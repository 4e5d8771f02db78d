import { lazyAhead } from '../lib/chunks';

/** The pages by their paths, each loaded when it is first shown, or ahead. query-api answers 200 for the same paths. */
export const PAGES = {
  '/': lazyAhead('landing-page', () => import('./landing-page')),
  '/discovery': lazyAhead('discovery-page', () => import('./discovery-page')),
  '/platform': lazyAhead('platform-page', () => import('./platform-page')),
  '/admin': lazyAhead('admin-page', () => import('./admin-page')),
  '/privacy': lazyAhead('privacy-page', () => import('./privacy-page')),
  '/whitepaper': lazyAhead('whitepaper-page', () => import('./whitepaper-page')),
  '/terms': lazyAhead('terms-page', () => import('./terms-page')),
  '/support': lazyAhead('support-page', () => import('./support-page')),
  '/scanner': lazyAhead('redirect-page', () => import('./redirect-page')),
} as const;

export const NotFoundPage = lazyAhead('not-found-page', () => import('./not-found-page'));
