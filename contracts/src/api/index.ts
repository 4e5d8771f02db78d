/** What the query API answers: the same schemas shape replies, OpenAPI and the page's parsing. Times are integer ms of chain time; percents 0–100; unobserved is null. */
export { Check, Lifecycle, ListSource, ProfileName, Source } from '../events/index.js';
export * from './accounts.js';
export * from './apk.js';
export * from './counts.js';
export * from './health.js';
export * from './lists.js';
export * from './pictures.js';
export * from './places.js';
export * from './problem.js';
export * from './site.js';
export * from './stream.js';
export * from './stream-changes.js';
export * from './token-page.js';
export * from './tokens.js';
