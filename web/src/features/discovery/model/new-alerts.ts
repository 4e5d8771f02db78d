/**
 * Which bonding alerts to tell: raised since the page first looked, and each token once, though it may leave the
 * early stage and come again. Times are stream time in ms.
 */
export type ToldAlerts = { since: number; mints: ReadonlySet<string> };

type Alerted = { mint: string; alertRaisedAt: number | null };

export function findNewAlerts<Token extends Alerted>(
  told: ToldAlerts | null,
  tokens: readonly Token[],
  asOf: number | null,
): { told: ToldAlerts | null; fresh: Token[] } {
  if (asOf === null) return { told, fresh: [] };
  const { since, mints } = told ?? { since: asOf, mints: new Set<string>() };
  if (!told) {
    const known = tokens.filter(({ alertRaisedAt }) => alertRaisedAt !== null).map(({ mint }) => mint);
    return { told: { since, mints: new Set(known) }, fresh: [] };
  }
  const fresh = tokens.filter(
    ({ mint, alertRaisedAt }) => alertRaisedAt !== null && alertRaisedAt >= since && !mints.has(mint),
  );
  return { told: { since, mints: new Set([...mints, ...fresh.map(({ mint }) => mint)]) }, fresh };
}
