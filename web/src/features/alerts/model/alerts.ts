/** What the bell keeps: the tokens that were announced in the last day, and what became of them. Times are stream time in ms. */
import { NO_NEWS_WITHIN_MS } from '@cryptonite/contracts/rules';
import { z } from 'zod';

export const KEPT_MS = 24 * 60 * 60_000;
/** Of a busy day the newest: what a browser stores has a limit. */
export const MOST_ALERTS = 500;
/** The last moment that a date can name. */
const LAST_DATE = 8.64e15;
/** Far beyond what is ever announced, and far from where numbers are no longer exact. */
export const MOST_ID = 1e12;
/** Two sources of one list, and two lists without sources. */
const MOST_PLACES = 4;

const Time = z.number().nonnegative().max(LAST_DATE);
const MarketCap = z.number().nonnegative().nullable();
const Announcement = z.object({
  list: z.enum(['qualified', 'ultimate', 'earlyStage']),
  source: z.enum(['pumpfun', 'bonded']),
  at: Time,
});
const Token = z.object({
  mint: z.string().max(64),
  name: z.string().max(200),
  /** "qualified, 4/5" */
  what: z.string().max(200),
  /** As it was announced last. */
  marketCap: MarketCap,
  /** As it was last seen. */
  last: z.object({ marketCap: MarketCap, at: Time }),
});
const Condition = z.string().max(100).nullable();

const Alert = Token.extend({
  /** Later ones are greater. */
  id: z.int().nonnegative().max(MOST_ID),
  condition: Condition,
  /** How often it was announced since it is kept, on whichever list. */
  times: z.int().positive(),
  /** Where and when last, the newest first, each list of a source once. */
  announced: z.tuple([Announcement], Announcement).refine(({ length }) => length <= MOST_PLACES),
});
/** A token that was announced. */
export type Alert = z.infer<typeof Alert>;
const Alerts = z.array(Alert).max(MOST_ALERTS);

/** As the version before kept them: 50 bursts, each of up to 40 tokens. */
const Bursts = z
  .array(Announcement.extend({ condition: Condition, tokens: z.array(Token).min(1).max(40) }))
  .max(50);

/** A token that a list announces. */
export type Announced = z.infer<typeof Announcement> & Omit<Alert, 'id' | 'last' | 'times' | 'announced'>;

/** What the page holds of tokens now. */
export type KnownTokens = ReadonlyMap<string, { marketCap?: number | null; measuredAt: number }>;

/** Whatever a browser has stored: what cannot be read is none. */
export function parseAlerts(stored: string | null): readonly Alert[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]');
    const alerts = Alerts.safeParse(read);
    return alerts.success ? alerts.data : alertsOf(Bursts.parse(read));
  } catch {
    return [];
  }
}

/** All of them as read: which were is told by the numbers of bursts. */
function alertsOf(bursts: z.infer<typeof Bursts>): readonly Alert[] {
  const announced = bursts
    .flatMap(({ tokens, ...where }) => tokens.map((token) => ({ ...where, ...token })))
    .reverse();
  const { alerts } = keepAlerts([], announced);
  return trackAlerts(alerts, lastSeen(announced)).map((alert) => ({ ...alert, id: 0 }));
}

/** As the tokens were last seen. */
export const lastSeen = (alerts: readonly Pick<Alert, 'mint' | 'last'>[]): KnownTokens =>
  new Map(alerts.map(({ mint, last: { marketCap, at } }) => [mint, { marketCap, measuredAt: at }]));

/**
 * Keeps what is announced, and tells which of it is news: what another tab of the browser has kept already is none.
 * `read` is the greatest id that was read: what comes is unread, whatever became of those before.
 */
export function keepAlerts<One extends Announced>(
  alerts: readonly Alert[],
  announced: readonly One[],
  read = 0,
): { alerts: readonly Alert[]; news: One[] } {
  const news: One[] = [];
  const byMint = new Map(alerts.map((alert) => [alert.mint, alert]));
  let lastId = Math.max(read, ...alerts.map(({ id }) => id));
  for (const each of announced) {
    const before = byMint.get(each.mint);
    if (before?.announced.some((other) => isSame(other, each))) continue;
    news.push(each);
    lastId += 1;
    byMint.set(each.mint, alertOf(each, before, lastId));
  }
  if (news.length === 0) return { alerts, news };
  const asOf = Math.max(...news.map(({ at }) => at));
  const kept = [...byMint.values()].sort((a, b) => b.id - a.id);
  return { alerts: ofLastDay(kept, asOf).slice(0, MOST_ALERTS), news };
}

function alertOf(
  { list, source, at, mint, name, what, condition, marketCap }: Announced,
  before: Alert | undefined,
  id: number,
): Alert {
  const others = before?.announced.filter((other) => other.list !== list || other.source !== source) ?? [];
  const last = { marketCap, at };
  const times = (before?.times ?? 0) + 1;
  return {
    ...{ id, mint, name, what, condition, marketCap, last, times },
    announced: [{ list, source, at }, ...others.slice(0, MOST_PLACES - 1)],
  };
}

const isSame = (one: z.infer<typeof Announcement>, other: z.infer<typeof Announcement>): boolean =>
  one.list === other.list && one.source === other.source && Math.abs(one.at - other.at) < NO_NEWS_WITHIN_MS;

/** Those that were announced within a day of `asOf`, on either side: a market that begins anew has another time. */
export const ofLastDay = (alerts: readonly Alert[], asOf: number): readonly Alert[] =>
  alerts.filter(({ announced: [newest] }) => Math.abs(asOf - newest.at) < KEPT_MS);

/** Alerts with what is now known of their tokens; the same object when that is nothing new. */
export function trackAlerts(alerts: readonly Alert[], known: KnownTokens): readonly Alert[] {
  const tracked = alerts.map((alert): Alert => {
    const now = known.get(alert.mint);
    if (now?.marketCap == null || now.measuredAt <= alert.last.at) return alert;
    return { ...alert, last: { marketCap: now.marketCap, at: now.measuredAt } };
  });
  return tracked.some((alert, index) => alert !== alerts[index]) ? tracked : alerts;
}
