import type { DailyToken, ListName } from '@cryptonite/contracts/api';
import { DAILY, DAILY_WEIGHTS, limitIn } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { formatCount } from '../../../lib/format';
import { useList, useListsToCome } from '../api/get-list';
import { dailyProgressQuery } from '../api/get-scan-progress';
import { scoreBelow } from '../model/gates';
import { type ListState, useMergedList } from '../model/list-state';
import { cadenceOf } from '../model/measured';
import { hypeOf, useSteadyOrder } from '../model/steady-order';
import { useProfile } from '../model/use-discovery';
import { useListKeys } from '../model/use-list-keys';
import { useToldLeave } from '../model/use-told-leave';
import { DailyCard } from './daily-card';
import { EmptyList } from './list-states';
import { PartlyFailed } from './partly-failed';
import { Shilled } from './shilled';
import { DensitySwitch, StickyBar } from './sticky-bar';
import { Measured, TabNote } from './tab-note';
import { TokenList } from './token-list';

const COPY = {
  loading: 'Loading community-promoted tokens...',
  failed: 'Daily Boosted tokens could not be loaded',
} as const;

const WARNINGS: readonly ListName[] = ['shilled'];
const LISTS = ['daily', 'social'] as const;

type TabProps = { isStale: boolean; status: ReactNode; bell: ReactNode };

/** The Daily Boosted tab: what is promoted and what is talked about, and what is louder than it is bought. */
export function DailyBoosted({ isStale, status, bell }: TabProps) {
  const profile = useProfile();
  const daily: ListState<DailyToken> = useList('daily');
  const social: ListState<DailyToken> = useList('social');
  const from = limitIn(DAILY[profile], 'composite');
  useListsToCome(WARNINGS);
  const all = useMergedList([daily, social]);
  const { data: progress } = useQuery(dailyProgressQuery(profile));
  const sort = useSteadyOrder<DailyToken>(hypeOf);
  const order = useMemo(() => ({ key: 'hype', sort }), [sort]);
  const area = useRef<HTMLDivElement>(null);
  useListKeys(area);
  const talked = useMemo(
    () => new Map(social.data?.items.map((token) => [token.mint, token]) ?? []),
    [social.data],
  );
  const leaveNow = useCallback(
    ({ mint }: DailyToken) => {
      const token = talked.get(mint);
      const reason = token && scoreBelow(DAILY[profile], 'composite', token.hypeScore);
      return token && reason ? { token, reason } : null;
    },
    [talked, profile],
  );
  const leaveOf = useToldLeave(LISTS, leaveNow);
  useEffect(() => {
    document.title = 'Daily Boosted · Discovery Scanner';
  }, []);
  const { pattern, social: ofSocial, security } = DAILY_WEIGHTS[profile];
  return (
    <StickyBar status={status} switches={null} bell={bell} controls={<DensitySwitch />}>
      <div ref={area} className="page pb-12">
        <TabNote>
          <span data-testid="daily-progress">
            <b>{formatCount(all.data?.total ?? null)}</b> of {formatCount(progress?.total ?? null)} tokens
            match
          </span>
          <span className="tab-note-more truncate">
            Pattern {pattern}%, Social {ofSocial}%, Security {security}%. Only tokens scoring {from}
            /100 or more. <Measured text="Updated every 5 minutes" measured={cadenceOf(progress)} />
          </span>
        </TabNote>
        <PartlyFailed
          lists={[
            ['Daily', daily],
            ['Social', social],
          ]}
        />
        <h2 className="sr-only">Daily Boosted tokens</h2>
        <TokenList
          label="Daily Boosted"
          name="daily"
          copy={COPY}
          query={all}
          order={order}
          kind="daily"
          draw={DailyCard}
          isStale={isStale}
          leaveOf={leaveOf}
          empty={
            <EmptyList
              title="No Community-Promoted Tokens Yet"
              text={`No token with a boost or a paid profile scores ${from}/100, and none that has 5 posts or a verified account within 24 h.`}
            />
          }
        />
        {!all.isPending && <Shilled isStale={isStale} />}
      </div>
    </StickyBar>
  );
}
