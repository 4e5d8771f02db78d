import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { formatCount } from '../../../lib/format';
import { useIsOld } from '../../../lib/live/use-is-old';
import { POLL_MS } from '../../../lib/queries';
import { useList } from '../api/get-list';
import { ultimateStatsQuery } from '../api/get-scan-progress';
import type { DrawnToken } from '../model/drawn-token';
import type { Answer } from '../model/held-lists';
import type { ListState } from '../model/list-state';
import { byListing } from '../model/sort';
import { findSharedSymbols } from '../model/symbols';
import { useHeldRows } from '../model/use-held-rows';
import { EmptyList, FailedList } from './list-states';
import { TokenCard } from './token-card';
import type { DrawToken } from './token-rows';
import { UltimateCard } from './ultimate-card';

type PageState = {
  /** The page's values are of the past. */
  isStale: boolean;
  /** What the data are, and what is wrong with them. */
  condition: ReactNode;
};

/** The card of the token that came last into Ultimate; while nothing is in there, of the one that qualified last. */
export function NewestToken(page: PageState) {
  const ultimate = useList('ultimate');
  if (ultimate.data?.items.length === 0) return <NewestQualified {...page} />;
  return (
    <Newest
      {...page}
      name="ultimate"
      where="in Ultimate"
      query={ultimate}
      copy={{ loading: 'Scanning entire Solana ecosystem...', failed: 'Ultimate tokens could not be loaded' }}
      draw={UltimateCard}
      empty={null}
    />
  );
}

function NewestQualified(page: PageState) {
  const qualified = useList('qualified', 'pumpfun');
  return (
    <Newest
      {...page}
      name="qualified"
      where="qualified before migration"
      query={qualified}
      copy={{ loading: 'Loading qualified tokens...', failed: 'Qualified tokens could not be loaded' }}
      draw={TokenCard}
      empty={
        <EmptyList
          title="No Qualified Tokens Yet"
          text="Nothing passes the checks at this moment. What comes closest is in Discovery."
        />
      }
    />
  );
}

type NewestProps<Token extends DrawnToken> = PageState & {
  name: string;
  /** As the end of "newest of 29 shown". */
  where: string;
  query: ListState<Token>;
  copy: { loading: string; failed: string };
  draw: DrawToken<Token>;
  empty: ReactNode;
};

function Newest<Token extends DrawnToken>(props: NewestProps<Token>) {
  const { query, where, copy, condition, isStale } = props;
  const { data: stats } = useQuery(ultimateStatsQuery('live'));
  const isOld = useIsOld(query);
  return (
    <>
      <p className="live-line">
        {condition}
        {query.data && query.data.items.length > 0 && (
          <>
            <span>
              newest of {formatCount(query.data.total)} {where}
            </span>
            {stats?.scanned != null && (
              <span className="-ml-2">, {formatCount(stats.scanned)} scanned in 10 min</span>
            )}
          </>
        )}
      </p>
      {query.data ? (
        <NewestCard {...props} answer={query.data} isStale={isStale || isOld} />
      ) : query.error ? (
        <FailedList
          title={copy.failed}
          error={query.error}
          nextTryAt={query.isFetching ? 0 : query.errorUpdatedAt + POLL_MS.lists}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <div className="card min-h-[216px] items-center justify-center">
          <p role="status" className="text-ink2">
            {copy.loading}
          </p>
        </div>
      )}
    </>
  );
}

const NO_NEED = () => {};

/** It holds still while it is pointed at, and stays for a while after its token left, as on the page itself. */
function NewestCard<Token extends DrawnToken>(props: NewestProps<Token> & { answer: Answer<Token> }) {
  const { name, answer, draw: Card, isStale, empty } = props;
  const { items, asOf } = answer;
  const shown = useMemo(() => [...items].sort(byListing).slice(0, 1), [items]);
  const { rows, area } = useHeldRows(shown, items, { name: `home ${name}`, asOf, room: 1, raise: NO_NEED });
  const shared = useMemo(() => findSharedSymbols(items), [items]);
  const [row] = rows;
  if (!row) return empty;
  return (
    <div {...area}>
      <Card
        {...row}
        key={row.token.mint}
        isFilled
        isStale={isStale}
        isOriginShown={false}
        sharesSymbol={shared.has(row.token.mint)}
      />
    </div>
  );
}
