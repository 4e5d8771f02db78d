import type { Measurement } from '@cryptonite/contracts/measures';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { SIGNATURES } from './signatures.sql.js';
import { TokenRows } from './token-rows.js';
import { type Signatures, TRACES } from './view/traces.js';
import { WINDOW_NAMES, windowAt } from './view/windows.js';

const Row = z.tuple([z.number(), z.string(), z.string()]);
const WHALES_MOST = 20;
const NEWEST_MOST = 3;

/** The transactions behind a measurement. */
@Injectable()
export class TokenSignatures {
  constructor(private readonly rows: TokenRows) {}

  /** @param moments times of which the newest trade then is asked for */
  async of(measurement: Measurement, moments: readonly number[]): Promise<Signatures> {
    const { mint, position, time, whaleBuyersSeen } = measurement;
    const rows = await this.rows.rows(SIGNATURES, {
      mint,
      position,
      moments,
      whales: Math.min(whaleBuyersSeen, WHALES_MOST),
      ...Object.fromEntries(WINDOW_NAMES.map((name) => [`from${name}`, windowAt(name, time).from])),
    });
    const found = new Map<string, string[]>();
    // Parts come in any order, rows of a part in its own: the newest of a trace so stand before the largest.
    for (const [, trace, signature] of rows.map((row) => Row.parse(row)).sort(([a], [b]) => a - b))
      found.set(trace, [...(found.get(trace) ?? []), signature]);
    const named = (name: string): string[] => found.get(name) ?? [];
    // By the newest before a window a change is told, and that nothing came after it: first, as there may be more than fit.
    for (const name of WINDOW_NAMES)
      found.set(`trades${name}`, [...named(`before${name}`).slice(0, 1), ...named(`trades${name}`)]);
    found.set('newestTrade', named('newestTrade').slice(0, NEWEST_MOST));
    return {
      by: new Map(TRACES.map((trace) => [trace, named(trace)])),
      at: new Map(moments.map((moment, place) => [moment, named(`at${place}`).slice(0, 1)])),
    };
  }
}
