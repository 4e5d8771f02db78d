import type { HighHypeToken } from '@cryptonite/contracts/api';
import { PROGRESS } from '@cryptonite/contracts/rules';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { formatCount } from '../../../lib/format';
import { useList } from '../api/get-list';
import { scanProgressQuery } from '../api/get-scan-progress';
import { useHeldTokens } from '../api/held-tokens';
import { movedTo } from '../model/held-lists';
import { TARGET_TEXT, targetWords } from '../model/measured';
import { byAlert } from '../model/sort';
import { useToldLeave } from '../model/use-told-leave';
import { whyNotEarly } from '../model/why-left';
import { RowsSection } from './rows-section';
import { Computed } from './tab-note';

const LISTS = ['earlyStage'] as const;
const sortByAlert = (items: readonly HighHypeToken[]) => [...items].sort(byAlert);

/** Tokens in the alert window. */
export function EarlyStage(props: { isStale: boolean; isHeadShared: boolean }) {
  const window = `${PROGRESS.alertFrom}–${PROGRESS.alertTo}%`;
  const held = useHeldTokens();
  const toldOf = useToldLeave(LISTS);
  const leaveOf = useCallback(
    (token: HighHypeToken) => {
      const told = toldOf(token).token;
      // Where the stream is down, other lists may tell of it.
      const now = told === token ? movedTo(token, held.get(token.mint)) : told;
      return { token: now, reason: whyNotEarly(now.bondingCurveProgress) };
    },
    [toldOf, held],
  );
  return (
    <RowsSection
      {...props}
      list="earlyStage"
      title="Early Stage"
      about={
        <>
          Bonding progress {window}, the alert window.{' '}
          <Computed text={TARGET_TEXT} computed={targetWords(held.values())} />
        </>
      }
      empty={`No token is between ${PROGRESS.alertFrom} and ${PROGRESS.alertTo}% now.`}
      counts={<ScanCounts />}
      sort={sortByAlert}
      leaveOf={leaveOf}
      testId="early-stage-row"
    />
  );
}

/** How many of all tokens the list holds, and what the scan has done: a real count of the fold. */
function ScanCounts() {
  const { data } = useQuery(scanProgressQuery());
  const { data: list } = useList('earlyStage');
  return (
    <p className="hidden flex-none text-right lg:block" data-testid="scan-progress">
      {data &&
        `${formatCount(list?.total ?? null)} of ${formatCount(data.total)} tokens match, ${formatCount(data.scanned)} scanned in 10 min`}
    </p>
  );
}
