import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
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
export type Currency = { isStale: boolean; behindMs: number | null; linkText: string };

type TokenListProps = {
  list: ListName;
  query: UseQueryResult<TokenListAnswer>;
  whyEmpty: string;
  currency: Currency;
};

export function TokenList({ list, query, whyEmpty, currency }: TokenListProps) {
  const { data, error, isError, errorUpdatedAt, dataUpdatedAt, refetch } = query;
  const [shownFailure, setShownFailure] = useState(false);
  const copy = COPY[list];
  if (isError && !(shownFailure && data)) {
    return (
      <FailedList
        title={copy.failed}
        error={error}
        nextTryAt={errorUpdatedAt + POLL_MS.tokens}
        lastAnswerAt={data ? dataUpdatedAt : 0}
        onRetry={() => void refetch()}
        onShowLast={() => setShownFailure(true)}
      />
    );
  }
  if (!data) return <LoadingCards text={copy.loading} />;
  const isStale = currency.isStale || isError;
  return (
    <>
      {isStale && (
        <StaleBanner
          asOf={data.asOf}
          behindMs={currency.behindMs}
          text={isError ? 'The last answer is shown' : currency.linkText}
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
  const { rows, waiting, release, area } = useHeldRows(shown);
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
