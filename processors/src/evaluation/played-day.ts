/** What became of the tokens of a played market, as the tables tell it of one that is stored. */
import type { Fact, LikeToken, MetadataResolved, ScreeningEvent } from '@cryptonite/contracts/events';
import { twitterHandleOf } from '@cryptonite/contracts/links';
import type { Measurement } from '@cryptonite/contracts/measures';
import { WINDOW_MS } from '@cryptonite/contracts/rules';
import { COPIED_LISTS, type DayRows, type DayToken } from '../enrichers/likeness/day.js';
import type { LiveVolumes } from '../enrichers/places/places.js';

type Known = Omit<DayToken, 'became' | 'createdAt'> & {
  createdAt: number | null;
  became: Omit<LikeToken, 'mint'>[];
  twitter: string | null;
};

export class PlayedDay {
  readonly #newest = new Map<string, Pick<Measurement, 'lastTradeAt' | 'volumeUsd1h' | 'lists'>>();
  /** Those on a list of checks that they passed, by token and list. */
  readonly #passed = new Set<string>();
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
    switch (event.kind) {
      case 'ListEntered':
      case 'ListLeft':
        if (event.list !== 'newLaunches') this.#became(event.mint, 'listed', event.time);
        return;
      case 'TokenQualified':
      case 'TokenRejected':
      case 'TokenUnlisted': {
        const list = `${event.mint} ${event.profile} ${event.source}`;
        const hadPassed = this.#passed.delete(list);
        if (event.kind === 'TokenQualified') this.#passed.add(list);
        if (hadPassed || event.kind === 'TokenQualified') this.#became(event.mint, 'listed', event.time);
      }
    }
  }

  measured({ mint, lastTradeAt, volumeUsd1h, lists }: Measurement): void {
    this.#newest.set(mint, { lastTradeAt, volumeUsd1h, lists });
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
      tokens: all
        .map((token) => this.#withStanding(token, untilAt))
        .filter(({ became }) => became.length > 0),
      namings: all.flatMap(({ mint, twitter, createdAt }) => {
        const handle = twitterHandleOf(twitter);
        return handle === null || createdAt === null ? [] : [{ mint, handle, createdAt }];
      }),
    };
  }

  /** Events say when it comes onto a list and when it leaves: its newest measurement, that it stands there. */
  #withStanding(token: Known, untilAt: number): Known {
    const lists = this.#newest.get(token.mint)?.lists ?? 0;
    if ((lists & COPIED_LISTS) === 0) return token;
    return { ...token, became: [...token.became, { became: 'listed', at: untilAt, signature: null }] };
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
