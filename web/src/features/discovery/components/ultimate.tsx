import type { UltimateNearToken, UltimateToken } from '@cryptonite/contracts/api';
import { ULTIMATE_GATES, ULTIMATE_SCORE_MIN } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatPercent } from '../../../lib/format';
import { healthQuery } from '../../../lib/queries';
import { useList } from '../api/get-list';
import { ultimateStatsQuery } from '../api/get-scan-progress';
import {
  explainEmptyUltimate,
  type Filter,
  filteredShare,
  filtersOf,
  isSocialUnasked,
  keepUnproven,
  missedBy,
  saySocialUnasked,
  unprovenOf,
} from '../model/gates';
import { cadenceOf, scannedOf } from '../model/measured';
import { byListing } from '../model/sort';
import { useProfile } from '../model/use-discovery';
import { useListKeys } from '../model/use-list-keys';
import { useToldLeave } from '../model/use-told-leave';
import { EmptyList } from './list-states';
import { NearMisses, type NearShown } from './near-misses';
import { PassOtherTen } from './pass-other-ten';
import { DensitySwitch, StickyBar } from './sticky-bar';
import { Measured, TabNote } from './tab-note';
import { TokenList } from './token-list';
import { UltimateCard } from './ultimate-card';
import { FilterRail } from './ultimate-gates';

type TabProps = {
  /** The page's values are of the past. */
  isStale: boolean;
  /** Condition, lag and link, for the bar. */
  status: ReactNode;
  bell: ReactNode;
};

const COPY = {
  loading: 'Scanning entire Solana ecosystem...',
  failed: 'Ultimate tokens could not be loaded',
} as const;
const ORDER = {
  key: 'listed',
  sort: (items: readonly UltimateToken[]) => [...items].sort(byListing),
} as const;
const NO_TOKENS: readonly UltimateNearToken[] = [];
const LISTS = ['ultimate'] as const;

/** The Ultimate tab: what passes every gate, what was filtered by each, and what misses one. */
export function Ultimate({ isStale, status, bell }: TabProps) {
  const profile = useProfile();
  const list = useList('ultimate');
  const near = useList('ultimateNear');
  const { data: stats } = useQuery(ultimateStatsQuery(profile));
  const filters = useMemo(() => filtersOf(profile, stats), [profile, stats]);
  const nearItems = near.data?.items ?? NO_TOKENS;
  const unprovenOfAll = unprovenOf(stats);
  const unproven = useMemo(
    () => near.data && keepUnproven(near.data, unprovenOfAll),
    [near.data, unprovenOfAll],
  );
  const { data: unasked = null } = useQuery({ ...healthQuery(), select: saySocialUnasked });
  const { data: isUnasked = false } = useQuery({ ...healthQuery(), select: isSocialUnasked });
  const passesOtherTen = isUnasked && profile === 'live';
  const [nearShown, setNearShown] = useState<NearShown>('folded');
  const area = useRef<HTMLDivElement>(null);
  useListKeys(area);
  useEffect(() => {
    document.title = 'Ultimate · Discovery Scanner';
  }, []);

  const byMint = useMemo(() => new Map(nearItems.map((token) => [token.mint, token])), [nearItems]);
  const leaveNow = useCallback(
    ({ mint }: UltimateToken) => {
      const missed = byMint.get(mint);
      return missed ? { token: missed, reason: missedBy(profile, missed.missedGate) } : null;
    },
    [byMint, profile],
  );
  const leaveOf = useToldLeave(LISTS, leaveNow);
  const shown = list.data?.total ?? null;
  const share = stats ? filteredShare({ total: stats.total, shown }) : null;
  return (
    <StickyBar status={status} switches={null} bell={bell} controls={<DensitySwitch />}>
      <div ref={area} className="page pb-12">
        <TabNote>
          <span data-testid="ultimate-stats">
            <b>{formatCount(passesOtherTen ? (unproven?.total ?? null) : shown)}</b>{' '}
            {passesOtherTen ? 'pass the other ten' : 'shown'} of {formatCount(stats?.total ?? null)} tokens
            {!passesOtherTen && `, ${formatPercent(share)} filtered out`}
          </span>
          <span className="tab-note-more truncate">
            <Measured text="Scanned every 5 minutes" measured={cadenceOf(stats)} />
            {'. '}
            <Measured text="450+ tokens every 10 minutes" measured={scannedOf(stats)} />
          </span>
        </TabNote>
        <FilterRail filters={filters} stats={stats} shown={shown} />
        {passesOtherTen ? (
          <PassOtherTen query={{ ...near, data: unproven }} isStale={isStale} />
        ) : (
          <>
            <h2 className="sr-only">Ultimate tokens</h2>
            <TokenList
              label="Ultimate"
              name="ultimate"
              copy={COPY}
              query={list}
              order={ORDER}
              kind="ultimate"
              draw={UltimateCard}
              isStale={isStale}
              leaveOf={leaveOf}
              empty={
                <EmptyList
                  title={emptyTitle(profile, stats?.hidden ?? 0)}
                  text={explainEmptyUltimate(stats?.total ?? null)}
                >
                  {unasked !== null && profile === 'live' && (
                    <p className="max-w-[400px] text-ink2">{unasked}</p>
                  )}
                  <FilterCounts filters={filters} />
                  {unproven && unproven.total > 0 && (
                    <button type="button" className="button mt-2" onClick={() => setNearShown('unproven')}>
                      Show the {formatCount(unproven.total)} that pass the other ten gates
                    </button>
                  )}
                </EmptyList>
              }
            />
            {list.data && (
              <NearMisses
                query={near}
                passing={list.data.items}
                unproven={unproven}
                shown={nearShown}
                onShow={setNearShown}
                isStale={isStale}
              />
            )}
          </>
        )}
      </div>
    </StickyBar>
  );
}

const WORDS: Record<number, string> = { 7: 'seven', 11: 'eleven' };
function emptyTitle(profile: keyof typeof ULTIMATE_GATES, hidden: number): string {
  const { length } = ULTIMATE_GATES[profile];
  const asked = `all ${WORDS[length] ?? String(length)} gates and scores ${ULTIMATE_SCORE_MIN}`;
  return hidden > 0 ? `What passes ${asked} is hidden for its risk` : `No token passes ${asked} now`;
}

/** Where tokens stopped: the gates that stopped any. */
function FilterCounts({ filters }: { filters: readonly Filter[] }) {
  const stopping = filters.flatMap(({ counts, ...gate }) =>
    counts && counts.failed + counts.unknown > 0 ? [{ ...gate, ...counts }] : [],
  );
  if (stopping.length === 0) return null;
  return (
    <ul className="filter-counts" data-testid="filter-counts">
      {stopping.map(({ name, label, limit, failed, unknown }) => (
        <li key={name} data-gate={name}>
          <span className="truncate">{label}</span>
          <span className="text-ink3 max-md:hidden">{limit}</span>
          <span className="ml-auto whitespace-nowrap text-ink">
            {failed > 0 && `${formatCount(failed)} failed`}
            {failed > 0 && unknown > 0 && ', '}
            {unknown > 0 && <span className="text-unk">{formatCount(unknown)} unknown</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
