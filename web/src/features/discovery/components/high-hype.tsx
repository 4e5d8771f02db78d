import type { BondedAnalyzedToken, HighHypeToken } from '@cryptonite/contracts/api';
import { BONDED_ANALYZED, HYPE_BANDS } from '@cryptonite/contracts/rules';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useList } from '../api/get-list';
import { scoreBelow } from '../model/gates';
import type { Leave } from '../model/hold-rows';
import { keepHyped } from '../model/hyped';
import { type ListState, useMergedList } from '../model/list-state';
import { hypeOf, useSteadyOrder } from '../model/steady-order';
import { useToldLeave } from '../model/use-told-leave';
import { whyNotEarly } from '../model/why-left';
import { HighHypeCard } from './high-hype-card';
import { EmptyList } from './list-states';
import { PartlyFailed } from './partly-failed';
import { NewsContext } from './sticky-bar';
import { TokenList } from './token-list';

const COPY = {
  loading: 'Loading high hype tokens...',
  failed: 'High Hype tokens could not be loaded',
} as const;

const LISTS = ['bondedAnalyzed', 'discoveryQualified'] as const;
const EARLY = ['earlyStage'] as const;

type Hyped = HighHypeToken | BondedAnalyzedToken;

/** What has much hype, whichever list found it: bonded tokens first, then those that qualify, then the early ones. */
export function HighHype({
  isStale,
  onRead,
}: {
  isStale: boolean;
  /** Hears how many it holds, with each change; null while that is not known, for which it may wait still. */
  onRead: (total: number | null, isPending: boolean) => void;
}) {
  const bonded: ListState<Hyped> = useList('bondedAnalyzed');
  const qualified: ListState<Hyped> = useList('discoveryQualified');
  const early: ListState<Hyped> = useList('earlyStage');
  const all = useMergedList([bonded, qualified, early]);
  const sort = useSteadyOrder<Hyped>(hypeOf);
  const [news, setNews] = useState<HTMLElement | null>(null);
  const data = useMemo(() => all.data && keepHyped(all.data, early.data), [all.data, early.data]);
  const isPart = data?.isPart === true;
  // A rest that fails keeps nobody waiting.
  const isPending = all.isPending || (isPart && !all.isError);
  const total = all.isPending || isPart ? null : (data?.total ?? null);
  useEffect(() => onRead(total, isPending), [total, isPending, onRead]);
  const order = useMemo(() => ({ key: 'hype', sort }), [sort]);
  const byMint = useMemo(() => new Map(early.data?.items.map((token) => [token.mint, token])), [early.data]);
  const leaveNow = useCallback(
    ({ mint }: Hyped) => {
      const token = byMint.get(mint);
      const reason = token && scoreBelow(BONDED_ANALYZED, 'hype', token.hypeScore);
      return token && reason ? { token, reason } : null;
    },
    [byMint],
  );
  const toldOf = useToldLeave(LISTS, leaveNow);
  const earlyOf = useToldLeave(EARLY);
  const leaveOf = useCallback(
    (token: Hyped): Leave<Hyped> => {
      const told = toldOf(token);
      if (told.reason) return told;
      // Who was in it by Early Stage alone is told of by that.
      const { token: item } = earlyOf(token);
      return { token: item, reason: whyNotEarly(item.bondingCurveProgress) };
    },
    [toldOf, earlyOf],
  );
  return (
    <section aria-labelledby="heading-high-hype" className="pt-2">
      <div className="group-line">
        <h2 id="heading-high-hype" className="flex-none text-body font-semibold text-ink">
          High Hype
        </h2>
        <p className="min-w-0 truncate">
          Hype score {HYPE_BANDS.medium} and more: {HYPE_BANDS.high}+ is strong, {HYPE_BANDS.medium}–
          {HYPE_BANDS.high - 1} moderate
        </p>
        <span ref={setNews} className="ml-auto flex-none" aria-live="polite" />
      </div>
      <PartlyFailed
        lists={[
          ['Bonded', bonded],
          ['Qualified', qualified],
          ['Early Stage', early],
        ]}
      />
      <NewsContext value={news}>
        <TokenList
          label="High Hype"
          name="highHype"
          copy={COPY}
          query={{ ...all, data }}
          order={order}
          kind="hype"
          draw={HighHypeCard}
          isStale={isStale}
          leaveOf={leaveOf}
          empty={
            <EmptyList
              title="No High Hype Tokens Yet"
              text={`No bonded, qualified or early token has a hype score of ${HYPE_BANDS.medium}.`}
            />
          }
        />
      </NewsContext>
    </section>
  );
}
