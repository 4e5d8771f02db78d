/**
 * The built page before lists that a test stages: what stands in them, when it leaves and when it comes back. Lists are
 * told as a stream that cannot resume tells them, so the page reads them anew; or one token is, as it changes.
 */
import {
  type Check,
  HighHypeToken,
  LISTS,
  type ListName,
  PreMigrationToken,
  RejectedToken,
  ScanProgress,
  STREAM_EVENTS,
  StreamToken,
} from '@cryptonite/contracts/api';
import { HEALTH, startMadeUpApi } from './made-up-api.js';

const ORIGIN = { kind: 'market', name: 'staged by a test' } as const;
export const START = Date.UTC(2026, 0, 2, 14, 0, 0);

const check = (
  name: Check['name'],
  verdict: Check['verdict'],
  value: number | null,
  limit: number,
): Check => ({
  name,
  verdict,
  value,
  limit,
});

/** A token that qualifies with four of five checks; whatever may be unknown and is not named here is. */
export function qualifiedToken(symbol: string, change: Partial<PreMigrationToken> = {}): PreMigrationToken {
  const unknown = Object.fromEntries(Object.keys(PreMigrationToken.shape).map((field) => [field, null]));
  return PreMigrationToken.parse({
    ...unknown,
    mint: `${symbol}${'1'.repeat(40)}`.slice(0, 44),
    symbol,
    name: `${symbol} coin`,
    price: '0.00003',
    marketCap: 30_000,
    initialMarketCap: 25_000,
    marketCapChangePercent: 20,
    bondingCurveProgress: 60,
    priceChange: 20,
    buyRatio: 2,
    currentLiquidity: 5_000,
    tradeCount: 400,
    totalTrades: 400,
    totalVolume: 9_000,
    lifecycle: 'bonding',
    holders: 200,
    whaleBuyers: 4,
    holderCoverage: 1,
    priceTrail: [1, 2, 3],
    indicators: [],
    worstDanger: null,
    seenSinceCreation: true,
    gapSeen: false,
    dexUrl: 'https://dexscreener.com/solana/x',
    launchpadUrl: 'https://pump.fun/x',
    rulesVersion: 1,
    origin: ORIGIN,
    source: 'pumpfun',
    listedAt: START,
    measuredAt: START,
    createdAt: START - 60_000,
    passedChecks: 4,
    totalChecks: 5,
    checks: [
      check('progress', 'pass', 60, 40),
      check('momentum', 'pass', 20, 15),
      check('buyRatio', 'pass', 2, 1.2),
      check('whaleBuyers', 'pass', 4, 3),
      check('score', 'unknown', null, 40),
    ],
    ...change,
  });
}

/** The same token once its price has not risen enough. */
export function rejectedToken(token: PreMigrationToken): RejectedToken {
  const checks = token.checks.map((passed) =>
    passed.name === 'momentum' ? check('momentum', 'fail', 12.9, 15) : passed,
  );
  const rejectionReason = 'Price momentum 12.9% is below 15%';
  return RejectedToken.parse({ ...token, checks, passedChecks: 3, rejectionReason });
}

type Lists = { qualified: PreMigrationToken[]; rejected: RejectedToken[] };

export type Stage = {
  url: string;
  /** Stages lists `seconds` of stream time after those before. */
  show: (lists: Partial<Lists>, seconds?: number) => void;
  /** Tells a second later how a token is now: qualified, rejected, or on a list that the page does not show. */
  tell: (token: PreMigrationToken, on: keyof Lists | null) => void;
  /** From now on the newest event lies so far behind. */
  fallBehind: (lagMs: number) => void;
  stop: () => Promise<void>;
};

export async function openStage(): Promise<Stage> {
  let lists: Lists = { qualified: [], rejected: [] };
  let asOf = START;
  let lagMs = HEALTH.lagMs;
  const health = () => ({ ...HEALTH, source: ORIGIN, streamTime: asOf, lagMs });
  const api = await startMadeUpApi(health);
  const listed = (name: ListName, source: string | null) => {
    const all: readonly PreMigrationToken[] = name === 'qualified' || name === 'rejected' ? lists[name] : [];
    const items = all
      .filter((item) => source === null || item.source === source)
      .map((item) => ({ ...item, measuredAt: asOf }));
    return { items, total: items.length, profile: 'live', asOf, nextCursor: null, position: '0:1' };
  };
  api.answer({
    '/api/tokens/monitoring-count': () => ({ count: 9, pumpfun: 9, bonded: 0, origin: ORIGIN, asOf }),
    '/api/discovery/early-stage-progress': () =>
      ScanProgress.parse({
        ...{ scanned: 9, cadence: { medianMs: 6_000, p95Ms: 60_000 }, total: 9, matched: 0, shown: 0 },
        ...{ startedAt: asOf, completedAt: asOf, nextAt: asOf, origin: ORIGIN, asOf },
      }),
    ...Object.fromEntries(
      Object.entries(LISTS).map(([name, { path }]) => [
        path,
        (source: string | null) => listed(name as ListName, source),
      ]),
    ),
  });
  return {
    url: api.pageUrl,
    show: (next, seconds = 1) => {
      lists = { ...lists, ...next };
      asOf += seconds * 1_000;
      api.tell(STREAM_EVENTS.reset, {});
    },
    tell: (token, on) => {
      asOf += 1_000;
      const others = <Item extends PreMigrationToken>(items: Item[]) =>
        items.filter(({ mint }) => mint !== token.mint);
      lists = { qualified: others(lists.qualified), rejected: others(lists.rejected) };
      if (on === 'qualified') lists.qualified.push(token);
      if (on === 'rejected') lists.rejected.push(RejectedToken.parse(token));
      const unknown = Object.fromEntries(Object.keys(HighHypeToken.shape).map((field) => [field, null]));
      const said = { ...unknown, ...token, measuredAt: asOf };
      api.tell(
        STREAM_EVENTS.token,
        StreamToken.parse({
          mint: token.mint,
          profile: 'live',
          token: said,
          lists: on === null ? {} : { [on]: token },
          asOf,
        }),
      );
    },
    fallBehind: (behindMs) => {
      lagMs = behindMs;
      api.tell(STREAM_EVENTS.health, health());
    },
    stop: api.stop,
  };
}
