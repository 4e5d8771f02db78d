import { formatChange } from '../../../lib/format';
import { Icon } from '../../../ui/icon';
import type { DrawnToken } from '../model/drawn-token';
import { listingWords } from '../model/listing-words';
import { TimeAgo } from './stream-time';
import { SinceListed } from './token-metrics';

/** A token has performed from this change since listing on, in percent. */
const PERFORMED_FROM = 20;

/** How far the market cap has come since listing, as a badge once that is worth one; and on which list, when and at what it was listed. */
export function PerformanceBadge({ token }: { token: DrawnToken }) {
  const { marketCapChangePercent: change, listedAt, measuredAt } = token;
  const listing = listingWords(token);
  return (
    <>
      {change !== null && change >= PERFORMED_FROM ? (
        <span className="badge badge-up" data-testid="performance-badge" title={`Since ${listing}`}>
          <Icon name="up" size={12} />
          <b>{formatChange(change)}</b>
          <span className="truncate text-ink2">since {listing}</span>
        </span>
      ) : (
        <span className="badge" title={`Listed on ${listing}`}>
          {change !== null && <SinceListed percent={change} />}
          <span className="truncate">Listed on {listing}</span>
        </span>
      )}
      <span className="ml-auto hidden flex-none text-label text-ink3 md:inline">
        <TimeAgo time={listedAt} measuredAt={measuredAt} />
      </span>
    </>
  );
}
