import { useCallback, useEffect, useRef } from 'react';
import { isAnnouncing } from '../../../lib/announcing';
import { notifyDesktop } from '../../../lib/notifications';
import { soundNews } from '../../../lib/sound';
import { useToast } from '../../../ui/toast';
import { useList } from '../api/get-list';
import {
  isAskedFor,
  type News,
  newsOfEarlyStage,
  newsOfQualified,
  newsOfUltimate,
  notificationOf,
  toastOf,
} from './announcement';
import type { Answer } from './held-lists';
import { findNewAlerts, type ToldAlerts } from './new-alerts';
import { newSinceThen, type SeenTokens, seenViews, viewOf } from './new-tokens';
import { NewsGatherer } from './news-gatherer';
import { useDiscovery, useProfile } from './use-discovery';
import { useOpenToken } from './use-open-token';
import { rowsName } from './wanted-row';

/** The page's own: a way from one page to another and back makes no news come sooner. */
const gatherer = new NewsGatherer<News>();

/**
 * Tells what happens on the lists that the settings name, whichever tab of the page is open, once in 20 s at most: in a
 * toast what newly qualifies, in one desktop notification what no other tab of the browser told. `keep` takes it for the
 * bell, and returns what was not kept before. Settings decide when something is told; what was not announced is known all
 * the same, so that turning a list on tells nothing old. Nor is anything told while `isStale`: hours of what is past go by
 * in minutes as it is caught up with.
 */
export function useAnnounce(keep: (news: readonly News[]) => readonly News[], isStale: boolean): void {
  const [{ source, profile }] = useDiscovery();
  const toast = useToast();
  const open = useOpenToken();
  const tell = useCallback(
    (gathered: readonly News[]) => {
      const news = gathered.filter((one) => isAskedFor(one, source, isAnnouncing));
      const qualified = news.filter(({ list }) => list === 'qualified');
      if (qualified.length > 0) toast(toastOf(qualified, (one) => open(one.list, one.source, one)));
      const unheard = keep(news);
      const notification = notificationOf(unheard);
      if (!notification) return;
      notifyDesktop(notification.title, notification.text, notification.tag);
      if (qualified.some((one) => unheard.includes(one)) && isAnnouncing('sound')) void soundNews();
    },
    [toast, open, keep, source],
  );
  useEffect(() => gatherer.listen(tell), [tell]);
  // Of another profile is another list.
  useEffect(() => {
    void profile;
    return () => gatherer.clear();
  }, [profile]);
  // By what is set now: turning a list on while news is gathered tells nothing of before.
  const gather = useCallback(
    (news: readonly News[]) => {
      if (!isStale) gatherer.add(news.filter((one) => isAskedFor(one, source, isAnnouncing)));
    },
    [isStale, source],
  );
  useNewTokens(
    rowsName('qualified', 'pumpfun'),
    useList('qualified', 'pumpfun').data,
    newsOfQualified,
    gather,
  );
  useNewTokens(rowsName('qualified', 'bonded'), useList('qualified', 'bonded').data, newsOfQualified, gather);
  useNewTokens('ultimate', useList('ultimate').data, newsOfUltimate, gather);
  useNewAlerts(gather);
}

type Gather = (news: readonly News[]) => void;

/** Gathers what comes newly onto a list. `rows` is the list's {@link rowsName}. */
function useNewTokens<Token extends { mint: string }>(
  rows: string,
  answer: Answer<Token> | undefined,
  newsOf: (token: Token) => News,
  gather: Gather,
): void {
  const view = viewOf(rows, useProfile());
  const seen = useRef<{ view: string; tokens: SeenTokens | null } | null>(null);
  useEffect(() => seenViews.watch(view), [view]);
  useEffect(() => {
    if (!answer || answer.asOf === null) return;
    const before = seen.current?.view === view ? seen.current.tokens : null;
    const now = seenViews.look(view, answer.items, answer.asOf);
    seen.current = { view, tokens: now };
    gather(newSinceThen(before, now, answer.items).map(newsOf));
  }, [view, answer, newsOf, gather]);
}

/** Gathers each bonding alert raised while the page looks on. */
function useNewAlerts(gather: Gather): void {
  const { data: answer } = useList('earlyStage');
  const told = useRef<ToldAlerts | null>(null);
  useEffect(() => {
    if (!answer) return;
    const found = findNewAlerts(told.current, answer.items, answer.asOf);
    told.current = found.told;
    gather(found.fresh.map(newsOfEarlyStage));
  }, [answer, gather]);
}
