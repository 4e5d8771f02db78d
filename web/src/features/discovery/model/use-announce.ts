import type { EarlyStageTokens, ListSource } from '@cryptonite/contracts/api';
import { useEffect, useRef } from 'react';
import { withCondition } from '../../../lib/condition';
import { formatPercent, formatUtcTime } from '../../../lib/format';
import { notifyDesktop } from '../../../lib/notifications';
import { cleanText } from '../../../lib/text';
import { useToast } from '../../../ui/toast';
import { findNewAlerts, type ToldAlerts } from './new-alerts';
import { findNewTokens, type SeenTokens } from './new-tokens';
import type { TokenList } from './patch-lists';

const LASTS_MS = 5_000;
const TITLE = '🚨 New Qualified Token!';

const nameOf = (symbol: string | null) => cleanText(symbol ?? '').text || 'A token without a symbol';

/** A toast, and a desktop notification, for each token that newly qualifies in the list on screen. */
export function useAnnounceQualified(source: ListSource, answer: TokenList | undefined): void {
  const toast = useToast();
  const seen = useRef<SeenTokens | null>(null);
  useEffect(() => {
    if (!answer) return;
    const found = findNewTokens(seen.current, `${source} ${answer.profile}`, answer.items);
    seen.current = found.seen;
    for (const { symbol, passedChecks, totalChecks, measuredAt, mint, origin } of found.fresh) {
      const news = `${nameOf(symbol)} passed ${passedChecks} of ${totalChecks} checks at ${formatUtcTime(measuredAt)}`;
      const text = withCondition(news, origin);
      toast({ title: TITLE, text, kind: 'news', lastsMs: LASTS_MS });
      notifyDesktop(TITLE, text, mint);
    }
  }, [source, answer, toast]);
}

/** A desktop notification for each bonding alert raised while the page looks on. */
export function useAnnounceAlerts(answer: EarlyStageTokens | undefined): void {
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
