/** Whether the website that a launch names answers. */
import type { FetchFailure } from '@cryptonite/contracts/events';
import { cleanText } from '../clean-text.js';
import { FetchFailed, NotAsked, WayIsAway } from '../fetch/guard.js';
import type { Content } from '../metadata/content.js';
import type { AskOf, Provider, Said } from '../provider.js';

const WITHIN_MS = 10_000;
/** Nothing of a page is used, and one of more has answered too. */
const BYTES_MOST = 4 << 10;
const DETAIL_MOST = 300;
/** As long as `from` of the contract; a name of DNS may be longer. */
const FROM_MOST = 200;

/** It answered with success, and more or otherwise packed than is read here. */
const ANSWERED: ReadonlySet<FetchFailure> = new Set(['too-large', 'wrong-type']);
/** Somebody is there who lets no stranger in: what others see there is not known. */
const KEPT_OUT: ReadonlySet<number> = new Set([401, 403, 429]);
/** Nobody was asked, or not to the end, by rules of ours: browsers have others. */
const BY_OUR_RULES: ReadonlySet<FetchFailure> = new Set(['no-address', 'too-many-redirects', 'rate-limited']);

/** They say nothing of the site. */
const OF_US = [NotAsked, WayIsAway];

export class Websites implements Provider<'website'> {
  constructor(private readonly sites: Pick<Content, 'get'>) {}

  async answer({ website, nearness }: AskOf<'website'>): Promise<Said | null> {
    const base = { kind: 'WebsiteObserved' as const, website };
    const address = addressOf(website);
    const answered = { doesAnswer: true, failure: null, failureDetail: null };
    try {
      const within = { turnWithinMs: WITHIN_MS, timeoutMs: WITHIN_MS, maxBytes: BYTES_MOST };
      // It is asked because it may have changed.
      const bounds = { ...within, nearness, keep: null };
      const { host } = await this.sites.get(address, bounds);
      return { ...base, from: host.slice(0, FROM_MOST), ...answered };
    } catch (error) {
      if (!(error instanceof FetchFailed) || OF_US.some((kind) => error instanceof kind)) throw error;
      const from = hostOf(address);
      if (ANSWERED.has(error.failure)) return { ...base, from, ...answered };
      const { failure, status } = error;
      const isUnknown =
        BY_OUR_RULES.has(failure) || (failure === 'refused' && (status === null || KEPT_OUT.has(status)));
      const failureDetail = cleanText(error.message).slice(0, DETAIL_MOST);
      return { ...base, from, doesAnswer: isUnknown ? null : false, failure, failureDetail };
    }
  }
}

/** Many write a host alone, some with a port. */
function addressOf(website: string): string {
  const trimmed = website.trim();
  return /^([a-z][a-z0-9+.-]*:\/\/|ipfs:)/i.test(trimmed) ? trimmed : `https://${trimmed}`;
}

/** Whom an address names, for an answer that nobody gave. */
function hostOf(address: string): string {
  const { host } = URL.canParse(address) ? new URL(address) : { host: '' };
  return host === '' ? 'nobody' : host.slice(0, FROM_MOST);
}
