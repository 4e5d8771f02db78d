import { stripAt } from '../../../lib/format';
import type { DrawnToken } from './drawn-token';

/** A way out of the page; without an address it stands there disabled and says why. */
export type TokenLink = { site: 'chart' | 'launchpad' | 'x'; label: string; url: string | null; why: string };

const SIMULATED = 'a simulated mint is not known there';

/** https only; null for any other address. */
function httpsOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' ? url.href : null;
}

/** Charts, coin page, account: none of a simulated mint, which no site outside knows. */
export function linksOf({ origin, dexUrl, launchpadUrl, twitter }: DrawnToken): TokenLink[] {
  const isSimulated = origin.kind === 'market';
  const handle = stripAt(twitter ?? '');
  const account = /^\w{1,15}$/.test(handle) ? `https://x.com/${handle}` : null;
  const link = (site: TokenLink['site'], label: string, url: string | null, missing: string): TokenLink => ({
    site,
    label,
    url: isSimulated ? null : url,
    why: isSimulated ? SIMULATED : missing,
  });
  return [
    link('chart', 'View Chart', httpsOf(dexUrl), 'its address is not https'),
    link('launchpad', 'PumpFun', httpsOf(launchpadUrl), 'its address is not https'),
    link('x', account === null ? 'X' : `@${handle}`, account, 'no account is known'),
  ];
}
