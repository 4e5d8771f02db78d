/** What became of the tokens of a played market, as the tables tell it of one that is stored. */
import type { Fact, LikeToken, MetadataResolved, ScreeningEvent } from '@cryptonite/contracts/events';
import { twitterHandleOf } from '@cryptonite/contracts/links';
import type { Measurement } from '@cryptonite/contracts/measures';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import type { DayRows, DayToken } from '../enrichers/likeness/day.js';
import type { LiveVolumes } from '../enrichers/places/places.js';

type Known = Omit<DayToken, 'became' | 'createdAt'> & {
  createdAt: number | null;
  became: Omit<LikeToken, 'mint'>[];
  twitter: string | null;
};

export class PlayedDay {
  readonly #newest = new Map<string, Pick<Measurement, 'lastTradeAt' | 'volumeUsd1h'>>();
  readonly #tokens = new Map<string, Known>();
  #sinceAt: number | null = null;

  fact(fact: Fact): void {
    this.#sinceAt ??= fact.time;
    switch (fact.kind) {
      case 'LaunchCreated': {
        const { name, symbol, time } = fact;
        Object.assign(this.#of(fact.mint), { name, symbol, createdAt: time });
        return;
      }
      case 'CurveCompleted':
      case 'Migrated':
        this.#became(fact.mint, 'graduated', fact.time, fact.id.split(':')[0]);
        return;
      case 'TokenBoosted':
        if (fact.boosts > 0 || fact.hasPaidProfile) this.#became(fact.mint, 'boosted', fact.time);
        return;
      case 'MetadataResolved':
        this.#described(fact);
        return;
      case 'GapDetected':
        this.#sinceAt = fact.time;
    }
  }

  said(event: ScreeningEvent): void {
    const isOfList = event.kind === 'ListEntered' || event.kind === 'ListLeft';
    if (event.kind === 'TokenQualified' || (isOfList && event.list !== 'newLaunches'))
      this.#became(event.mint, 'listed', event.time);
  }

  measured({ mint, lastTradeAt, volumeUsd1h }: Measurement): void {
    this.#newest.set(mint, { lastTradeAt, volumeUsd1h });
  }

  volumes(untilAt: number): LiveVolumes {
    const live = [...this.#newest].flatMap(([mint, { lastTradeAt, volumeUsd1h }]) =>
      lastTradeAt !== null && lastTradeAt > untilAt - WINDOW_MS.h1 && volumeUsd1h !== null
        ? ([[mint, volumeUsd1h]] as const)
        : [],
    );
    return { untilAt, volumesUsd: new Map(live) };
  }

  /** Null before anything was played. */
  rows(untilAt: number): DayRows | null {
    if (this.#sinceAt === null) return null;
    const all = [...this.#tokens.values()];
    return {
      sinceAt: this.#sinceAt,
      untilAt,
      tokens: all.filter(({ became }) => became.length > 0),
      namings: all.flatMap(({ mint, twitter, createdAt }) => {
        const handle = twitterHandleOf(twitter);
        return handle === null || createdAt === null ? [] : [{ mint, handle, createdAt }];
      }),
    };
  }

  #described({ mint, documentSha256, pictureSha256, twitter }: MetadataResolved): void {
    if (documentSha256 === null) return;
    const known = this.#of(mint);
    known.pictureSha256 = pictureSha256 ?? known.pictureSha256;
    known.twitter = twitter;
  }

  #became(mint: string, became: LikeToken['became'], at: number, signature: string | null = null): void {
    this.#of(mint).became.push({ became, at, signature });
  }

  #of(mint: string): Known {
    const known = this.#tokens.get(mint) ?? {
      ...{ mint, name: null, symbol: null, pictureSha256: null },
      ...{ createdAt: null, became: [], twitter: null },
    };
    this.#tokens.set(mint, known);
    return known;
  }
}
