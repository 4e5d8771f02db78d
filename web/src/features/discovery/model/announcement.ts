/** What the page tells of its lists beside showing them: which tokens, in which words. */
import type { HighHypeToken, ListSource, Source, UltimateToken } from '@cryptonite/contracts/api';
import { conditionOf, withCondition } from '../../../lib/condition';
import { formatPercent, formatScore, formatUtcTime } from '../../../lib/format';
import { cleanText, isolated } from '../../../lib/text';
import type { NewsItem, ToastContent } from '../../../ui/toast-queue';
import type { ListedToken } from './held-lists';

export const TITLE = '🚨 New Qualified Token!';
const LASTS_MS = 5_000;
/** A longer name is cut: it stands among others on one line. */
const NAME_MOST = 24;

/** One token in the news. `what` follows its name: "GLOAM qualified, 4/5". */
export type NewsOf = {
  mint: string;
  name: string;
  what: string;
  /** As it was announced; null where it was not known. */
  marketCap: number | null;
};

export type AnnouncedList = 'qualified' | 'ultimate' | 'earlyStage';

/** News of one list at one moment of stream time. */
export type Announcement = {
  list: AnnouncedList;
  /** Of a list that has no sources the first. */
  source: ListSource;
  asOf: number;
  /** What is said of data that are not the live chain. */
  condition: string | null;
  tokens: NewsOf[];
};

/** As it stands among other words: isolated, so that a name written from right to left turns nothing but itself. */
export function nameOf(symbol: string | null): string {
  const points = Array.from(cleanText(symbol ?? '').text);
  if (points.length === 0) return 'A token without a symbol';
  const name = points.length > NAME_MOST ? `${points.slice(0, NAME_MOST - 1).join('')}…` : points.join('');
  return isolated(name);
}

export function announceQualified(
  source: ListSource,
  asOf: number,
  tokens: readonly ListedToken[],
): Announcement {
  return {
    list: 'qualified',
    source,
    asOf,
    condition: conditionOf(originOf(tokens)),
    tokens: tokens.map(({ mint, symbol, marketCap, passedChecks, totalChecks }) => ({
      mint,
      name: nameOf(symbol),
      marketCap,
      what: `qualified, ${passedChecks}/${totalChecks}`,
    })),
  };
}

export function announceUltimate(asOf: number, tokens: readonly UltimateToken[]): Announcement {
  return {
    list: 'ultimate',
    source: 'pumpfun',
    asOf,
    condition: conditionOf(originOf(tokens)),
    tokens: tokens.map(({ mint, symbol, marketCap, score }) => ({
      mint,
      name: nameOf(symbol),
      marketCap,
      what: `passed every gate of Ultimate, ${formatScore(score)}/100`,
    })),
  };
}

export function announceEarlyStage(asOf: number, tokens: readonly HighHypeToken[]): Announcement {
  return {
    list: 'earlyStage',
    source: 'pumpfun',
    asOf,
    condition: conditionOf(originOf(tokens)),
    tokens: tokens.map(({ mint, symbol, marketCap }) => ({
      mint,
      name: nameOf(symbol),
      marketCap,
      what: 'entered Early Stage',
    })),
  };
}

const originOf = (tokens: readonly { origin: Source }[]): Source | null => tokens[0]?.origin ?? null;

/** The words for one token that qualified; `open` leads to it. */
export function tellQualified(token: ListedToken, open: () => void): NewsItem {
  const { mint, symbol, passedChecks, totalChecks, measuredAt, origin } = token;
  const name = nameOf(symbol);
  const news = `${name} passed ${passedChecks} of ${totalChecks} checks at ${formatUtcTime(measuredAt)}`;
  return { id: mint, name, text: withCondition(news, origin), open };
}

/** One toast for all that qualified together. */
export function toastOf({ asOf, condition }: Announcement, items: readonly NewsItem[]): ToastContent {
  const note = [formatUtcTime(asOf), ...(condition ? [condition.toLowerCase()] : [])].join(', ');
  return { title: TITLE, kind: 'news', lastsMs: LASTS_MS, items, note };
}

/** The words for one token that came onto Ultimate. */
export const tellUltimate = ({ symbol, score, origin }: UltimateToken): string =>
  withCondition(`${nameOf(symbol)} passed every gate of Ultimate with ${formatScore(score)}/100`, origin);

/** The words for one bonding alert. */
export const tellAlert = ({ symbol, bondingCurveProgress, origin }: HighHypeToken): string =>
  withCondition(`${nameOf(symbol)} is at ${formatPercent(bondingCurveProgress)} of its curve`, origin);
