import type { EarlyStageTokens, ListSource } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withCondition } from '../../../lib/condition';
import { formatPercent, formatUtcTime } from '../../../lib/format';
import { notifyDesktop } from '../../../lib/notifications';
import { cleanText } from '../../../lib/text';
import { useToast } from '../../../ui/toast';
import { earlyStageQuery } from '../api/get-early-stage';
import { tokensQuery } from '../api/get-tokens';
import { findNewAlerts, type ToldAlerts } from './new-alerts';
import { findNewTokens, type SeenTokens } from './new-tokens';
import type { TokenList } from './patch-lists';
import { readUrlState } from './url-state';

const LASTS_MS = 5_000;
const TITLE = '🚨 New Qualified Token!';

const nameOf = (symbol: string | null) => cleanText(symbol ?? '').text || 'A token without a symbol';

/** Tells what happens on the lists of the source in the address, whichever tab of the page is open. */
export function useAnnounce(): void {
  const [params] = useSearchParams();
  const { source } = readUrlState(params);
  useAnnounceQualified(source, useQuery(tokensQuery('qualified', source)).data);
  useAnnounceAlerts(useQuery(earlyStageQuery()).data);
}

/** A toast, and a desktop notification, for each token that newly qualifies. */
function useAnnounceQualified(source: ListSource, answer: TokenList | undefined): void {
  const toast = useToast();
  const seen = useRef<SeenTokens | null>(null);
  useEffect(() => {
    if (!answer || answer.asOf === null) return;
    const view = `${source} ${answer.profile}`;
    const found = findNewTokens(seen.current, view, answer.items, answer.asOf);
    seen.current = found.seen;
    for (const { symbol, passedChecks, totalChecks, measuredAt, mint, origin } of found.fresh) {
      const news = `${nameOf(symbol)} passed ${passedChecks} of ${totalChecks} checks at ${formatUtcTime(measuredAt)}`;
      const text = withCondition(news, origin);
      const tellMore = (count: number) => withCondition(`and ${count} more, see Qualified`, origin);
      toast({ title: TITLE, text, kind: 'news', lastsMs: LASTS_MS, tellMore });
      notifyDesktop(TITLE, text, mint);
    }
  }, [source, answer, toast]);
}

/** A desktop notification for each bonding alert raised while the page looks on. */
function useAnnounceAlerts(answer: EarlyStageTokens | undefined): void {
  const told = useRef<ToldAlerts | null>(null);
  useEffect(() => {
    if (!answer) return;
    const found = findNewAlerts(told.current, answer.items, answer.asOf);
    told.current = found.told;
    for (const { symbol, bondingCurveProgress, mint, origin } of found.fresh) {
      const news = `${nameOf(symbol)} is at ${formatPercent(bondingCurveProgress)} of its curve`;
      notifyDesktop('Bonding alert', withCondition(news, origin), mint);
    }
  }, [answer]);
}
