/**
 * Which tokens are new to a viewer: those not in the previous non-empty list of the same view. Another view (source
 * or profile) starts over and tells nothing.
 */
export type SeenTokens = { view: string; mints: ReadonlySet<string> };

export function findNewTokens<Token extends { mint: string }>(
  seen: SeenTokens | null,
  view: string,
  tokens: readonly Token[],
): { seen: SeenTokens | null; fresh: Token[] } {
  const isSameView = seen?.view === view;
  if (tokens.length === 0) return { seen: isSameView ? seen : null, fresh: [] };
  const fresh = isSameView ? tokens.filter(({ mint }) => !seen.mints.has(mint)) : [];
  return { seen: { view, mints: new Set(tokens.map(({ mint }) => mint)) }, fresh };
}
