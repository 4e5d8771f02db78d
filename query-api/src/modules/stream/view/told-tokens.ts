import {
  changeBetween,
  LISTS,
  type ListName,
  type ProfileName,
  type ScreenedToken,
  STREAM_EVENTS,
  StreamToken,
} from '@cryptonite/contracts/api';
import { trailStepOf } from '@cryptonite/contracts/measures';
import type { ScreeningProjection } from '../../screening/view/projection.js';
import { writeFrame, writeTokenFrame } from './frames.js';
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

/** The token is what its own schema made. */
const AroundToken = StreamToken.omit({ token: true });

/** `whole`: what is said of it to those who do not know it, written once for all who come. */
type Told = { said: StreamToken; on: string; tick: number; whole: () => string };

/**
 * What clients that ask alike were told of each token, and what waits to be told. A client that has heard of a token holds
 * exactly what stands here of it: all of them are told the same at the same time.
 */
export class ToldTokens {
  /** What stands on a named list, as it was told. */
  readonly #told = new Map<string, Told>();
  /** What stood on one as clients began to read, so that they may hold it, and was not told of since. */
  #read = new Set<string>();
  readonly #waiting = new Set<string>();

  constructor(
    private readonly asked: Asked,
    private readonly projection: () => ScreeningProjection,
  ) {}

  /** Something of it changed, which matters to those who hold it or are to hold it now. */
  note(mint: string): void {
    if (this.#isHeld(mint) || this.#named(mint).length > 0) this.#waiting.add(mint);
  }

  /** Clients read the lists as they stand now. */
  begin(): void {
    this.#told.clear();
    this.#read = this.#standing();
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
    const known = this.#told.get(mint)?.said ?? null;
    const now = this.#say(mint, known);
    if (!isListed(now) && !this.#isHeld(mint)) return null;
    const change = known && now.token ? changeBetween(known, now) : null;
    if (known && now.token && !change) return null;
    this.#read.delete(mint);
    const telling = tellingOf(now, change && writeFrame(STREAM_EVENTS.change, change));
    if (isListed(now))
      this.#told.set(mint, { said: now, on: this.#standsOn(mint), tick, whole: telling.whole });
    else this.#told.delete(mint);
    return telling;
  }

  /** For one client that comes: what the others were told, or what they will be told next. */
  tellAgain(mint: string, tick: number): Telling {
    const told = this.#told.get(mint);
    return told
      ? { mint, whole: told.whole, change: null, isGone: false }
      : (this.tell(mint, tick) ?? tellingOf(this.#say(mint, null), null));
  }

  /** `known`: what clients hold of it. One that leaves the named lists for another is told as it is there: that is why it left. */
  #say(mint: string, known: StreamToken | null): StreamToken {
    const said = rounded(this.#shown(mint, known));
    return said.token && known?.token ? { ...said, token: keptWithinStep(said.token, known.token) } : said;
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
      const isNews = shown.length > 0 && !this.#read.has(mint);
      const around = AroundToken.parse({
        mint,
        profile,
        lists: Object.fromEntries(shown),
        left: this.#left(mint, known?.lists ?? (isNews ? {} : LISTS), lists),
        asOf,
      });
      return { ...around, token: shown.length > 0 || known ? token : null };
    } catch (refused) {
      projection.noteUnsaid(mint, refused);
      return { mint, profile, token: null, lists: {}, asOf };
    }
  }

  /** How it left the lists that it was on; undefined where it is off none of them, or nothing is known of it. */
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

  #isHeld(mint: string): boolean {
    return this.#told.has(mint) || this.#read.has(mint);
  }

  #standing(): Set<string> {
    return new Set([...this.projection().mints()].filter((mint) => this.#named(mint).length > 0));
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

/**
 * What is long and moves with every trade is told once in each step of the trail: the trail itself, of which the last point
 * alone is another, and texts of which the numbers alone are others.
 */
function keptWithinStep(now: ScreenedToken, before: ScreenedToken): ScreenedToken {
  if (trailStepOf(before.measuredAt) !== trailStepOf(now.measuredAt)) return now;
  const kept = { ...now };
  if (before.priceTrail.length > 0) kept.priceTrail = before.priceTrail;
  if (sameWords(before.analysis, now.analysis)) kept.analysis = before.analysis;
  if (sameWords(before.indicators.join('\n'), now.indicators.join('\n'))) kept.indicators = before.indicators;
  if (sameWords(textOf(before.worstDanger), textOf(now.worstDanger))) kept.worstDanger = before.worstDanger;
  return kept;
}

const textOf = (danger: ScreenedToken['worstDanger']) => danger?.text ?? null;
const sameWords = (a: string | null, b: string | null): boolean => wordsOf(a) === wordsOf(b);
const wordsOf = (text: string | null) => text?.replace(/[\d.,]+[kKM]?/g, '0');

const isListed = ({ lists }: StreamToken): boolean => Object.keys(lists).length > 0;

function tellingOf(said: StreamToken, change: string | null): Telling {
  let whole: string | null = null;
  return {
    mint: said.mint,
    whole: () => {
      whole ??= writeTokenFrame(said);
      return whole;
    },
    change,
    isGone: !isListed(said),
  };
}
