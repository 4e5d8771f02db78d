import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format';
import { POLL_MS } from '../../../lib/queries';
import { byListing, type ListedToken, type TokenList as TokenListAnswer } from '../model/patch-lists';
import type { ListName } from '../model/url-state';
import { useHeldRows } from '../model/use-held-rows';
import { useListKeys } from '../model/use-list-keys';
import { EmptyList, FailedList, LoadingCards, StaleBanner } from './list-states';
import { TokenCard } from './token-card';

const COPY = {
  qualified: {
    loading: 'Loading qualified tokens...',
    empty: 'No Qualified Tokens Yet',
    failed: 'Qualified tokens could not be loaded',
  },
  rejected: {
    loading: 'Loading rejected tokens...',
    empty: 'No Rejected Tokens',
    failed: 'Rejected tokens could not be loaded',
  },
} as const;

/** Whether the page's values are current, as the shell judges it. */
export type PageFreshness = { isStale: boolean; behindMs: number | null; linkText: string };

type TokenListProps = {
  list: ListName;
  query: UseQueryResult<TokenListAnswer>;
  whyEmpty: string;
  freshness: PageFreshness;
};

export function TokenList({ list, query, whyEmpty, freshness }: TokenListProps) {
  const { data, isError, isFetching, errorUpdatedAt, dataUpdatedAt, refetch } = query;
  const error = useLastError(query);
  const [isLastShown, setLastShown] = useState(false);
  useEffect(() => {
    if (!isError) setLastShown(false);
  }, [isError]);
  const copy = COPY[list];
  if (data ? isError && !isLastShown : error) {
    return (
      <FailedList
        title={copy.failed}
        error={error}
        nextTryAt={isFetching ? 0 : errorUpdatedAt + POLL_MS.tokens}
        lastAnswerAt={data ? dataUpdatedAt : 0}
        onRetry={() => void refetch()}
        onShowLast={() => setLastShown(true)}
      />
    );
  }
  if (!data) return <LoadingCards text={copy.loading} />;
  const isStale = freshness.isStale || isError;
  return (
    <>
      {isStale && (
        <StaleBanner
          asOf={data.asOf}
          behindMs={freshness.behindMs}
          text={isError ? 'The last answer is shown' : freshness.linkText}
        />
      )}
      {data.items.length === 0 ? (
        <EmptyList title={copy.empty} text={whyEmpty} />
      ) : (
        <Cards items={data.items} total={data.total} isStale={isStale} />
      )}
    </>
  );
}

/** The error of the newest answer. A query that never had data forgets its error while it tries again. */
function useLastError({ error, isPending, isSuccess }: UseQueryResult<TokenListAnswer>): Error | null {
  const last = useRef<Error | null>(null);
  if (error) last.current = error;
  else if (isSuccess) last.current = null;
  return isPending || error ? last.current : null;
}

function Cards({
  items,
  total,
  isStale,
}: {
  items: readonly ListedToken[];
  total: number;
  isStale: boolean;
}) {
  const [limit, setLimit] = useState(LIST_LIMIT_DEFAULT);
  const shown = useMemo(() => [...items].sort(byListing).slice(0, limit), [items, limit]);
  const { rows, waiting, release, area } = useHeldRows(shown, items);
  const grid = useRef<HTMLUListElement>(null);
  useListKeys(grid);
  return (
    <div className="relative">
      <div aria-live="polite">
        {waiting > 0 && (
          <button type="button" className="button waiting" onClick={release}>
            {waiting} new
          </button>
        )}
      </div>
      <ul
        ref={grid}
        className={`grid gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3 ${isStale ? 'is-stale' : ''}`}
        {...area}
      >
        {rows.map(({ row, hasLeft }) => (
          <li key={row.mint} className="grid min-w-0">
            <TokenCard token={row} hasLeft={hasLeft} isStale={isStale} />
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <div className="flex items-center gap-3 pt-3 text-small text-ink3">
          {formatCount(rows.length)} of {formatCount(total)} shown.
          {items.length > limit && (
            <button type="button" className="button" onClick={() => setLimit(limit + LIST_LIMIT_DEFAULT)}>
              Show more
            </button>
          )}
        </div>
      )}
    </div>
  );
}
