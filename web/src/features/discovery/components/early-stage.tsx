import type { HighHypeToken } from '@cryptonite/contracts/api';
import { LIST_LIMIT_DEFAULT, PROGRESS } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { describeError } from '../../../lib/api';
import { formatCount, formatUtcTime } from '../../../lib/format';
import { useIsOld } from '../../../lib/live/use-is-old';
import { useList } from '../api/get-list';
import { scanProgressQuery } from '../api/get-scan-progress';
import { byAlert } from '../model/sort';
import { useHeldRows } from '../model/use-held-rows';
import { limitFor } from '../model/way-to-row';
import { RowBones } from './loading-list';
import { ShowMore } from './show-more';
import { TokenRows } from './token-rows';

const NO_TOKENS: readonly HighHypeToken[] = [];
const BONES = [...'abcdef'];

/** Tokens in the alert window, below the lists that they may enter next; always as rows. */
export function EarlyStage({ isStale, isHeadShared }: { isStale: boolean; isHeadShared: boolean }) {
  const { data, dataUpdatedAt, isError, error, refetch } = useList('earlyStage');
  const isOld = useIsOld({ isError, dataUpdatedAt });
  const items = data?.items ?? NO_TOKENS;
  const [limit, setLimit] = useState(LIST_LIMIT_DEFAULT);
  const sorted = useMemo(() => [...items].sort(byAlert), [items]);
  const shown = useMemo(() => sorted.slice(0, limit), [sorted, limit]);
  const raise = (wanted: string) =>
    setLimit(
      limitFor(
        sorted.findIndex(({ mint }) => mint === wanted),
        limit,
        LIST_LIMIT_DEFAULT,
      ),
    );
  const { rows, waiting, release, area } = useHeldRows(shown, items, {
    name: 'earlyStage',
    asOf: data?.asOf ?? null,
    room: limit,
    raise,
  });
  return (
    <section aria-labelledby="early-stage" className="pt-2">
      <div className="group-line">
        <h2 id="early-stage" className="flex-none text-body font-semibold text-ink">
          Early Stage
        </h2>
        <p className="min-w-0 truncate">
          Bonding progress {PROGRESS.alertFrom}–{PROGRESS.alertTo}%, the alert window
        </p>
        <span className="ml-auto" aria-live="polite">
          {waiting > 0 && (
            <button type="button" className="news" onClick={release}>
              {waiting} new
            </button>
          )}
        </span>
        <ScanCounts />
      </div>
      {isError && !data ? (
        <p role="alert" className="card flex-row flex-wrap items-center gap-3 px-4 py-3 text-ink2">
          Early stage tokens could not be loaded.{' '}
          <span className="font-mono text-small">{describeError(error)}</span>
          <button type="button" className="button" onClick={() => void refetch()}>
            Try now
          </button>
        </p>
      ) : !data ? (
        <div aria-busy="true" aria-hidden="true">
          <RowBones keys={BONES} isHeadShared={isHeadShared} />
        </div>
      ) : rows.length === 0 ? (
        <p className="card px-4 py-3 text-ink2">
          No token is between {PROGRESS.alertFrom} and {PROGRESS.alertTo}% now.
        </p>
      ) : (
        <>
          <TokenRows
            label="Early Stage"
            rows={rows}
            all={items}
            density="rows"
            testId="early-stage-row"
            isStale={isStale || isOld}
            isHeadShared={isHeadShared}
            area={area}
          />
          <ShowMore
            shown={rows.filter(({ left }) => left === null).length}
            total={data.total}
            onMore={items.length > limit ? () => setLimit(limit + LIST_LIMIT_DEFAULT) : null}
          />
        </>
      )}
    </section>
  );
}

/** What the scan has done: real counts of the fold. Its room is there before it is. */
function ScanCounts() {
  const { data } = useQuery(scanProgressQuery());
  return (
    <p className="hidden flex-none text-right lg:block" data-testid="scan-progress">
      {data &&
        `${formatCount(data.matched)} of ${formatCount(data.total)} tokens match. Last pass at ${formatUtcTime(data.completedAt)} measured ${formatCount(data.scanned)}.`}
    </p>
  );
}
