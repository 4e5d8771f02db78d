import {
  changeBetween,
  LISTS,
  type ListName,
  type ProfileName,
  STREAM_EVENTS,
  StreamToken,
} from '@cryptonite/contracts/api';
import { trailStepOf } from '@cryptonite/contracts/measures';
import type { ScreeningProjection } from '../../screening/view/projection.js';
import { writeFrame } from './frames.js';
import type { IsNamed } from './named-lists.js';
import { rounded } from './rounded.js';

/** At the pace of a second a token is told every so many ticks at most. */
export const TICKS_APART = 4;

export type Asked = { profile: ProfileName; isNamed: IsNamed; pace: 'change' | 'second' };

/**
 * What is said of a token: to a client that knows it only what changed, which may be nothing; to others all of it. `isGone`:
 * none of the named lists holds it any more, and clients let go of it.
 */
export type Telling = { mint: string; whole: () => string; change: string | null; isGone: boolean };

type Told = { said: StreamToken; on: string; tick: number };

/**
 * What clients that ask alike were told of each token, and what waits to be told. A client that has heard of a token holds
 * exactly what stands here of it: all of them are told the same at the same time.
 */
export class ToldTokens {
  readonly #told = new Map<string, Told>();
  readonly #waiting = new Set<string>();

  constructor(
    private readonly asked: Asked,
    private readonly projection: () => ScreeningProjection,
  ) {}

  /** Something of it changed. */
  note(mint: string): void {
    this.#waiting.add(mint);
  }

  /** Everything is read anew. */
  forget(): void {
    this.#told.clear();
    this.#waiting.clear();
  }

  /**
   * The mints to tell of now. A second's pace holds back what was told within {@link TICKS_APART} ticks and stands on
   * the same lists as then.
   */
  due(tick: number): string[] {
    return [...this.#waiting].filter((mint) => {
      if (this.asked.pace === 'change') return true;
      const told = this.#told.get(mint);
      return !told || told.tick + TICKS_APART <= tick || told.on !== this.#standsOn(mint);
    });
  }

  /** Tells of a token as it is now; null where clients know all of it. */
  tell(mint: string, tick: number): Telling | null {
    this.#waiting.delete(mint);
    const before = this.#told.get(mint);
    const known = before && isListed(before.said) ? before.said : null;
    const now = this.#say(mint, known);
    // What is on no list at all does not change any more, and comes back as news.
    const isNowhere = this.projection().standings(mint, this.asked.profile).length === 0;
    if (isNowhere) this.#told.delete(mint);
    if (before && !known && !isListed(now)) return null;
    const change = known && now.token ? changeBetween(known, now) : null;
    if (known && now.token && !change) return null;
    if (!isNowhere) this.#told.set(mint, { said: now, on: this.#standsOn(mint), tick });
    return tellingOf(now, change && writeFrame(STREAM_EVENTS.change, change));
  }

  /** For one client that comes: what the others were told, or what they will be told next. */
  tellAgain(mint: string, tick: number): Telling {
    const told = this.#told.get(mint);
    return told
      ? tellingOf(told.said, null)
      : (this.tell(mint, tick) ?? tellingOf(this.#say(mint, null), null));
  }

  /** `known`: what clients hold of it. One that leaves the named lists for another is told as it is there: that is why it left. */
  #say(mint: string, known: StreamToken | null): StreamToken {
    const said = rounded(this.#shown(mint, known));
    // A trail is told once in each of its steps: it is the longest field by far, and its last point alone moves.
    const before = known?.token;
    const isSameStep = before && trailStepOf(before.measuredAt) === trailStepOf(said.token?.measuredAt ?? 0);
    if (said.token && isSameStep && before.priceTrail.length > 0) said.token.priceTrail = before.priceTrail;
    return said;
  }

  /** Of one that cannot be said that no list holds it: it is left out here as in the lists. */
  #shown(mint: string, known: StreamToken | null): StreamToken {
    const { profile } = this.asked;
    const projection = this.projection();
    const asOf = projection.streamTime;
    try {
      const { token, lists } = projection.describe(mint, profile);
      const named = new Set(this.#named(mint).map(({ name }) => name));
      const shown = Object.entries(lists).filter(([name]) => named.has(name as ListName));
      return StreamToken.parse({
        mint,
        profile,
        token: shown.length > 0 || known ? token : null,
        lists: Object.fromEntries(shown),
        left: this.#left(mint, known ? known.lists : token ? {} : LISTS, lists),
        asOf,
      });
    } catch (refused) {
      projection.noteUnsaid(mint, refused);
      return { mint, profile, token: null, lists: {}, asOf };
    }
  }

  /** Why it is off the lists that it was on; undefined where it is off none of them, or that was not told. */
  #left(mint: string, wasOn: object, isOn: object): StreamToken['left'] {
    const { profile, isNamed } = this.asked;
    const projection = this.projection();
    const left = (Object.keys(wasOn) as ListName[]).flatMap((name) => {
      const leaving =
        name in isOn || !isNamed(name, null) ? undefined : projection.leaving(mint, name, profile);
      return leaving ? [[name, leaving] as const] : [];
    });
    return left.length > 0 ? Object.fromEntries(left) : undefined;
  }

  /** The named lists that hold it, as a text to compare. */
  #standsOn(mint: string): string {
    return this.#named(mint)
      .map(({ name, source }) => `${name} ${source}`)
      .join();
  }

  #named(mint: string) {
    const { profile, isNamed } = this.asked;
    return this.projection()
      .standings(mint, profile)
      .filter(({ name, source }) => isNamed(name, source));
  }
}

const isListed = ({ lists }: StreamToken): boolean => Object.keys(lists).length > 0;

function tellingOf(said: StreamToken, change: string | null): Telling {
  let whole: string | null = null;
  return {
    mint: said.mint,
    whole: () => {
      whole ??= writeFrame(STREAM_EVENTS.token, said);
      return whole;
    },
    change,
    isGone: !isListed(said),
  };
}
