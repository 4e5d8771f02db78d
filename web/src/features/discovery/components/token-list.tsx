import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useIsOld } from '../../../lib/live/use-is-old';
import { POLL_MS } from '../../../lib/queries';
import { useGlide } from '../../../ui/use-glide';
import { useKeptRoom } from '../../../ui/use-kept-room';
import type { DrawnToken } from '../model/drawn-token';
import type { Answer } from '../model/held-lists';
import type { Leave } from '../model/hold-rows';
import type { ListState } from '../model/list-state';
import { useHeldRows } from '../model/use-held-rows';
import { useShownDensity } from '../model/use-shown-density';
import { limitFor } from '../model/way-to-row';
import type { CardKind } from './card-shell';
import { FailedList } from './list-states';
import { LoadingList } from './loading-list';
import { ShowMore } from './show-more';
import { NewsButton } from './sticky-bar';
import { TokenCard } from './token-card';
import { type DrawToken, TokenRows } from './token-rows';

type TokenListProps<Token extends DrawnToken> = {
  /** Its name for those who cannot see where it stands. */
  label: string;
  /** The name of its rows: by it others lead to one, and by it is known what it held. */
  name: string;
  copy: { loading: string; failed: string };
  query: ListState<Token>;
  /** `key` is by what: another one is the viewer's, and at once. */
  order: { key: string; sort: (items: readonly Token[]) => Token[] };
  /** What a card is drawn as. */
  kind?: CardKind;
  draw?: DrawToken<Token>;
  /** Stands where no token does. */
  empty: ReactNode;
  isStale: boolean;
  leaveOf?: (token: Token) => Leave<Token>;
};

/** What was once read stays, whatever fails later: the strip says how old it is. */
export function TokenList<Token extends DrawnToken>(props: TokenListProps<Token>) {
  const { query, copy, kind = 'check', isStale } = props;
  const density = useShownDensity();
  const { data, isFetching, errorUpdatedAt, refetch } = query;
  const error = useLastError(query);
  const isOld = useIsOld(query);
  if (data) return <Tokens {...props} answer={data} isStale={isStale || isOld} />;
  if (!error) return <LoadingList text={copy.loading} density={density} kind={kind} />;
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
function useLastError({ error, isPending, data }: ListState<unknown>): Error | null {
  const last = useRef<Error | null>(null);
  if (error) last.current = error;
  else if (data) last.current = null;
  return isPending || error ? last.current : null;
}

function Tokens<Token extends DrawnToken>({
  label,
  name,
  answer: { items, total, asOf },
  order,
  kind = 'check',
  draw = TokenCard,
  empty,
  isStale,
  leaveOf,
}: TokenListProps<Token> & { answer: Answer<Token> }) {
  const density = useShownDensity();
  const [limit, setLimit] = useState(LIST_LIMIT_DEFAULT);
  const { key, sort } = order;
  const sorted = useMemo(() => sort(items), [items, sort]);
  const shown = useMemo(() => sorted.slice(0, limit), [sorted, limit]);
  const raise = (wanted: string) =>
    setLimit(
      limitFor(
        sorted.findIndex(({ mint }) => mint === wanted),
        limit,
        LIST_LIMIT_DEFAULT,
      ),
    );
  const options = { name, asOf, room: limit, raise, order: key, ...(leaveOf && { leaveOf }) };
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
        empty
      ) : (
        <TokenRows
          label={label}
          rows={rows}
          all={items}
          density={density}
          kind={kind}
          draw={draw}
          isStale={isStale}
          area={area}
        />
      )}
      <ShowMore
        shown={listed}
        total={total}
        onMore={items.length > limit ? () => setLimit(limit + LIST_LIMIT_DEFAULT) : null}
      />
    </div>
  );
}
