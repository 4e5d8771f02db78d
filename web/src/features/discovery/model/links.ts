import type { ScreenedToken } from '@cryptonite/contracts/api';
import { stripAt } from '../../../lib/format';

/** A way out of the page; without an address it stands there disabled and says why. */
export type TokenLink = {
  site: 'chart' | 'launchpad' | 'x' | 'telegram' | 'search' | 'explorer';
  label: string;
  url: string | null;
  why: string;
};

const SIMULATED_MINT = 'a simulated mint is not known there';
/** Somebody else may have it, who has nothing to do with the token. */
const SIMULATED_ACCOUNT = 'a simulated token has no account there';

const NO_ACCOUNT = 'no account is known';
const IN_DOUBT = 'no account is known; the metadata that would name it may not have been read';

const X_HANDLE = /^\w{1,15}$/;
const TELEGRAM_HANDLE = /^[A-Za-z]\w{3,31}$/;

function handleOf(text: string | null, pattern: RegExp): string | null {
  const handle = stripAt(text ?? '');
  return pattern.test(handle) ? handle : null;
}

/** https only; null for any other address. */
function httpsOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' ? url.href : null;
}

/**
 * Charts, coin page, accounts. Of a simulated token none leads anywhere: no site outside knows its mint, and its handles are
 * made up; they are only told.
 */
export function linksOf(token: ScreenedToken): TokenLink[] {
  const { origin, dexUrl, launchpadUrl, twitter, telegram, imageUrl, imageFailure } = token;
  const isSimulated = origin.kind === 'market';
  // A picture or an account says that the document was read, and so does a picture that was looked at.
  const isDocumentInDoubt =
    imageFailure !== null &&
    imageFailure !== 'too-many-pixels' &&
    imageUrl === null &&
    twitter === null &&
    telegram === null;
  const ofMint = (site: TokenLink['site'], label: string, address: string): TokenLink => ({
    site,
    label,
    url: isSimulated ? null : httpsOf(address),
    why: isSimulated ? SIMULATED_MINT : 'its address is not https',
  });
  const ofHandle = (
    site: TokenLink['site'],
    label: string,
    host: string,
    handle: string | null,
  ): TokenLink => ({
    site,
    label: handle === null ? label : `${label} @${handle}`,
    url: handle === null || isSimulated ? null : `https://${host}/${handle}`,
    why: handle !== null && isSimulated ? SIMULATED_ACCOUNT : isDocumentInDoubt ? IN_DOUBT : NO_ACCOUNT,
  });
  return [
    ofMint('chart', 'View Chart', dexUrl),
    ofMint('launchpad', 'PumpFun', launchpadUrl),
    ofHandle('x', 'X', 'x.com', handleOf(twitter, X_HANDLE)),
    ofHandle('telegram', 'Telegram', 't.me', handleOf(telegram, TELEGRAM_HANDLE)),
  ];
}

/** What is said of the mint on X. */
export function searchOf({ mint, origin }: Pick<ScreenedToken, 'mint' | 'origin'>): TokenLink {
  const isSimulated = origin.kind === 'market';
  return {
    site: 'search',
    label: 'Search on X',
    url: isSimulated ? null : `https://x.com/search?${new URLSearchParams({ q: mint })}`,
    why: SIMULATED_MINT,
  };
}

/** The token at an explorer. */
export function explorerLink({ mint, origin }: Pick<ScreenedToken, 'mint' | 'origin'>): TokenLink {
  return {
    site: 'explorer',
    label: 'Explorer',
    url: addressAtExplorer('token', mint, origin),
    why: origin.kind === 'market' ? SIMULATED_MINT : 'its mint is no address',
  };
}

/** Where an explorer shows an account or a transaction; null of a simulated one, which none knows. */
export const explorerOf = (name: string, origin: ScreenedToken['origin']): string | null =>
  // A signature is 64 bytes, an account 32.
  addressAtExplorer(name.length > 44 ? 'tx' : 'account', name, origin);

function addressAtExplorer(
  what: 'token' | 'account' | 'tx',
  name: string,
  { kind }: ScreenedToken['origin'],
): string | null {
  if (kind === 'market' || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(name)) return null;
  return `https://solscan.io/${what}/${name}`;
}
