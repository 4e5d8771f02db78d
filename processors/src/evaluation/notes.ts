/** Notes of each token what was said of it when it was judged, and what came of it. */
import { MAYHEM_AGENT } from '@cryptonite/contracts/chain';
import { type PlayedToken, TRADED_FOR_MS } from '@cryptonite/contracts/evaluation';
import type { Fact, TradeExecuted } from '@cryptonite/contracts/events';
import type { Measurement } from '@cryptonite/contracts/measures';

type Noted = PlayedToken & {
  prices: [time: number, price: number][];
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
  tradedAt: null,
  newest: null,
});

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
      case 'Migrated':
        this.#of(fact.mint).migratedAt ??= fact.time;
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
      const { tradedAt: _, newest: __, ...token } = noted;
      yield token;
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
    const { time, trader, priceTokenReserves, priceQuoteReserves } = trade;
    if (trader !== MAYHEM_AGENT) noted.tradedAt ??= time + TRADED_FOR_MS;
    if (priceTokenReserves === null || priceQuoteReserves === null || priceTokenReserves <= 0n) return;
    noted.prices.push([time, Number(priceQuoteReserves) / Number(priceTokenReserves)]);
  }

  /** What was last said before the moment counts; what is said of it later does not. */
  #settle({ moments, tradedAt, newest }: Noted, now: number): void {
    if (moments.traded !== null || tradedAt === null || now <= tradedAt) return;
    moments.traded = { at: tradedAt, measurement: newest };
  }
}
