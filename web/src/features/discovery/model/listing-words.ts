/** What a change since listing counts from, in words: each list has a first listing of its own. */
import type { ListName } from '@cryptonite/contracts/api';
import { formatCompactDollars, formatUtcMinute } from '../../../lib/format';
import type { DrawnToken, SinceListing } from './drawn-token';

const NAMES: Record<ListName, string> = {
  qualified: 'Qualified',
  rejected: 'Rejected',
  ultimate: 'Ultimate',
  ultimateNear: 'Near misses',
  daily: 'Daily',
  social: 'Social',
  shilled: 'Shilled',
  discoveryQualified: 'High Hype',
  bondedAnalyzed: 'Bonded',
  earlyStage: 'Early Stage',
  microcaps: 'Micro-caps',
  newLaunches: 'New',
};

/** The list that a token was listed on. */
export const listedOnWords = ({ listedOn }: Pick<SinceListing, 'listedOn'>): string =>
  listedOn === undefined ? 'listing' : NAMES[listedOn];

/** "Early Stage 14:10 UTC at $173.1K". */
export function listingWords(token: SinceListing & Pick<DrawnToken, 'measuredAt'>): string {
  const { listedAt, initialMarketCap, measuredAt } = token;
  return `${listedOnWords(token)} ${formatUtcMinute(listedAt, measuredAt)} at ${formatCompactDollars(initialMarketCap)}`;
}
