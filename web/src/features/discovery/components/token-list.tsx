import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useIsOld } from '../../../lib/live/use-is-old';
import { POLL_MS } from '../../../lib/queries';
import { useGlide } from '../../../ui/use-glide';
import { useKeptRoom } from '../../../ui/use-kept-room';
import type { Answer, ListedToken } from '../model/held-lists';
import { type Density, useSort } from '../model/preferences';
import { COMPARE } from '../model/sort';
import type { TabList } from '../model/url-state';
import { useHeldRows } from '../model/use-held-rows';
import { useLeave } from '../model/use-leave';
import { limitFor } from '../model/way-to-row';
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

type TokenListProps = {
  list: TabList;
  query: UseQueryResult<Answer<ListedToken>>;
  density: Density;
  whyEmpty: string;
  isStale: boolean;
};

/** What was once read stays, whatever fails later: the strip says how old it is. */
export function TokenList({ list, query, density, whyEmpty, isStale }: TokenListProps) {
  const { data, isFetching, errorUpdatedAt, refetch } = query;
  const error = useLastError(query);
  const isOld = useIsOld(query);
  const copy = COPY[list];
  if (data) {
    return (
      <Tokens list={list} answer={data} density={density} isStale={isStale || isOld}>
        <EmptyList title={copy.empty} text={whyEmpty} />
      </Tokens>
    );
  }
  if (!error) return <LoadingList text={copy.loading} density={density} />;
  return (
    <FailedList
      title={copy.failed}
      error={error}
      nextTryAt={isFetching ? 0 : errorUpdatedAt + POLL_MS.lists}
      onRetry={() => void refetch()}
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

type TokensProps = {
  list: TabList;
  answer: Answer<ListedToken>;
  density: Density;
  isStale: boolean;
  /** Stands where no token does. */
  children: ReactNode;
};

function Tokens({ list, answer: { items, total, asOf }, density, isStale, children }: TokensProps) {
  const [limit, setLimit] = useState(LIST_LIMIT_DEFAULT);
  const [sort] = useSort();
  const sorted = useMemo(() => [...items].sort(COMPARE[sort]), [items, sort]);
  const shown = useMemo(() => sorted.slice(0, limit), [sorted, limit]);
  const raise = (wanted: string) =>
    setLimit(
      limitFor(
        sorted.findIndex(({ mint }) => mint === wanted),
        limit,
        LIST_LIMIT_DEFAULT,
      ),
    );
  const { name, leaveOf } = useLeave(list);
  const options = { name, asOf, room: limit, raise, order: sort, leaveOf };
  const { rows: newest, waiting, release, area } = useHeldRows(shown, items, options);
  const rows = useGlide(area.ref, newest, `${density} ${newest.map(({ token }) => token.mint).join(' ')}`);
  const listed = rows.filter(({ left }) => left === null).length;

  const box = useRef<HTMLDivElement>(null);
  useKeptRoom(box, `${density} ${rows.length} ${listed < total}`, () => {
    return box.current?.querySelector<HTMLElement>('[data-mint]')?.offsetHeight;
  });
  return (
    <div ref={box}>
      <NewsButton count={waiting} onPress={release} />
      {rows.length === 0 ? (
        children
      ) : (
        <TokenRows label={list} rows={rows} all={items} density={density} isStale={isStale} area={area} />
      )}
      <ShowMore
        shown={listed}
        total={total}
        onMore={items.length > limit ? () => setLimit(limit + LIST_LIMIT_DEFAULT) : null}
      />
    </div>
  );
}
