import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format';
import { POLL_MS } from '../../../lib/queries';
import { type Answer, byListing, type ListedToken } from '../model/held-lists';
import type { TabList } from '../model/url-state';
import { useHeldRows } from '../model/use-held-rows';
import { useListKeys } from '../model/use-list-keys';
import { EmptyList, FailedList, LoadingCards } from './list-states';
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
  list: TabList;
  query: UseQueryResult<Answer<ListedToken>>;
  whyEmpty: string;
  freshness: PageFreshness;
};

/** What was once read stays, whatever fails later: the strip says how old it is. */
export function TokenList({ list, query, whyEmpty, freshness }: TokenListProps) {
  const { data, isFetching, errorUpdatedAt, refetch } = query;
  const error = useLastError(query);
  const copy = COPY[list];
  if (!data && error) {
    return (
      <FailedList
        title={copy.failed}
        error={error}
        nextTryAt={isFetching ? 0 : errorUpdatedAt + POLL_MS.lists}
        lastAnswerAt={0}
        onRetry={() => void refetch()}
        onShowLast={() => {}}
      />
    );
  }
  if (!data) return <LoadingCards text={copy.loading} />;
  if (data.items.length === 0) return <EmptyList title={copy.empty} text={whyEmpty} />;
  return <Cards items={data.items} total={data.total} isStale={freshness.isStale} />;
}

/** The error of the newest answer. A query that never had data forgets its error while it tries again. */
function useLastError({ error, isPending, isSuccess }: UseQueryResult<Answer<ListedToken>>): Error | null {
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
