/** What the page tells of its lists beside showing them: which tokens, in which words. */
import type { HighHypeToken, ListSource, UltimateToken } from '@cryptonite/contracts/api';
import type { Announcing } from '../../../lib/announcing';
import { conditionOf, withCondition } from '../../../lib/condition';
import { formatPercent, formatScore, formatUtcTime } from '../../../lib/format';
import { cleanText, isolated } from '../../../lib/text';
import { nameBurst, type ToastContent } from '../../../ui/toast-queue';
import type { ListedToken } from './held-lists';

export const TITLE = '🚨 New Qualified Token!';
const TITLES = { qualified: TITLE, ultimate: 'Ultimate', earlyStage: 'Bonding alert' } as const;
const TITLE_OF_SEVERAL = 'New on your lists';
const LASTS_MS = 5_000;
/** A longer name is cut: it stands among others on one line. */
const NAME_MOST = 24;

export type AnnouncedList = keyof typeof TITLES;

/** One token that a list announces. */
export type News = {
  list: AnnouncedList;
  /** Of a list that has no sources the first. */
  source: ListSource;
  mint: string;
  name: string;
  /** Follows the name in the bell: "GLOAM qualified, 4/5". */
  what: string;
  /** The whole sentence, of one token alone. */
  text: string;
  /** As it was announced; null where it was not known. */
  marketCap: number | null;
  /** What is said of data that are not the live chain. */
  condition: string | null;
  /** In stream time, ms. */
  at: number;
};

/** As it stands among other words: isolated, so that a name written from right to left turns nothing but itself. */
export function nameOf(symbol: string | null): string {
  const points = Array.from(cleanText(symbol ?? '').text);
  if (points.length === 0) return 'A token without a symbol';
  const name = points.length > NAME_MOST ? `${points.slice(0, NAME_MOST - 1).join('')}…` : points.join('');
  return isolated(name);
}

/** What each list says alike of its token. */
function newsOf(
  token: Pick<ListedToken, 'mint' | 'symbol' | 'marketCap' | 'origin' | 'measuredAt'>,
  { does, ...said }: Pick<News, 'list' | 'source' | 'what'> & { does: string },
): News {
  const { mint, symbol, marketCap, origin, measuredAt } = token;
  const name = nameOf(symbol);
  const text = withCondition(`${name} ${does}`, origin);
  return { ...said, mint, name, text, marketCap, condition: conditionOf(origin), at: measuredAt };
}

export const newsOfQualified = (token: ListedToken): News =>
  newsOf(token, {
    list: 'qualified',
    source: token.source,
    what: `qualified, ${token.passedChecks}/${token.totalChecks}`,
    does: `passed ${token.passedChecks} of ${token.totalChecks} checks at ${formatUtcTime(token.measuredAt)}`,
  });

export const newsOfUltimate = (token: UltimateToken): News =>
  newsOf(token, {
    list: 'ultimate',
    source: 'pumpfun',
    what: `passed every gate of Ultimate, ${formatScore(token.score)}/100`,
    does: `passed every gate of Ultimate with ${formatScore(token.score)}/100`,
  });

export const newsOfEarlyStage = (token: HighHypeToken): News =>
  newsOf(token, {
    list: 'earlyStage',
    source: 'pumpfun',
    what: 'entered Early Stage',
    does: `is at ${formatPercent(token.bondingCurveProgress)} of its curve`,
  });

/** Of the qualified list that of the source on screen, unless both are asked for. */
export const isAskedFor = (
  { list, source }: News,
  onScreen: ListSource,
  isAnnouncing: (what: Announcing) => boolean,
): boolean =>
  isAnnouncing(list) && (list !== 'qualified' || source === onScreen || isAnnouncing('bothSources'));

/** One toast for all that qualified together; `open` leads to one of them. */
export const toastOf = (news: readonly News[], open: (one: News) => void): ToastContent => ({
  title: TITLE,
  kind: 'news',
  lastsMs: LASTS_MS,
  items: onceEach(news).map((one) => ({
    ...{ id: one.mint, name: one.name, text: one.text },
    open: () => open(one),
  })),
  note: noteOf(news),
});

/** One desktop notification for all that is told together; null of nothing. */
export function notificationOf(news: readonly News[]): { title: string; text: string; tag: string } | null {
  const tokens = onceEach(news);
  const [first] = tokens;
  if (!first) return null;
  const isOfOneList = news.every(({ list }) => list === first.list);
  return {
    title: tokens.length === 1 || isOfOneList ? TITLES[first.list] : TITLE_OF_SEVERAL,
    text: tokens.length === 1 ? first.text : `${nameBurst(tokens.map(({ name }) => name))}, ${noteOf(news)}`,
    tag: first.mint,
  };
}

/** Each token with the first that is told of it: it may have come onto two lists meanwhile. */
const onceEach = (news: readonly News[]): News[] =>
  news.filter(({ mint }, index) => news.findIndex((one) => one.mint === mint) === index);

/** "14:18:40 UTC, simulated market" */
function noteOf(news: readonly News[]): string {
  const newest = news.reduce((one, other) => (other.at > one.at ? other : one));
  const condition = newest.condition?.toLowerCase();
  return [formatUtcTime(newest.at), ...(condition ? [condition] : [])].join(', ');
}
