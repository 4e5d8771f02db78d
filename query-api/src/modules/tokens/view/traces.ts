/** What leads from a value to transactions. */
export const TRACES = [
  'launch',
  'completion',
  'migration',
  'newestTrade',
  'liquidity',
  'trades5m',
  'trades1h',
  'trades24h',
  'tradesLife',
  'buys24h',
  'sells24h',
  'whales1h',
  'balances',
] as const;
export type Trace = (typeof TRACES)[number];

/** Signatures by trace; those of a moment, of the newest trade then, by its time. */
export type Signatures = { by: ReadonlyMap<Trace, string[]>; at: ReadonlyMap<number, string[]> };

/** Of a field. */
const MOST = 20;

/** Of several traces in turn, so that none is left out, each once. */
export const signaturesOf = (
  { by, at }: Signatures,
  traces: readonly Trace[],
  moment: number | null = null,
): string[] =>
  [
    ...new Set([
      ...(moment === null ? [] : (at.get(moment) ?? [])),
      ...inTurn(traces.map((trace) => by.get(trace) ?? [])),
    ]),
  ].slice(0, MOST);

function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}
