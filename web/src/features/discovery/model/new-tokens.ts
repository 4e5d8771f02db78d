/**
 * Which tokens are new to a viewer: those that the list of the same view did not hold during the ten minutes of stream
 * time before. Limits are sharp, so tokens cross them back and forth. Another view (source or profile) starts over and
 * tells nothing, and so does a list that grew from nothing.
 */
const REMEMBERED_FOR_MS = 10 * 60_000;

/** A token that came and stays is marked as new for so long, in stream time. */
const MARKED_FOR_MS = 60_000;

const NONE: ReadonlyMap<string, number> = new Map();

export type SeenTokens = {
  view: string;
  asOf: number;
  /** By mint, the stream time at which it was last in the list. */
  lastIn: ReadonlyMap<string, number>;
  /** By mint, the stream time since which a new one has been in the list without a break. */
  newSince: ReadonlyMap<string, number>;
};

export function findNewTokens<Token extends { mint: string }>(
  seen: SeenTokens | null,
  view: string,
  tokens: readonly Token[],
  asOf: number,
): { seen: SeenTokens | null; fresh: Token[] } {
  const before = seen?.view === view ? seen : null;
  if (tokens.length === 0) return { seen: before && { ...before, newSince: NONE }, fresh: [] };
  // Counted back from the list before: a page that did not look for an hour has nothing to tell of what it held.
  const forgottenAt = (before?.asOf ?? asOf) - REMEMBERED_FOR_MS;
  const lastIn = new Map([...(before?.lastIn ?? [])].filter(([, time]) => time > forgottenAt));
  const fresh = before ? tokens.filter(({ mint }) => !lastIn.has(mint)) : [];
  const newSince = new Map<string, number>();
  for (const { mint } of tokens) {
    lastIn.set(mint, asOf);
    const since = before?.newSince.get(mint);
    if (since !== undefined && asOf - since < MARKED_FOR_MS) newSince.set(mint, since);
  }
  for (const { mint } of fresh) newSince.set(mint, asOf);
  return { seen: { view, asOf, lastIn, newSince }, fresh };
}
