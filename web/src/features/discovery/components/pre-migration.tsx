import type { ListName, ListSource } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMedia } from '../../../ui/use-media';
import { useList, useListsToCome } from '../api/get-list';
import { monitoringCountQuery } from '../api/get-monitoring-count';
import { scanProgressQuery } from '../api/get-scan-progress';
import { countGates, explainEmptyQualified, explainEmptyRejected } from '../model/checks';
import type { ListedToken } from '../model/held-lists';
import { cadenceOf } from '../model/measured';
import { useNewLaunches, useSort } from '../model/preferences';
import { COMPARE } from '../model/sort';
import type { TabList } from '../model/url-state';
import { useDiscovery } from '../model/use-discovery';
import { useLeave } from '../model/use-leave';
import { useListKeys } from '../model/use-list-keys';
import { useShownDensity } from '../model/use-shown-density';
import { EarlyStage } from './early-stage';
import { Gates } from './gate-rail';
import { HighHype } from './high-hype';
import { EmptyList } from './list-states';
import { LIST_LABELS, ListTabs, SOURCE_LABELS, SourceSwitch } from './list-switches';
import { ListsBar } from './lists-bar';
import { MicroCaps, NewLaunches } from './smaller-lists';
import { DensitySwitch, SortMenu, StickyBar } from './sticky-bar';
import { TokenList } from './token-list';

const WHERE: Record<ListSource, string> = { pumpfun: 'in the window', bonded: 'bonded' };
const NO_TOKENS: readonly ListedToken[] = [];
const BELOW: readonly ListName[] = ['earlyStage', 'bondedAnalyzed', 'discoveryQualified', 'microcaps'];
const BELOW_AND_NEW: readonly ListName[] = [...BELOW, 'newLaunches'];
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

type PreMigrationProps = {
  /** The page's values are of the past. */
  isStale: boolean;
  /** Condition, lag and link, for the bar. */
  status: ReactNode;
  bell?: ReactNode;
};

/** The Pre-Migration tab: both sources, what passed the checks and what did not. */
export function PreMigration({ isStale, status, bell }: PreMigrationProps) {
  const [{ source, list, profile }, show] = useDiscovery();
  const isWide = useMedia('(min-width: 1024px)');
  const density = useShownDensity();
  const area = useRef<HTMLDivElement>(null);
  useListKeys(area);

  const [launches] = useNewLaunches();
  useListsToCome(launches === 'open' ? BELOW_AND_NEW : BELOW);
  const { name, leaveOf } = useLeave(list);
  const [sort] = useSort();
  const order = useMemo(
    () => ({ key: sort, sort: (items: readonly ListedToken[]) => [...items].sort(COMPARE[sort]) }),
    [sort],
  );

  const { data: progress } = useQuery(scanProgressQuery());
  const { data: monitoring } = useQuery(monitoringCountQuery());
  const { data: earlyStage } = useList('earlyStage');
  const qualified = useList('qualified', source);
  const rejected = useList('rejected', source);

  const qualifiedItems = qualified.data?.items ?? NO_TOKENS;
  const rejectedItems = rejected.data?.items ?? NO_TOKENS;
  const monitored = monitoring?.[source] ?? null;
  const gates = useMemo(
    () => countGates(profile, source, [...qualifiedItems, ...rejectedItems], monitored),
    [profile, source, qualifiedItems, rejectedItems, monitored],
  );
  const queries = { qualified, rejected } satisfies Record<TabList, unknown>;
  const totals = { qualified: qualified.data?.total, rejected: rejected.data?.total };
  const nearestBelow = Math.max(
    0,
    ...(earlyStage?.items ?? []).map((token) => token.bondingCurveProgress ?? 0),
  );
  const counts =
    totals.qualified === undefined || totals.rejected === undefined
      ? null
      : {
          qualified: totals.qualified,
          total: totals.qualified + totals.rejected,
          loaded: qualifiedItems.length + rejectedItems.length,
        };
  const whyEmpty = {
    qualified: explainEmptyQualified(
      profile,
      source,
      rejectedItems,
      totals.rejected ?? null,
      nearestBelow || null,
    ),
    rejected: explainEmptyRejected(source, totals.qualified ?? null),
  };
  const query = queries[list];
  // What stands below comes once it is known what stands above, and then stays.
  const [isBelowShown, setBelowShown] = useState(false);
  const [hyped, setHyped] = useState<number | null>(null);
  const [isHypeRead, setHypeRead] = useState(false);
  const onHype = useCallback((total: number | null, isPending: boolean) => {
    setHyped(total);
    if (!isPending) setHypeRead(true);
  }, []);
  useEffect(() => {
    if (!query.isPending) setBelowShown(true);
  }, [query.isPending]);

  useEffect(() => {
    document.title = `${LIST_LABELS[list]} · ${SOURCE_LABELS[source]} · Discovery Scanner`;
  }, [list, source]);

  const sources = <SourceSwitch value={source} onChange={(next) => show({ source: next })} />;
  const lists = <ListTabs value={list} counts={totals} onChange={(next) => show({ list: next })} />;
  return (
    <StickyBar
      status={status}
      bell={bell}
      controls={
        <>
          {isWide && <SortMenu />}
          <DensitySwitch />
        </>
      }
      switches={
        isWide && (
          <>
            {sources}
            {lists}
          </>
        )
      }
    >
      <div ref={area} className="page pb-12">
        {!isWide && (
          <>
            <div className="pt-2">{sources}</div>
            <div className="flex gap-2 pt-2">
              {lists}
              <SortMenu />
            </div>
          </>
        )}
        <ListsBar hyped={hyped} isRead={isHypeRead} />
        <Gates
          profile={profile}
          gates={gates}
          counts={counts}
          where={WHERE[source]}
          monitoring={monitoring}
          cadence={cadenceOf(progress)}
        />
        <div role="tabpanel" id="token-list" aria-labelledby={`tab-${list}`}>
          <h2 className="sr-only">{LIST_LABELS[list]} tokens</h2>
          <TokenList
            key={`${list} ${source} ${profile}`}
            label={list}
            name={name}
            copy={COPY[list]}
            query={query}
            order={order}
            empty={<EmptyList title={COPY[list].empty} text={whyEmpty[list]} />}
            isStale={isStale}
            leaveOf={leaveOf}
          />
        </div>
        {isBelowShown && (
          <Below
            isStale={isStale}
            isHeadShared={density === 'rows'}
            isHypeRead={isHypeRead}
            onHype={onHype}
          />
        )}
      </div>
    </StickyBar>
  );
}

/** What its tokens may enter next stands first, then what else is looked for, once it is known what stands above. */
function Below({
  isHypeRead,
  onHype,
  ...props
}: {
  isStale: boolean;
  isHeadShared: boolean;
  isHypeRead: boolean;
  onHype: ComponentProps<typeof HighHype>['onRead'];
}) {
  return (
    <>
      <EarlyStage {...props} />
      <HighHype isStale={props.isStale} onRead={onHype} />
      {isHypeRead && (
        <>
          <MicroCaps {...props} />
          <NewLaunches {...props} />
        </>
      )}
    </>
  );
}
