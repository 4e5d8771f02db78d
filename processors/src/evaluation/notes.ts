/** Notes of each token what was said of it when it was judged, and what came of it. */
import { MAYHEM_AGENT } from '@cryptonite/contracts/chain';
import { type PlayedToken, TRADED_FOR_MS } from '@cryptonite/contracts/evaluation';
import type { Fact, TradeExecuted } from '@cryptonite/contracts/events';
import type { Measurement } from '@cryptonite/contracts/measures';

type Noted = Omit<PlayedToken, 'prices' | 'followedUntil'> & {
  prices: [time: number, price: number, quoteMint: string][];
  /** That its liquidity went to; null before, and where none was named. */
  pool: string | null;
  /** When it has been traded for long enough; null before its first trade. */
  tradedAt: number | null;
  newest: Measurement | null;
};

const newNoted = (mint: string): Noted => ({
  mint,
  completedAt: null,
  migratedAt: null,
  moments: { traded: null, listed: null },
  prices: [],
  pool: null,
  tradedAt: null,
  newest: null,
});

/** A pool that somebody opened beside the curve, or beside that of the migration, says nothing of the token's price. */
function setsPrice({ migratedAt, pool }: Noted, trade: TradeExecuted): boolean {
  if (trade.venue === 'pump-curve') return migratedAt === null;
  return migratedAt !== null && (pool === null || trade.pool === null || trade.pool === pool);
}

export class Notes {
  readonly #tokens = new Map<string, Noted>();

  fact(fact: Fact): void {
    switch (fact.kind) {
      case 'TradeExecuted':
        this.#trade(this.#of(fact.mint), fact);
        return;
      case 'CurveCompleted':
        this.#of(fact.mint).completedAt ??= fact.time;
        return;
      case 'Migrated': {
        const noted = this.#of(fact.mint);
        noted.migratedAt ??= fact.time;
        noted.pool ??= fact.pool;
      }
    }
  }

  /** Measurements of a token come in the order of their times. */
  measured(measurement: Measurement): void {
    const { mint, time, liveVerdict } = measurement;
    const noted = this.#of(mint);
    this.#settle(noted, time);
    if (liveVerdict === 'qualified') noted.moments.listed ??= { at: time, measurement };
    noted.newest = measurement;
  }

  /** Whether nothing that is said of the token from `now` on is noted any more. */
  isJudged(mint: string, now: number): boolean {
    const noted = this.#of(mint);
    this.#settle(noted, now);
    return noted.moments.traded !== null && noted.moments.listed !== null;
  }

  /** All tokens, as of the end. */
  *played(now: number): Generator<PlayedToken> {
    for (const noted of this.#tokens.values()) {
      this.#settle(noted, now);
      const { tradedAt: _, newest: __, pool: ___, ...token } = noted;
      yield { ...token, followedUntil: now };
    }
  }

  #of(mint: string): Noted {
    let noted = this.#tokens.get(mint);
    if (noted === undefined) {
      noted = newNoted(mint);
      this.#tokens.set(mint, noted);
    }
    return noted;
  }

  #trade(noted: Noted, trade: TradeExecuted): void {
    const { time, trader, priceTokenReserves, priceQuoteReserves, quoteMint } = trade;
    if (trader !== MAYHEM_AGENT) noted.tradedAt ??= time + TRADED_FOR_MS;
    if (priceTokenReserves === null || priceQuoteReserves === null || priceTokenReserves <= 0n) return;
    if (!setsPrice(noted, trade)) return;
    noted.prices.push([time, Number(priceQuoteReserves) / Number(priceTokenReserves), quoteMint]);
  }

  /** What was last said before the moment counts; what is said of it later does not. */
  #settle({ moments, tradedAt, newest }: Noted, now: number): void {
    if (moments.traded !== null || tradedAt === null || now <= tradedAt) return;
    moments.traded = { at: tradedAt, measurement: newest };
  }
}
