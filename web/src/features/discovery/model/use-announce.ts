import type { HighHypeToken, ListSource, UltimateToken } from '@cryptonite/contracts/api';
import { useCallback, useEffect, useRef } from 'react';
import { type Announcing, isAnnouncing } from '../../../lib/announcing';
import { conditionOf } from '../../../lib/condition';
import { notifyDesktop } from '../../../lib/notifications';
import { soundNews } from '../../../lib/sound';
import { useToast } from '../../../ui/toast';
import { useList } from '../api/get-list';
import {
  type Announcement,
  announceEarlyStage,
  announceQualified,
  announceUltimate,
  nameOf,
  TITLE,
  tellAlert,
  tellQualified,
  tellUltimate,
  toastOf,
} from './announcement';
import type { Answer, ListedToken } from './held-lists';
import { findNewAlerts, type ToldAlerts } from './new-alerts';
import { newSinceThen, type SeenTokens, seenViews, viewOf } from './new-tokens';
import { useProfile } from './use-discovery';
import { useGather } from './use-gather';
import { useOpenToken } from './use-open-token';
import { rowsName } from './wanted-row';

type Tell = (announcement: Announcement) => void;

/**
 * Tells what happens on the lists that the settings name, of both sources, whichever tab of the page is open. `tell` takes
 * what the bell keeps. Settings decide when something is told; what was not announced is known all the same, so that
 * turning a list on tells nothing old. Nor is anything told while `isStale`: hours of what is past go by in minutes as it is
 * caught up with.
 */
export function useAnnounce(tell: Tell, isStale: boolean): void {
  useAnnounceQualified('pumpfun', tell, isStale);
  useAnnounceQualified('bonded', tell, isStale);
  useAnnounceUltimate(tell, isStale);
  useAnnounceAlerts(useList('earlyStage').data, tell, isStale);
}

/** Hands on, a burst at a time, what comes newly onto a list that is to announce. `rows` is the list's {@link rowsName}. */
function useNews<Token extends { mint: string }>(
  what: Announcing,
  rows: string,
  answer: Answer<Token> | undefined,
  isStale: boolean,
  onNews: (tokens: readonly Token[]) => void,
): void {
  const view = viewOf(rows, useProfile());
  const seen = useRef<{ view: string; tokens: SeenTokens | null } | null>(null);
  const gather = useGather(onNews);
  useEffect(() => seenViews.watch(view), [view]);
  useEffect(() => {
    if (!answer || answer.asOf === null) return;
    const before = seen.current?.view === view ? seen.current.tokens : null;
    const now = seenViews.look(view, answer.items, answer.asOf);
    seen.current = { view, tokens: now };
    // By what is set now: turning the list on while a burst is gathered tells nothing of before.
    if (!isStale && isAnnouncing(what)) gather(newSinceThen(before, now, answer.items));
  }, [what, view, answer, isStale, gather]);
}

/** A toast for those that newly qualify together, and a desktop notification for each. */
function useAnnounceQualified(source: ListSource, tell: Tell, isStale: boolean): void {
  const { data } = useList('qualified', source);
  const toast = useToast();
  const open = useOpenToken();
  const announce = useCallback(
    (tokens: readonly ListedToken[]) => {
      const [first] = tokens;
      if (!first || !isAnnouncing('qualified')) return;
      const announcement = announceQualified(first.source, first.measuredAt, tokens);
      const items = tokens.map((token) => {
        const { mint, symbol, origin } = token;
        const to = { mint, name: nameOf(symbol), condition: conditionOf(origin) };
        return tellQualified(token, () => open('qualified', token.source, to));
      });
      toast(toastOf(announcement, items));
      for (const { id, text } of items) notifyDesktop(TITLE, text, id);
      if (isAnnouncing('sound')) void soundNews();
      tell(announcement);
    },
    [toast, open, tell],
  );
  useNews('qualified', rowsName('qualified', source), data, isStale, announce);
}

/** A desktop notification for each token that comes onto Ultimate. */
function useAnnounceUltimate(tell: Tell, isStale: boolean): void {
  const { data } = useList('ultimate');
  const announce = useCallback(
    (tokens: readonly UltimateToken[]) => {
      const [first] = tokens;
      if (!first || !isAnnouncing('ultimate')) return;
      for (const token of tokens) notifyDesktop('Ultimate', tellUltimate(token), token.mint);
      tell(announceUltimate(first.measuredAt, tokens));
    },
    [tell],
  );
  useNews('ultimate', 'ultimate', data, isStale, announce);
}

/** A desktop notification for each bonding alert raised while the page looks on. */
function useAnnounceAlerts(answer: Answer<HighHypeToken> | undefined, tell: Tell, isStale: boolean): void {
  const told = useRef<ToldAlerts | null>(null);
  const gather = useGather(
    useCallback(
      (tokens: readonly HighHypeToken[]) => {
        const [first] = tokens;
        if (!first || !isAnnouncing('earlyStage')) return;
        for (const token of tokens) notifyDesktop('Bonding alert', tellAlert(token), token.mint);
        tell(announceEarlyStage(first.measuredAt, tokens));
      },
      [tell],
    ),
  );
  useEffect(() => {
    if (!answer) return;
    const found = findNewAlerts(told.current, answer.items, answer.asOf);
    told.current = found.told;
    if (!isStale && isAnnouncing('earlyStage')) gather(found.fresh);
  }, [answer, isStale, gather]);
}
