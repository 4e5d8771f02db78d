/** What is said of who holds a token. */
import type { ScreenedToken } from '@cryptonite/contracts/api';
import { formatCount, formatPercent, UNKNOWN } from '../../../lib/format';

/** "12.3% of supply · 78.1% of sold" */
export function topTenWords({
  top10HolderPercent: ofSupply,
  top10OfSoldPercent: ofSold,
}: Pick<ScreenedToken, 'top10HolderPercent' | 'top10OfSoldPercent'>): string {
  if (ofSupply === null && ofSold === null) return UNKNOWN;
  return `${formatPercent(ofSupply)} of supply · ${formatPercent(ofSold)} of sold`;
}

/** "2 still hold" */
export function holdingWords(holding: number | null): string {
  if (holding === null) return UNKNOWN;
  return `${formatCount(holding)} still ${holding === 1 ? 'holds' : 'hold'}`;
}

/** "3 whales, 2 still hold": of the buyers of an hour how many have not sold all. */
export function whaleWords({
  whaleBuyers: count,
  whaleBuyersHolding: holding,
}: Pick<ScreenedToken, 'whaleBuyers' | 'whaleBuyersHolding'>): string {
  if (count === null) return UNKNOWN;
  const whales = `${formatCount(count)} ${count === 1 ? 'whale' : 'whales'}`;
  if (count === 0) return whales;
  if (holding === null) return `${whales}, still holding: ${UNKNOWN}`;
  return `${whales}, ${holdingWords(holding)}`;
}

/** What the holders' shares and their number leave out. */
export const excludedWords = ({
  excludedHolderPercent,
}: Pick<ScreenedToken, 'excludedHolderPercent'>): string =>
  `${formatPercent(excludedHolderPercent)} of supply: curve, pools, burned, exchanges`;
