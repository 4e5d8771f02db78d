import type { ScreenedToken } from '@cryptonite/contracts/api';
import type { ReactNode } from 'react';
import { formatAge, formatChange, formatCompactDollars, formatPercent, UNKNOWN } from '../../../lib/format';
import { priceWindowWords, windowWords } from '../../../lib/windows';
import { excludedWords, topTenWords, whaleWords } from '../model/holder-words';
import { Age } from './stream-time';
import { LinkActions, MintButton } from './token-actions';
import { Value } from './token-metrics';

/** What a card has no room for: figures of the token that no score is made of, and the ways to it. */
export function TokenDetails({ token }: { token: ScreenedToken }) {
  const { createdAt, completedAt, migrationTime, measuredAt, completionMarketCap } = token;
  const endedAt = completedAt ?? migrationTime;
  return (
    <section
      aria-labelledby="details-title"
      className="mt-4 border-t border-line2 pt-3"
      data-testid="details"
    >
      <h3 id="details-title" className="text-value font-medium">
        Details
      </h3>
      <dl className="details">
        <Detail label="Age">
          <Age since={createdAt} measuredAt={measuredAt} />
          {createdAt !== null && endedAt !== null && `, on its curve for ${formatAge(createdAt, endedAt)}`}
        </Detail>
        {completionMarketCap !== null && (
          <Detail label="Target, what completion is worth now">
            {formatCompactDollars(completionMarketCap)}
          </Detail>
        )}
        <Detail label="Price change">
          <Changes token={token} />
        </Detail>
        <Detail label={`Price against its high, ${windowWords('h24', token)}`}>
          <Value text={formatPercent(token.priceOfHighPercent)} />
        </Detail>
        <Detail label={`Volume, ${windowWords('h24', token)}`}>
          <Value text={formatCompactDollars(token.volume24h)} />
        </Detail>
        <Detail label="Top 10">
          <Value text={topTenWords(token)} />
        </Detail>
        <Detail label="Left out of holders">{excludedWords(token)}</Detail>
        <Detail label={`Whale buyers, ${windowWords('h1', token)}`}>
          <Value text={whaleWords(token)} />
        </Detail>
      </dl>
      <div className="mt-1 flex items-center gap-2">
        <MintButton token={token} />
        <LinkActions token={token} />
      </div>
    </section>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Each window once: of a young token several are its life. */
function Changes({ token }: { token: ScreenedToken }) {
  const changes = new Map([
    [priceWindowWords('m5', token), token.priceChange],
    [priceWindowWords('h1', token), token.priceChange1h],
    [priceWindowWords('h24', token), token.priceChange24h],
  ]);
  if ([...changes.values()].every((change) => change === null)) return <Value text={UNKNOWN} />;
  return [...changes].map(([window, change]) => `${formatChange(change)} ${window}`).join(' · ');
}
