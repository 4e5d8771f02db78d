import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../lib/format';
import { POLL_MS } from '../../../lib/queries';
import { useGlide } from '../../../ui/use-glide';
import { useKeptRoom } from '../../../ui/use-kept-room';
import { type Answer, byListing, type ListedToken } from '../model/held-lists';
import type { TabList } from '../model/url-state';
import { useHeldRows } from '../model/use-held-rows';
import { useLeave } from '../model/use-leave';
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
  const { data, isError, isFetching, errorUpdatedAt, refetch } = query;
  const error = useLastError(query);
  const copy = COPY[list];
  if (data) {
    return (
      <Cards list={list} answer={data} isStale={freshness.isStale || isError}>
        <EmptyList title={copy.empty} text={whyEmpty} />
      </Cards>
    );
  }
  if (!error) return <LoadingCards text={copy.loading} />;
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

/** The error of the newest answer. A query that never had data forgets its error while it tries again. */
function useLastError({ error, isPending, isSuccess }: UseQueryResult<Answer<ListedToken>>): Error | null {
  const last = useRef<Error | null>(null);
  if (error) last.current = error;
  else if (isSuccess) last.current = null;
  return isPending || error ? last.current : null;
}

type CardsProps = {
  list: TabList;
  answer: Answer<ListedToken>;
  isStale: boolean;
  /** Stands where no card does. */
  children: ReactNode;
};

function Cards({ list, answer: { items, total, asOf }, isStale, children }: CardsProps) {
  const [limit, setLimit] = useState(LIST_LIMIT_DEFAULT);
  const shown = useMemo(() => [...items].sort(byListing).slice(0, limit), [items, limit]);
  const { name, leaveOf } = useLeave(list);
  const { rows, waiting, release, area } = useHeldRows(shown, items, { name, asOf, room: limit, leaveOf });
  const listed = rows.filter(({ left }) => left === null).length;

  const box = useRef<HTMLDivElement>(null);
  const order = rows.map(({ token }) => token.mint).join(' ');
  useListKeys(area.ref);
  useGlide(area.ref, order);
  useKeptRoom(box, `${rows.length} ${listed < total}`, () => box.current?.querySelector('li')?.offsetHeight);
  return (
    <div ref={box} className="relative">
      <div aria-live="polite">
        {waiting > 0 && (
          <button type="button" className="button waiting" onClick={release}>
            {waiting} new
          </button>
        )}
      </div>
      {rows.length === 0 && children}
      <ul
        className={`grid scroll-mt-14 gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3 ${isStale ? 'is-stale' : ''}`}
        {...area}
      >
        {rows.map((row) => (
          <li key={row.token.mint} className="grid min-w-0">
            <TokenCard row={row} isStale={isStale} />
          </li>
        ))}
      </ul>
      {total > listed && (
        <div className="flex items-center gap-3 pt-3 text-small text-ink3">
          {formatCount(listed)} of {formatCount(total)} shown.
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
