/** Tokens of the last day or so that others may be like, and what of them a token has in common with them. */
import { BECAME, type LikeToken, NAMING_MOST } from '@cryptonite/contracts/events';
import { LIKENESS_WITHIN_MS, LISTED, LISTS, nameKeyOf, themeWordsOf } from '@cryptonite/contracts/rules';
import type { AskOf } from '../provider.js';
import { skeletonOf } from './skeleton.js';

type Became = Omit<LikeToken, 'mint'>;

export type DayToken = {
  mint: string;
  name: string | null;
  symbol: string | null;
  pictureSha256: string | null;
  /** Null where its launch was not seen: it is older than all that was. */
  createdAt: number | null;
  became: readonly Became[];
};

/** A launch whose document names an account on X. */
export type Naming = { mint: string; handle: string; createdAt: number };

export type DayRows = {
  /** Stream time that the rows speak of, without a gap. */
  sinceAt: number;
  untilAt: number;
  tokens: readonly DayToken[];
  namings: readonly Naming[];
};

export type Likenesses = {
  sameName: LikeToken | null;
  samePicture: LikeToken | null;
  theme: (LikeToken & { word: string }) | null;
  launchesNamingAccount: number | null;
  mintsNamingAccount: string[];
};

/**
 * The lists that a copied token was on, a bit each as in a measurement: those of gates but New, on which nearly every launch
 * stands, and those of checks that it passed.
 */
export const COPIED_LISTS = [...LISTED, 'liveQualified' as const, 'whitepaperQualified' as const]
  .filter((list) => list !== 'newLaunches')
  .reduce((bits, list) => bits | (1 << LISTS[list].bit), 0);

/** What graduated is named before what was listed at the same time. */
const rankOf = ({ became }: Became): number => BECAME.indexOf(became);

export class Day {
  readonly sinceAt: number;
  readonly untilAt: number;
  readonly #byName = new Map<string, DayToken[]>();
  readonly #byPicture = new Map<string, DayToken[]>();
  readonly #byWord = new Map<string, DayToken[]>();
  readonly #byAccount = new Map<string, Naming[]>();

  constructor({ sinceAt, untilAt, tokens, namings }: DayRows) {
    this.sinceAt = sinceAt;
    this.untilAt = untilAt;
    for (const token of tokens) {
      const key = lookOf(token);
      if (key !== null) add(this.#byName, key, token);
      if (token.pictureSha256 !== null) add(this.#byPicture, token.pictureSha256, token);
      for (const word of themeWordsOf(token)) add(this.#byWord, word, token);
    }
    for (const naming of namings) add(this.#byAccount, accountKeyOf(naming.handle), naming);
  }

  likenessesOf(ask: AskOf<'likeness'>): Likenesses {
    const key = lookOf(ask);
    const sameName = key === null ? null : copiedIn(this.#byName.get(key), ask);
    const samePicture =
      ask.pictureSha256 === null ? null : copiedIn(this.#byPicture.get(ask.pictureSha256), ask);
    const isCopy = sameName !== null || samePicture !== null;
    return { sameName, samePicture, theme: isCopy ? null : this.#themeOf(ask), ...this.#namingsOf(ask) };
  }

  #themeOf(ask: AskOf<'likeness'>): Likenesses['theme'] {
    const { mint, createdAt } = ask;
    let newest: Likenesses['theme'] = null;
    for (const word of themeWordsOf(ask))
      for (const token of this.#byWord.get(word) ?? []) {
        if (token.mint === mint) continue;
        const like = newestIn(token, (became) => became.became !== 'listed' && isWithin(became, createdAt));
        if (like && (newest === null || isBefore(newest, like))) newest = { word, ...like };
      }
    return newest;
  }

  /** Itself counts where its own document is not among them yet. */
  #namingsOf({
    mint,
    twitterHandle,
    createdAt,
    time,
  }: AskOf<'likeness'>): Pick<Likenesses, 'launchesNamingAccount' | 'mintsNamingAccount'> {
    if (twitterHandle === null) return { launchesNamingAccount: null, mintsNamingAccount: [] };
    const others = (this.#byAccount.get(accountKeyOf(twitterHandle)) ?? []).filter(
      (naming) =>
        naming.mint !== mint && naming.createdAt <= time && naming.createdAt > time - LIKENESS_WITHIN_MS,
    );
    const all = [...others, { mint, createdAt }].sort(
      (a, b) => b.createdAt - a.createdAt || (a.mint < b.mint ? -1 : 1),
    );
    return {
      launchesNamingAccount: all.length,
      mintsNamingAccount: all.slice(0, NAMING_MOST).map((naming) => naming.mint),
    };
  }
}

/** Of tokens whose name and symbol look alike, in whatever letters. */
const lookOf = ({ name, symbol }: Parameters<typeof nameKeyOf>[0]): string | null =>
  nameKeyOf({ name: skeletonOf(name ?? ''), symbol: skeletonOf(symbol ?? '') });

/** X's names are the same in any case. */
const accountKeyOf = (handle: string): string => handle.toLowerCase();

/** In the day that ends with a time. */
const isWithin = ({ at }: Became, end: number): boolean => at <= end && at > end - LIKENESS_WITHIN_MS;

/** Of those that launched before it the newest that is worth copying. Of a list the newest change is told, which may be later than the ask. */
function copiedIn(
  tokens: readonly DayToken[] = [],
  { mint, createdAt, time }: AskOf<'likeness'>,
): LikeToken | null {
  let newest: LikeToken | null = null;
  for (const token of tokens) {
    const isOlder = token.createdAt === null || token.createdAt < createdAt;
    if (token.mint === mint || !isOlder) continue;
    const like = newestIn(
      token,
      (became) => became.became !== 'boosted' && became.at > time - LIKENESS_WITHIN_MS,
    );
    if (like && (newest === null || isBefore(newest, like))) newest = like;
  }
  return newest;
}

function newestIn({ mint, became }: DayToken, isOne: (became: Became) => boolean): LikeToken | null {
  let newest: LikeToken | null = null;
  for (const one of became)
    if (isOne(one) && (newest === null || isBefore(newest, { mint, ...one }))) newest = { mint, ...one };
  return newest;
}

/** Whether `b` counts rather than `a`: one order for all. */
const isBefore = (a: LikeToken, b: LikeToken): boolean =>
  a.at !== b.at ? a.at < b.at : rankOf(a) !== rankOf(b) ? rankOf(a) > rankOf(b) : a.mint > b.mint;

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
