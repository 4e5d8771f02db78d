/**
 * TokenScored as JSON: the text that JSON.stringify would give. Writing a fraction costs more than measuring it, so
 * what was written for the measurement before is kept where it hardly ever changes: who the token is, and its price
 * trail. Whether anything changed is told by a hash over the values, before anything is written.
 */
import type { ProfileVerdict, TokenScored, WindowFeatures } from '@cryptonite/contracts/events';
import type { z } from 'zod';
import { Hash } from './hash.js';

type Scored = z.input<typeof TokenScored>;

/** What is measured, in the parts in which it is written: together, in this order, they are a TokenScored. */
export type Features = {
  mint: string;
  /** Who it is: hardly ever changes. */
  identity: Pick<
    Scored,
    | 'source'
    | 'symbol'
    | 'name'
    | 'uri'
    | 'creator'
    | 'createdAt'
    | 'seenSinceCreation'
    | 'isMayhem'
    | 'bondingCurve'
    | 'pool'
    | 'quoteMint'
    | 'quoteDecimals'
  >;
  /** How it stands: mostly differs from the second before. */
  standing: Omit<
    Scored,
    keyof Features['identity'] | keyof Features['marks'] | 'priceTrail' | 'profiles' | keyof Base
  >;
  /** The trail: moves on by a place every ten seconds. */
  priceTrail: (number | null)[];
  marks: Pick<Scored, 'gapSeen' | 'alertRaisedAt'>;
};

/** What a measurement carries beside what was measured. */
type Base = Pick<Scored, 'kind' | 'id' | 'mint' | 'position' | 'time' | 'rulesVersion'>;

type Profiles = Scored['profiles'];
type Verdict = z.input<typeof ProfileVerdict>;
type Identity = Features['identity'];

/** What a measurement stands on, written before it. */
export type ScoredBase = { position: string; time: number; rulesVersion: number };

const hash = new Hash();

export class ScoredText {
  #identity: Identity | null = null;
  #identityText = '';
  #identityHash = 0;
  readonly #trail = new TrailText();

  /** The same for the same values and, but for one pair in 10^15, for no others. */
  hashOf({ identity, standing, priceTrail, marks }: Features, { live, whitepaper }: Profiles): number {
    this.#keepIdentity(identity);
    const { windows } = standing;
    hash
      .start()
      .number(this.#identityHash)
      .text(standing.lifecycle)
      .number(standing.completedAt)
      .number(standing.migratedAt)
      .number(standing.lastTradeAt)
      .number(standing.bondingProgressPercent)
      .number(standing.quoteProgressPercent)
      .text(standing.quoteRaised)
      .text(standing.quoteToComplete)
      .text(standing.solPriceUsd)
      .number(standing.priceQuote)
      .number(standing.priceUsd)
      .number(standing.marketCapQuote)
      .number(standing.marketCapUsd)
      .number(standing.completionMarketCapUsd)
      .number(standing.liquidityUsd)
      .number(standing.tradeCount)
      .number(standing.buyCount)
      .number(standing.sellCount)
      .number(standing.volumeUsd)
      .number(standing.whaleBuyers)
      .number(standing.holders)
      .number(standing.top1HolderPercent)
      .number(standing.top10HolderPercent)
      .number(standing.excludedHolderPercent)
      .number(standing.holderCoverage)
      .flag(marks.gapSeen)
      .number(marks.alertRaisedAt);
    hashWindow(windows.m1);
    hashWindow(windows.m5);
    hashWindow(windows.h1);
    hashWindow(windows.h24);
    for (let step = 0; step < priceTrail.length; step += 1) hash.number(priceTrail[step]!);
    hashVerdict(live);
    hashVerdict(whitepaper);
    return hash.end();
  }

  /** The text of what {@link hashOf} was called for last. */
  write(
    id: string,
    { mint, standing, priceTrail, marks }: Features,
    profiles: Profiles,
    base: ScoredBase,
  ): string {
    return (
      `{"kind":"TokenScored","id":"${id}","position":"${base.position}",` +
      `"time":${base.time},"rulesVersion":${base.rulesVersion},"mint":"${mint}",${this.#identityText},` +
      `${fieldsOf(standing)},"priceTrail":${this.#trail.write(priceTrail)},${fieldsOf(marks)},` +
      `"profiles":${JSON.stringify(profiles)}}`
    );
  }

  #keepIdentity(identity: Identity): void {
    if (this.#identity !== null && isSame(this.#identity, identity)) return;
    this.#identity = identity;
    this.#identityText = fieldsOf(identity);
    this.#identityHash = hash.start().text(this.#identityText).end();
  }
}

/** The fields of an object as they stand in its JSON. */
const fieldsOf = (values: object): string => JSON.stringify(values).slice(1, -1);

const isSame = (a: Identity, b: Identity): boolean =>
  a.source.kind === b.source.kind &&
  a.source.name === b.source.name &&
  a.symbol === b.symbol &&
  a.name === b.name &&
  a.uri === b.uri &&
  a.creator === b.creator &&
  a.createdAt === b.createdAt &&
  a.seenSinceCreation === b.seenSinceCreation &&
  a.isMayhem === b.isMayhem &&
  a.bondingCurve === b.bondingCurve &&
  a.pool === b.pool &&
  a.quoteMint === b.quoteMint &&
  a.quoteDecimals === b.quoteDecimals;

function hashWindow(window: WindowFeatures): void {
  hash
    .number(window.trades)
    .number(window.buys)
    .number(window.sells)
    .number(window.traders)
    .number(window.volumeUsd)
    .number(window.volumeQuote)
    .number(window.priceChangePercent)
    .number(window.buyShare)
    .number(window.buySellRatio);
}

/** The names of a profile's checks need no place in it: only the first has two, and just one of them has a limit. */
function hashVerdict({ checks, passedChecks, totalChecks, listing }: Verdict): void {
  for (const { verdict, value, limit } of checks) hash.text(verdict).number(value).number(limit);
  hash
    .number(passedChecks)
    .number(totalChecks)
    .flag(listing !== null);
  if (listing === null) return;
  hash
    .text(listing.source)
    .text(listing.verdict)
    .text(listing.reason)
    .number(listing.listedAt)
    .number(listing.initialMarketCapUsd);
}

/** A list of numbers that mostly moves on by some places, or of which the last alone is new. */
class TrailText {
  /** Null is kept as NaN: JSON writes both alike. */
  #values = new Float64Array(0);
  /** All but the last, each with the comma that follows. */
  #closed = '';

  write(values: readonly (number | null)[]): string {
    const last = values.length - 1;
    const isAsLong = this.#values.length === values.length;
    const moved = isAsLong ? this.#movedBy(values, last) : last;
    if (moved > 0 || !isAsLong) {
      let gone = 0;
      for (let place = 0; place < moved; place += 1) gone = this.#closed.indexOf(',', gone) + 1;
      let closed = moved < last ? this.#closed.slice(gone) : '';
      for (let place = last - moved; place < last; place += 1) closed += `${JSON.stringify(values[place])},`;
      this.#closed = closed;
      this.#values = Float64Array.from(values, (value) => value ?? Number.NaN);
    }
    return `[${this.#closed}${JSON.stringify(values[last])}]`;
  }

  /** By how many places the closed values moved on; by all where nothing of them is left. */
  #movedBy(values: readonly (number | null)[], last: number): number {
    for (let by = 0; by < last; by += 1) {
      let place = 0;
      while (place < last - by && Object.is(this.#values[place + by], values[place] ?? Number.NaN))
        place += 1;
      if (place === last - by) return by;
    }
    return last;
  }
}
