/**
 * Which tokens are new to a viewer: those that the list of the same view (source and profile) did not hold during the ten
 * minutes of stream time before. Limits are sharp, so tokens cross them back and forth. A list that grew from nothing tells
 * nothing, and neither does the first look after nobody looked.
 */
import { NO_NEWS_WITHIN_MS } from '@cryptonite/contracts/rules';

/** A token that came and stays is marked as new for so long, in stream time. */
const MARKED_FOR_MS = 60_000;

/** A list is looked at with every change of a token; what comes and goes is noted once in so long of stream time. */
const LOOKS_APART_MS = 1_000;

const NONE: ReadonlyMap<string, number> = new Map();

export type SeenTokens = {
  asOf: number;
  /** By mint, the stream time at which it was last in the list. */
  lastIn: ReadonlyMap<string, number>;
  /** By mint, the stream time since which a new one has been in the list without a break. */
  newSince: ReadonlyMap<string, number>;
  /** Nobody has looked since. */
  isLeft: boolean;
};

type Tokens = readonly { mint: string }[];

/** What is known after a look at the list. Another look at the same list finds the same. */
export function seeTokens(seen: SeenTokens | null, tokens: Tokens, asOf: number): SeenTokens | null {
  if (tokens.length === 0) return seen && { ...seen, newSince: NONE };
  // Counted back from the list before: a page that did not look for an hour has nothing to tell of what it held.
  const forgottenAt = (seen?.asOf ?? asOf) - NO_NEWS_WITHIN_MS;
  const lastIn = new Map([...(seen?.lastIn ?? [])].filter(([, time]) => time > forgottenAt));
  const newSince = new Map<string, number>();
  for (const { mint } of tokens) {
    const isNews = seen !== null && !seen.isLeft && !lastIn.has(mint);
    const since = isNews ? asOf : seen?.newSince.get(mint);
    if (since !== undefined && asOf - since < MARKED_FOR_MS) newSince.set(mint, since);
    lastIn.set(mint, asOf);
  }
  return { asOf, lastIn, newSince, isLeft: false };
}

/** Whether all of them were there at the look before, and that was just now. */
const wasJustSeen = ({ asOf: before, lastIn, isLeft }: SeenTokens, tokens: Tokens, asOf: number): boolean =>
  !isLeft &&
  tokens.length > 0 &&
  asOf >= before &&
  asOf - before < LOOKS_APART_MS &&
  tokens.every(({ mint }) => lastIn.get(mint) === before);

/** What each view held, for as long as the page is there: a switch to another and back forgets nothing. */
export class SeenViews {
  readonly #seen = new Map<string, SeenTokens>();
  readonly #watchers = new Map<string, number>();

  /** Somebody looks at the view from now on; what is returned ends that. */
  watch(view: string): () => void {
    this.#watchers.set(view, (this.#watchers.get(view) ?? 0) + 1);
    return () => {
      const others = (this.#watchers.get(view) ?? 0) - 1;
      this.#watchers.set(view, others);
      const seen = this.#seen.get(view);
      if (others === 0 && seen) this.#seen.set(view, { ...seen, isLeft: true });
    };
  }

  look(view: string, tokens: Tokens, asOf: number): SeenTokens | null {
    const before = this.#seen.get(view) ?? null;
    if (before && wasJustSeen(before, tokens, asOf)) return before;
    const seen = seeTokens(before, tokens, asOf);
    if (seen) this.#seen.set(view, seen);
    return seen;
  }
}

/** The page's own. */
export const seenViews = new SeenViews();

/** By the list's name ({@link rowsName}) and the profile. */
export const viewOf = (rows: string, profile: string): string => `${rows} ${profile}`;

/** Those of `tokens` that became new since `before`, whoever looked first; none where there was no look before. */
export function newSinceThen<Token extends { mint: string }>(
  before: SeenTokens | null,
  now: SeenTokens | null,
  tokens: readonly Token[],
): Token[] {
  if (!before) return [];
  return tokens.filter(({ mint }) => {
    const since = now?.newSince.get(mint);
    return since !== undefined && since !== before.newSince.get(mint);
  });
}
