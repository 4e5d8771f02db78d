import type { HighHypeToken } from '@cryptonite/contracts/api';
import type { ListedToken } from './held-lists';

/** Orders by what never changes of a token, so that no trade moves a card. */
export const SORTS = ['listed', 'age', 'initialMarketCap'] as const;
export type Sort = (typeof SORTS)[number];

type Compare = (a: ListedToken, b: ListedToken) => number;

type Listed = { mint: string; listedAt: number | null };

/** Newest first, by the time of listing, so that no change of a value moves a card. */
export const byListing = (a: Listed, b: Listed): number =>
  (b.listedAt ?? 0) - (a.listedAt ?? 0) || (a.mint < b.mint ? -1 : 1);

/** The greatest first; what is unknown last, and equals as they were listed. */
const by =
  (read: (token: ListedToken) => number | null): Compare =>
  (a, b) =>
    (read(b) ?? Number.NEGATIVE_INFINITY) - (read(a) ?? Number.NEGATIVE_INFINITY) || byListing(a, b);

export const COMPARE: Record<Sort, Compare> = {
  listed: byListing,
  age: by(({ createdAt }) => createdAt),
  initialMarketCap: by(({ initialMarketCap }) => initialMarketCap),
};

/** The newest alert first: what is said of a token once moves no row when its progress does. */
export function byAlert(
  a: Pick<HighHypeToken, 'mint' | 'alertRaisedAt'>,
  b: Pick<HighHypeToken, 'mint' | 'alertRaisedAt'>,
): number {
  return (b.alertRaisedAt ?? 0) - (a.alertRaisedAt ?? 0) || (a.mint < b.mint ? -1 : 1);
}
