/** What the bell keeps: the last announcements, and what became of their tokens. Times are stream time in ms. */
import { NO_NEWS_WITHIN_MS } from '@cryptonite/contracts/rules';
import { z } from 'zod';

export const MOST_ALERTS = 50;
/** As many as a list shows; a longer burst is told in several. */
const MOST_OF_BURST = 40;
/** Two tabs of a browser hear of a burst in parts of their own. */
const BURST_MS = 2_000;

const MarketCap = z.number().nonnegative().nullable();
const AlertedToken = z.object({
  mint: z.string().max(64),
  name: z.string().max(200),
  /** "qualified, 4/5" */
  what: z.string().max(200),
  /** As it was announced. */
  marketCap: MarketCap,
  /** As it was last seen. */
  last: z.object({ marketCap: MarketCap, at: z.number() }),
});
export type AlertedToken = z.infer<typeof AlertedToken>;

const Alert = z.object({
  /** Later ones are greater. */
  id: z.int(),
  list: z.enum(['qualified', 'ultimate', 'earlyStage']),
  source: z.enum(['pumpfun', 'bonded']),
  at: z.number(),
  condition: z.string().max(100).nullable(),
  tokens: z.array(AlertedToken).min(1).max(MOST_OF_BURST),
});
export type Alert = z.infer<typeof Alert>;
const Alerts = z.array(Alert).max(MOST_ALERTS);

/** What a list announced. */
export type Announced = Pick<Alert, 'list' | 'source' | 'condition'> & {
  asOf: number;
  tokens: readonly Omit<AlertedToken, 'last'>[];
};

/** What the page holds of tokens now. */
export type KnownTokens = ReadonlyMap<string, { marketCap?: number | null; measuredAt: number }>;

/** Whatever a browser has stored: what cannot be read is none. */
export function parseAlerts(stored: string | null): readonly Alert[] {
  try {
    return Alerts.parse(JSON.parse(stored ?? '[]'));
  } catch {
    return [];
  }
}

/** The newest first. What another tab of the browser has told already is left out. */
export function keepAlert(alerts: readonly Alert[], news: Announced): readonly Alert[] {
  const { list, source, condition, asOf } = news;
  const ofList = alerts.filter((alert) => alert.list === list && alert.source === source);
  const recent = ofList.filter(({ at }) => Math.abs(asOf - at) < NO_NEWS_WITHIN_MS);
  const told = new Set(recent.flatMap(({ tokens }) => tokens.map(({ mint }) => mint)));
  const tokens = news.tokens
    .filter(({ mint }) => !told.has(mint))
    .map((token) => ({ ...token, last: { marketCap: token.marketCap, at: asOf } }));
  if (tokens.length === 0) return alerts;
  const hasRoom = ({ at, tokens: told }: Alert) =>
    Math.abs(asOf - at) <= BURST_MS && told.length < MOST_OF_BURST;
  const burst = ofList.find(hasRoom);
  const room = burst ? MOST_OF_BURST - burst.tokens.length : 0;
  const grown = burst && { ...burst, tokens: [...burst.tokens, ...tokens.slice(0, room)] };
  const kept = alerts.map((alert) => (grown && alert === burst ? grown : alert));
  const firstId = 1 + Math.max(0, ...alerts.map(({ id }) => id));
  const more = inBursts(tokens.slice(room)).map(
    (of, index): Alert => ({ id: firstId + index, list, source, condition, at: asOf, tokens: of }),
  );
  return [...more.reverse(), ...kept].slice(0, MOST_ALERTS);
}

const inBursts = (tokens: readonly AlertedToken[]): AlertedToken[][] =>
  Array.from({ length: Math.ceil(tokens.length / MOST_OF_BURST) }, (_, index) =>
    tokens.slice(index * MOST_OF_BURST, (index + 1) * MOST_OF_BURST),
  );

/** Alerts with what is now known of their tokens; the same object when that is nothing new. */
export function trackAlerts(alerts: readonly Alert[], known: KnownTokens): readonly Alert[] {
  const track = (token: AlertedToken): AlertedToken => {
    const now = known.get(token.mint);
    if (now?.marketCap == null || now.measuredAt <= token.last.at) return token;
    return { ...token, last: { marketCap: now.marketCap, at: now.measuredAt } };
  };
  const tracked = alerts.map((alert) => {
    const tokens = alert.tokens.map(track);
    return tokens.some((token, index) => token !== alert.tokens[index]) ? { ...alert, tokens } : alert;
  });
  return tracked.some((alert, index) => alert !== alerts[index]) ? tracked : alerts;
}
