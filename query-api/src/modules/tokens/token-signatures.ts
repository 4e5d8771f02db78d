import type { Measurement } from '@cryptonite/contracts/measures';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SIGNATURES } from './signatures.sql.js';
import { TokenRows } from './token-rows.js';
import { TRADES } from './trades.sql.js';
import { cutsOf, newestAt, type TracedTrade, tracedBy } from './view/traced-trades.js';
import { type Signatures, TRACES } from './view/traces.js';
import { windowAt } from './view/windows.js';

const Row = z.tuple([z.number(), z.string(), z.string()]);
const Trade = z.tuple([z.string(), z.number(), z.number(), z.string(), z.string(), z.boolean(), z.boolean()]);
const WHALES_MOST = 20;

type Asked = {
  measurement: Measurement;
  /** What the pattern is told by; null where nothing tells. */
  ofFirstHour: Measurement | null;
  /** Times of which the newest trade then is asked for. */
  moments: readonly number[];
  /** The creator's wallet, where something is said of its sales. */
  creator: string | null;
};

/** The transactions behind a measurement. */
@Injectable()
export class TokenSignatures {
  constructor(private readonly rows: TokenRows) {}

  async of({ measurement, ofFirstHour, moments, creator }: Asked): Promise<Signatures> {
    const { mint, position, time, whaleBuyersSeen, whaleBuyers10mSeen } = measurement;
    const firstHour = ofFirstHour && {
      ...windowAt('1h', ofFirstHour.time),
      position: ofFirstHour.position,
    };
    const asked = { time, moments, firstHour };
    const [trades, others] = await Promise.all([
      this.rows.rows(TRADES, { mint, position, creator: creator ?? '', cuts: cutsOf(asked) }),
      this.rows.rows(SIGNATURES, {
        mint,
        position,
        time,
        whales1h: Math.min(whaleBuyersSeen, WHALES_MOST),
        whales10m: Math.min(whaleBuyers10mSeen, WHALES_MOST),
        from1h: windowAt('1h', time).from,
        from10m: windowAt('10m', time).from,
      }),
    ]);
    const traded = trades.map(tradeOf);
    const found = new Map<string, string[]>(tracedBy(traded, asked));
    // Parts come in any order, rows of a part in its own.
    for (const [, trace, signature] of others.map((row) => Row.parse(row)).sort(([a], [b]) => a - b))
      found.set(trace, [...(found.get(trace) ?? []), signature]);
    return {
      by: new Map(TRACES.map((trace) => [trace, found.get(trace) ?? []])),
      at: new Map(moments.map((moment) => [moment, newestAt(traded, moment)])),
    };
  }
}

function tradeOf(row: unknown): TracedTrade {
  const [position, time, amount, signature, side, isAgent, isCreator] = Trade.parse(row);
  return { position, time, amount, signature, side, isAgent, isCreator };
}
