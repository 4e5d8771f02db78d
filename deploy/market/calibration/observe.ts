import { SOL_MINT, USDC_MINT } from '@cryptonite/contracts/chain';
import { readHasSocials } from './read-socials.js';

/** What calibration takes from one fact of the journal: the market's transactions, decoded as those of any provider. */
export type Observed =
  | {
      kind: 'launch';
      mint: string;
      creator: string;
      slot: number;
      timeMs: number;
      name: string;
      /** Null where its document cannot be read. */
      hasSocials: boolean | null;
    }
  | {
      kind: 'trade';
      mint: string;
      slot: number;
      timeMs: number;
      side: 'buy' | 'sell';
      trader: string;
      sol: number;
      inPool: boolean;
      /** Quote base units for a token base unit. */
      price: number;
      /** SOL in the curve after the trade; null in a pool. */
      raisedSol: number | null;
    }
  | {
      kind: 'migrated';
      mint: string;
      timeMs: number;
      /** Of the pool as it opens, as the price of a trade. */
      price: number;
    };

/** One SOL in units of the quotes that have a price in it; USDC at $150, as the market prices it. */
const UNITS: Readonly<Record<string, number>> = {
  [SOL_MINT]: 1e9,
  [USDC_MINT]: 150e6,
};

interface JsonFact {
  kind: string;
  time: number;
  mint: string;
  [field: string]: unknown;
}

/** Reads a line of the journal. Launches quoted in another coin have no SOL to compare, and are left out. */
export function observe(line: string): Observed[] {
  const record = JSON.parse(line) as { slot: number; facts: JsonFact[] };
  const { slot } = record;
  return record.facts.flatMap((fact): Observed[] => {
    const { mint, time: timeMs } = fact;
    const unit = UNITS[String(fact.quoteMint)];
    if (unit === undefined) return [];
    switch (fact.kind) {
      case 'LaunchCreated':
        return [
          {
            kind: 'launch',
            mint,
            slot,
            timeMs,
            creator: String(fact.creator),
            name: `${fact.name} (${fact.symbol})`,
            hasSocials: readHasSocials(String(fact.uri)),
          },
        ];
      case 'TradeExecuted': {
        const inPool = fact.venue !== 'pump-curve';
        return [
          {
            kind: 'trade',
            mint,
            slot,
            timeMs,
            side: fact.side as 'buy' | 'sell',
            trader: String(fact.trader),
            sol: Number(fact.quoteAmount) / unit,
            inPool,
            price: Number(fact.priceQuoteReserves) / Number(fact.priceTokenReserves),
            raisedSol: inPool ? null : Number(fact.realQuoteReserves) / unit,
          },
        ];
      }
      case 'Migrated':
        // What the curve gives away is all that sets the pool's price, virtual quote included.
        return [
          { kind: 'migrated', mint, timeMs, price: Number(fact.quoteAmount) / Number(fact.tokenAmount) },
        ];
      default:
        return [];
    }
  });
}
