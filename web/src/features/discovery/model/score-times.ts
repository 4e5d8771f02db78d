/** Of when is what a dialog of scores shows: of the card's measurement, or it says that it is not. */
import type { TokenPage } from '@cryptonite/contracts/api';
import { formatUtcTime } from '../../../lib/format';
import type { ScoreName } from './opened-scores';

/** Stream time of the measurement that the token's card shows; null where it is on no card. */
type CardTime = number | null;

/** Whether the card has moved on since the answer. */
export const isCardAhead = (page: TokenPage | undefined, card: CardTime): boolean =>
  page !== undefined && card !== null && card > page.token.measuredAt;

/** "As of 14:22:28 UTC"; where the card shows another measurement, of when that is. */
export function asOfWords({ token: { measuredAt } }: TokenPage, card: CardTime): string {
  const apart = card === null || card === measuredAt ? '' : `, the card as of ${formatUtcTime(card)}`;
  return `As of ${formatUtcTime(measuredAt)}${apart}`;
}

const SECTION_SHOWS: Partial<Record<ScoreName, { part: 'findings' | 'patterns'; label: string }>> = {
  rug: { part: 'findings', label: 'Findings' },
  patterns: { part: 'patterns', label: 'Patterns' },
  hype: { part: 'patterns', label: 'Parts of the pattern' },
  daily: { part: 'patterns', label: 'Parts of the pattern' },
};

/** Of what a section shows that is older than the scores: "Findings as of 14:22:07 UTC"; null where nothing is. */
export function olderWords({ behind }: Pick<TokenPage, 'behind'>, section: ScoreName): string | null {
  const shown = SECTION_SHOWS[section];
  if (!shown || !behind?.what.includes(shown.part)) return null;
  return behind.measuredAt === null
    ? `${shown.label} not stored yet`
    : `${shown.label} as of ${formatUtcTime(behind.measuredAt)}`;
}
