import type { ShilledToken } from '@cryptonite/contracts/api';
import { SHILLED } from '@cryptonite/contracts/rules';
import { memo, useId, useMemo, useState } from 'react';
import { describeRetried } from '../../../lib/api';
import { formatCompactDollars, formatCount, formatUtcTime } from '../../../lib/format';
import { useIsOld } from '../../../lib/live/use-is-old';
import { sayWindows, windowWords } from '../../../lib/windows';
import { ExternalText } from '../../../ui/external-text';
import { Icon } from '../../../ui/icon';
import { useList } from '../api/get-list';
import type { ShownRow } from '../model/shown-row';
import { useSteadyOrder } from '../model/steady-order';
import { useHeldRows } from '../model/use-held-rows';
import { useToldLeave } from '../model/use-told-leave';
import { leftWords, stateClassOf } from './card-shell';
import { SectionNews } from './section-news';
import { ShowMore } from './show-more';
import { CopyAction, LinkActions } from './token-actions';
import { Value } from './token-metrics';
import { TokenTile } from './token-tile';

const NO_TOKENS: readonly ShilledToken[] = [];
const LISTS = ['shilled'] as const;
/** So many at first, and as many more by a press. */
const STEP = 10;

/** By posts and boosts for each organic buyer; without any they count as those for one. */
const ratioOf = ({ shillRatio }: ShilledToken): number | null => shillRatio;

const [boosts, posts, buyers] = SHILLED.flatMap(({ any }) => any.map(({ limit }) => limit));

/** Warnings: what is louder than it is bought. Merged into nothing. */
export function Shilled({ isStale }: { isStale: boolean }) {
  const { data, dataUpdatedAt, isError, error, refetch } = useList('shilled');
  const isOld = useIsOld({ isError, dataUpdatedAt });
  const items = data?.items ?? NO_TOKENS;
  const [limit, setLimit] = useState(STEP);
  const sort = useSteadyOrder<ShilledToken>(ratioOf);
  const shown = useMemo(() => sort(items).slice(0, limit), [sort, items, limit]);
  const { rows, waiting, release, area } = useHeldRows(shown, items, {
    name: 'shilled',
    asOf: data?.asOf ?? null,
    room: limit,
    raise: () => setLimit(items.length),
    leaveOf: useToldLeave(LISTS),
  });
  return (
    <section aria-labelledby="heading-shilled" className="pt-4">
      <div className="group-line">
        <h2 id="heading-shilled" className="flex-none text-body font-semibold text-ink">
          Shilled
        </h2>
        <p className="min-w-0 truncate">
          Loud but not bought: {boosts}+ boosts or {posts}+ posts an hour, under {buyers} organic buyers or
          fewer buyers than posts
        </p>
        <SectionNews count={waiting} onPress={release} />
      </div>
      {isError && !data ? (
        <p role="alert" className="card flex-row flex-wrap items-center gap-3 px-4 py-3 text-ink2">
          Shilled tokens could not be loaded.{' '}
          <span className="font-mono text-small">{describeRetried(error)}</span>
          <button type="button" className="button" onClick={() => void refetch()}>
            Try now
          </button>
        </p>
      ) : !data ? (
        <div className="card h-[60px]" aria-busy="true" />
      ) : rows.length === 0 ? (
        <p className="card px-4 py-3 text-ink2">Nothing looks shilled right now.</p>
      ) : (
        <>
          <ul aria-label="Shilled" className="warnings" {...area}>
            {rows.map((row) => (
              <Warning key={row.token.mint} row={row} isStale={isStale || isOld} />
            ))}
          </ul>
          <ShowMore
            shown={rows.filter(({ left }) => left === null).length}
            total={data.total}
            onMore={items.length > limit ? () => setLimit(limit + STEP) : null}
          />
        </>
      )}
    </section>
  );
}

const Warning = memo(function Warning({ row, isStale }: { row: ShownRow<ShilledToken>; isStale: boolean }) {
  const { token, left, isNew } = row;
  const id = useId();
  const words = left
    ? `${sayWindows(leftWords(left.reason).text, token)}, as of ${formatUtcTime(token.measuredAt)}`
    : token.shillReason;
  return (
    <li
      data-testid="shilled-row"
      data-mint={token.mint}
      aria-labelledby={id}
      tabIndex={-1}
      className={`warning-row ${stateClassOf({ left, isNew, isStale })}`}
    >
      <Icon name="warning" className="text-warn" />
      <TokenTile token={token} size="row" />
      <b id={id} className="warning-symbol">
        <ExternalText raw={token.symbol} />
      </b>
      <span className={`warning-reason ${left ? '' : 'text-warn'}`} title={words}>
        {words}
      </span>
      <span className="warning-facts">
        <Value text={formatCompactDollars(token.marketCap)} />
        <span className="text-ink3">
          {' · '}
          {formatCount(token.organicBuyers1h)} organic buyers, {windowWords('h1', token)}
        </span>
      </span>
      <span className="warning-actions">
        <CopyAction token={token} />
        <LinkActions token={token} />
      </span>
    </li>
  );
});
