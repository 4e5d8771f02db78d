import type { ListSource } from '@cryptonite/contracts/api';
import { PROGRESS } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { formatCount } from '../../../lib/format';
import { moveByArrows } from '../../../ui/arrow-keys';
import { Segments } from '../../../ui/segments';
import { useList } from '../api/get-list';
import { monitoringCountQuery } from '../api/get-monitoring-count';
import { countGates, explainEmptyQualified, explainEmptyRejected } from '../model/checks';
import type { ListedToken } from '../model/held-lists';
import { readUrlState, SOURCES, TAB_LISTS, type TabList, writeUrlState } from '../model/url-state';
import { EarlyStage } from './early-stage';
import { GateRail } from './gate-rail';
import { type PageFreshness, TokenList } from './token-list';

const SOURCE_LABELS: Record<ListSource, string> = { pumpfun: 'PumpFun', bonded: 'Bonded' };
const LIST_LABELS: Record<TabList, string> = { qualified: 'Qualified', rejected: 'Rejected' };
const WHERE: Record<ListSource, string> = { pumpfun: 'in the window', bonded: 'bonded' };
const NO_TOKENS: readonly ListedToken[] = [];

/** The Pre-Migration tab: both sources, what passed the checks and what did not. */
export function PreMigration({ freshness }: { freshness: PageFreshness }) {
  const [params, setParams] = useSearchParams();
  const { source, list } = readUrlState(params);
  const show = (change: { source?: ListSource; list?: TabList }) =>
    setParams(writeUrlState({ source, list, ...change }), { preventScrollReset: true });

  const { data: monitoring } = useQuery(monitoringCountQuery());
  const { data: earlyStage } = useList('earlyStage');
  const qualified = useList('qualified', source);
  const rejected = useList('rejected', source);

  const qualifiedItems = qualified.data?.items ?? NO_TOKENS;
  const rejectedItems = rejected.data?.items ?? NO_TOKENS;
  const monitored = monitoring?.[source] ?? null;
  const gates = useMemo(
    () => countGates(source, [...qualifiedItems, ...rejectedItems], monitored),
    [source, qualifiedItems, rejectedItems, monitored],
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
    qualified: explainEmptyQualified(source, rejectedItems, totals.rejected ?? null, nearestBelow || null),
    rejected: explainEmptyRejected(source, totals.qualified ?? null),
  };

  useEffect(() => {
    document.title = `${LIST_LABELS[list]} · ${SOURCE_LABELS[source]} · Discovery Scanner`;
  }, [list, source]);

  return (
    <>
      <div className="flex flex-col gap-2 pb-2 pt-4 md:flex-row md:items-center md:gap-4 md:pb-3">
        <Segments
          label="Source"
          value={source}
          onChange={(next) => show({ source: next })}
          segments={SOURCES.map((value) => ({
            value,
            label: (
              <>
                {SOURCE_LABELS[value]}
                {monitoring && <span className="count">{formatCount(monitoring[value])}</span>}
              </>
            ),
          }))}
        />
        {monitoring && monitoring.count > 0 && (
          <p className="flex min-h-6 items-center gap-2 text-ink2" data-testid="monitoring">
            <span className="h-[7px] w-[7px] flex-none rounded-full bg-pos" aria-hidden="true" />
            Monitoring {formatCount(monitoring.count)} tokens
          </p>
        )}
        <p className="ml-auto hidden text-small text-ink3 lg:block">
          Real-time monitoring from {PROGRESS.migratingFrom}%. Background scan every 5 minutes.
        </p>
      </div>
      <GateRail gates={gates} counts={counts} where={WHERE[source]} />
      <div role="tablist" aria-label="List" className="flex gap-2 py-3 md:pt-4" onKeyDown={moveByArrows}>
        {TAB_LISTS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === list}
            aria-controls="token-list"
            tabIndex={name === list ? 0 : -1}
            className={`inline-flex h-10 flex-1 items-center justify-center gap-2 rounded-control px-3 font-medium md:h-8 md:flex-none ${
              name === list ? 'bg-raised text-ink ring-1 ring-inset ring-line2' : 'text-ink2 hover:text-ink'
            }`}
            onClick={() => show({ list: name })}
          >
            {LIST_LABELS[name]}
            {totals[name] !== undefined && <span className="count">{formatCount(totals[name])}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="token-list" aria-labelledby={`tab-${list}`}>
        <h2 className="sr-only">{LIST_LABELS[list]} tokens</h2>
        <TokenList
          key={`${list} ${source}`}
          list={list}
          query={queries[list]}
          whyEmpty={whyEmpty[list]}
          freshness={freshness}
        />
      </div>
      <EarlyStage />
    </>
  );
}
