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

/** `isUnheard` of what no other tab of the browser has kept before: one of them notifies. */
type Gathered = News & { isUnheard: boolean };

/** The page's own: a way from one page to another and back makes no news come sooner. */
const gatherer = new NewsGatherer<Gathered>();

/**
 * Announces what happens on the lists that the settings name, whichever tab of the page is open. `keep` takes it for the bell
 * at once, and returns what was not kept before. It is told once in 20 s at most: in a toast what newly qualifies, in one
 * desktop notification what no other tab of the browser tells. Settings decide when something is announced; what was not is
 * known all the same, so that turning a list on tells nothing old. Nor is anything announced while `isStale`: hours of what
 * is past go by in minutes as it is caught up with.
 */
export function useAnnounce(keep: (news: readonly News[]) => readonly News[], isStale: boolean): void {
  const [{ source, profile }] = useDiscovery();
  const toast = useToast();
  const open = useOpenToken();
  const tell = useCallback(
    (gathered: readonly Gathered[]) => {
      const news = gathered.filter(({ list }) => isAnnouncing(list));
      const qualified = news.filter(({ list }) => list === 'qualified');
      if (qualified.length > 0) {
        toast(toastOf(qualified, (one) => open(one.list, one.source, one)));
        if (isAnnouncing('sound')) void soundNews();
      }
      const notification = notificationOf(news.filter(({ isUnheard }) => isUnheard));
      if (notification) notifyDesktop(notification.title, notification.text, notification.tag);
    },
    [toast, open],
  );
  useEffect(() => gatherer.listen(tell), [tell]);
  // Of another profile is another list.
  useEffect(() => {
    void profile;
    return () => gatherer.clear();
  }, [profile]);
  // By what is set now: turning a list on while news is gathered tells nothing of before.
  const gather = useCallback(
    (found: readonly News[]) => {
      const news = isStale ? [] : found.filter((one) => isAskedFor(one, source, isAnnouncing));
      // Most changes of a list bring none: the store is not looked into for them.
      if (news.length === 0) return;
      const unheard = new Set(keep(news));
      gatherer.add(news.map((one) => ({ ...one, isUnheard: unheard.has(one) })));
    },
    [keep, isStale, source],
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
    if (!answer || answer.isPart) return;
    const found = findNewAlerts(told.current, answer.items, answer.asOf);
    told.current = found.told;
    gather(found.fresh.map(newsOfEarlyStage));
  }, [answer, gather]);
}
