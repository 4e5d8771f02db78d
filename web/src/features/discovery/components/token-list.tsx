import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { POLL_MS } from '../../../lib/queries';
import type { Answer, ListedToken } from '../model/held-lists';
import { type Density, useSort } from '../model/preferences';
import { COMPARE } from '../model/sort';
import type { TabList } from '../model/url-state';
import { useHeldRows } from '../model/use-held-rows';
import { EmptyList, FailedList } from './list-states';
import { LoadingList } from './loading-list';
import { ShowMore } from './show-more';
import { NewsButton } from './sticky-bar';
import { TokenRows } from './token-rows';

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
  density: Density;
  whyEmpty: string;
  freshness: PageFreshness;
};

export function TokenList({ list, query, density, whyEmpty, freshness }: TokenListProps) {
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
        nextTryAt={isFetching ? 0 : errorUpdatedAt + POLL_MS.lists}
        lastAnswerAt={data ? dataUpdatedAt : 0}
        onRetry={() => void refetch()}
        onShowLast={() => setLastShown(true)}
      />
    );
  }
  if (!data) return <LoadingList text={copy.loading} density={density} />;
  const isStale = freshness.isStale || isError;
  if (data.items.length === 0) return <EmptyList title={copy.empty} text={whyEmpty} />;
  return <Tokens label={list} items={data.items} total={data.total} density={density} isStale={isStale} />;
}

/** The error of the newest answer. A query that never had data forgets its error while it tries again. */
function useLastError({ error, isPending, isSuccess }: UseQueryResult<Answer<ListedToken>>): Error | null {
  const last = useRef<Error | null>(null);
  if (error) last.current = error;
  else if (isSuccess) last.current = null;
  return isPending || error ? last.current : null;
}

function Tokens({
  label,
  items,
  total,
  density,
  isStale,
}: {
  label: string;
  items: readonly ListedToken[];
  total: number;
  density: Density;
  isStale: boolean;
}) {
  const [limit, setLimit] = useState(LIST_LIMIT_DEFAULT);
  const [sort] = useSort();
  const shown = useMemo(() => [...items].sort(COMPARE[sort]).slice(0, limit), [items, limit, sort]);
  const { rows: held, waiting, release, area } = useHeldRows(shown, items);
  const rows = useMemo(
    () => held.map(({ row, hasLeft }) => ({ token: row, left: hasLeft ? LEFT : null, isNew: false })),
    [held],
  );
  return (
    <>
      <NewsButton count={waiting} onPress={release} />
      <TokenRows label={label} rows={rows} density={density} isStale={isStale} area={area} />
      <ShowMore
        shown={rows.length}
        total={total}
        onMore={items.length > limit ? () => setLimit(limit + LIST_LIMIT_DEFAULT) : null}
      />
    </>
  );
}

const LEFT = { atMs: 0, reason: null };
