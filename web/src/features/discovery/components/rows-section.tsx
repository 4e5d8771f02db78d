import type { HighHypeToken } from '@cryptonite/contracts/api';
import { LIST_LIMIT_DEFAULT } from '@cryptonite/contracts/rules';
import { type ReactNode, useMemo, useState } from 'react';
import { describeRetried } from '../../../lib/api';
import { useIsOld } from '../../../lib/live/use-is-old';
import { useGlide } from '../../../ui/use-glide';
import { useList } from '../api/get-list';
import type { Answer } from '../model/held-lists';
import type { Leave } from '../model/hold-rows';
import { useHeldRows } from '../model/use-held-rows';
import { useToldLeave } from '../model/use-told-leave';
import { limitFor } from '../model/way-to-row';
import { RowBones } from './loading-list';
import { SectionNews } from './section-news';
import { ShowMore } from './show-more';
import { TokenRows } from './token-rows';

const NO_TOKENS: readonly HighHypeToken[] = [];
const BONES = [...'abcdef'];
const LISTS = { earlyStage: ['earlyStage'], microcaps: ['microcaps'], newLaunches: ['newLaunches'] } as const;

type RowsSectionProps = {
  list: 'earlyStage' | 'microcaps' | 'newLaunches';
  title: string;
  /** Who is in it. */
  about: ReactNode;
  empty: string;
  /** Follows the title; its room is there before it is. */
  counts?: ReactNode;
  sort: (items: readonly HighHypeToken[]) => HighHypeToken[];
  /** So many at first, and as many more by a press. */
  step?: number;
  /** What became of a token that left; what the stream told unless told otherwise. */
  leaveOf?: (token: HighHypeToken) => Leave<HighHypeToken>;
  testId: string;
  isStale: boolean;
  isHeadShared: boolean;
};

/** A list under a heading of its own, below the lists that its tokens may enter next; always as rows. */
export function RowsSection(props: RowsSectionProps) {
  const {
    list,
    title,
    about,
    empty,
    counts,
    sort,
    step = LIST_LIMIT_DEFAULT,
    leaveOf,
    testId,
    isHeadShared,
  } = props;
  const { data, dataUpdatedAt, isError, error, refetch } = useList(list);
  const isOld = useIsOld({ isError, dataUpdatedAt });
  const answer: Answer<HighHypeToken> | undefined = data;
  const items = answer?.items ?? NO_TOKENS;
  const [limit, setLimit] = useState(step);
  const sorted = useMemo(() => sort(items), [items, sort]);
  const shown = useMemo(() => sorted.slice(0, limit), [sorted, limit]);
  const raise = (wanted: string) =>
    setLimit(
      limitFor(
        sorted.findIndex(({ mint }) => mint === wanted),
        limit,
        step,
      ),
    );
  const toldOf = useToldLeave(LISTS[list]);
  const held = useHeldRows(shown, items, {
    name: list,
    asOf: answer?.asOf ?? null,
    room: limit,
    raise,
    leaveOf: leaveOf ?? toldOf,
  });
  const { waiting, release, area } = held;
  const rows = useGlide(area.ref, held.rows, held.rows.map(({ token }) => token.mint).join(' '));
  return (
    <section aria-labelledby={`heading-${list}`} className="pt-2">
      <div className={list === 'newLaunches' ? 'group-line has-button' : 'group-line'}>
        <h2 id={`heading-${list}`} className="flex-none text-body font-semibold text-ink">
          {title}
        </h2>
        <p className="min-w-0 truncate">{about}</p>
        <SectionNews count={waiting} onPress={release} />
        {counts}
      </div>
      {isError && !answer ? (
        <p role="alert" className="card flex-row flex-wrap items-center gap-3 px-4 py-3 text-ink2">
          {title} tokens could not be loaded.{' '}
          <span className="font-mono text-small">{describeRetried(error)}</span>
          <button type="button" className="button" onClick={() => void refetch()}>
            Try now
          </button>
        </p>
      ) : !answer ? (
        <div aria-busy="true" aria-hidden="true">
          <RowBones keys={BONES} isHeadShared={isHeadShared} />
        </div>
      ) : rows.length === 0 ? (
        <p className="card px-4 py-3 text-ink2">{empty}</p>
      ) : (
        <>
          <TokenRows
            label={title}
            rows={rows}
            all={items}
            density="rows"
            testId={testId}
            isStale={props.isStale || isOld}
            isHeadShared={isHeadShared}
            area={area}
          />
          <ShowMore
            shown={rows.filter(({ left }) => left === null).length}
            total={answer.total}
            onMore={items.length > limit ? () => setLimit(limit + step) : null}
          />
        </>
      )}
    </section>
  );
}
