/** What leads from a value to transactions. */
export const TRACES = [
  'launch',
  'completion',
  'migration',
  'newestTrade',
  'liquidity',
  'pulls',
  'trades5m',
  'trades10m',
  'trades10mFine',
  'trades11m',
  'trades1h',
  'trades24h',
  'tradesLife',
  'firstHour',
  'buys24h',
  'sells24h',
  'creatorSales',
  'whales1h',
  'whales10m',
  'balances',
  'theme',
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
  most = MOST,
): string[] =>
  [
    ...new Set([
      ...(moment === null ? [] : (at.get(moment) ?? [])),
      ...inTurn(traces.map((trace) => by.get(trace) ?? [])),
    ]),
  ].slice(0, most);

function inTurn(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat();
}
