/** Asks as the screener writes them, for tests. */
import type { Ask } from '@cryptonite/contracts/asks';
import type { AskOf } from './provider.js';

export const MINT = 'uKubAxmYJEABdmw6hqegbgghe6fcmaHqjKd2umjpump';
export const START = 1_789_087_342_000;

const base = {
  v: 1,
  mint: MINT,
  time: START,
  slot: 446_023_102,
  source: { kind: 'market', name: 'market simulator, seed 7' },
  nearness: 'listed',
  isKnown: false,
  why: 'nearer',
} as const;

type Changes = Partial<Pick<Ask, 'mint' | 'time' | 'slot' | 'nearness' | 'isKnown' | 'why'>>;

export const askMint = (changes: Changes = {}): AskOf<'mint'> => ({ ...base, what: 'mint', ...changes });
export const askHolders = (changes: Changes = {}): AskOf<'holders'> => ({
  ...base,
  what: 'holders',
  ...changes,
});
export const askMetadata = (changes: Changes & Partial<AskOf<'metadata'>> = {}): AskOf<'metadata'> => ({
  ...base,
  what: 'metadata',
  uri: '',
  knownDocumentSha256: null,
  knownPictureSha256: null,
  ...changes,
});
export const askBoosts = (changes: Changes & Partial<AskOf<'boosts'>> = {}): AskOf<'boosts'> => ({
  ...base,
  what: 'boosts',
  knownBoosts: null,
  knownHasPaidProfile: null,
  ...changes,
});
export const askLikeness = (changes: Changes & Partial<AskOf<'likeness'>> = {}): AskOf<'likeness'> => ({
  ...base,
  what: 'likeness',
  name: 'Sealy',
  symbol: 'SEAL',
  createdAt: START - 60_000,
  pictureSha256: null,
  twitterHandle: null,
  ...changes,
});
export const askSocial = (changes: Changes & Partial<AskOf<'social'>> = {}): AskOf<'social'> => ({
  ...base,
  what: 'social',
  twitterHandle: null,
  telegramHandle: null,
  ...changes,
});
export const askPlace = (changes: Changes = {}): AskOf<'place'> => ({ ...base, what: 'place', ...changes });
export const askWebsite = (changes: Changes & Partial<AskOf<'website'>> = {}): AskOf<'website'> => ({
  ...base,
  what: 'website',
  website: 'https://sealy.example',
  ...changes,
});
