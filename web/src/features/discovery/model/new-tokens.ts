/**
 * Which tokens are new to a viewer: those that the list of the same view did not hold during the ten minutes of stream
 * time before. Limits are sharp, so tokens cross them back and forth. Another view (source or profile) starts over and
 * tells nothing, and so does a list that grew from nothing.
 */
const REMEMBERED_FOR_MS = 10 * 60_000;

/** By mint, the stream time at which it was last in the list. */
export type SeenTokens = { view: string; asOf: number; lastIn: ReadonlyMap<string, number> };

export function findNewTokens<Token extends { mint: string }>(
  seen: SeenTokens | null,
  view: string,
  tokens: readonly Token[],
  asOf: number,
): { seen: SeenTokens | null; fresh: Token[] } {
  const before = seen?.view === view ? seen : null;
  if (tokens.length === 0) return { seen: before, fresh: [] };
  // Counted back from the list before: a page that did not look for an hour has nothing to tell of what it held.
  const forgottenAt = (before?.asOf ?? asOf) - REMEMBERED_FOR_MS;
  const known = new Map([...(before?.lastIn ?? [])].filter(([, time]) => time > forgottenAt));
  const fresh = before ? tokens.filter(({ mint }) => !known.has(mint)) : [];
  for (const { mint } of tokens) known.set(mint, asOf);
  return { seen: { view, asOf, lastIn: known }, fresh };
}
