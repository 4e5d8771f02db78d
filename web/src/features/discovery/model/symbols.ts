import { likeLatin } from '../../../lib/look-alikes';
import { cleanText } from '../../../lib/text';

/** What two symbols are compared by: as they are read, whatever their case, width and script. */
const readAs = (symbol: string): string =>
  Array.from(cleanText(symbol).text.normalize('NFKC'), (letter) => likeLatin.get(letter) ?? letter)
    .join('')
    .toLowerCase();

/** The mints whose symbol another token of the list has too. A token without a symbol shares none. */
export function findSharedSymbols(
  tokens: readonly { mint: string; symbol: string | null }[],
): ReadonlySet<string> {
  const bySymbol = new Map<string, Set<string>>();
  for (const { mint, symbol } of tokens) {
    const key = readAs(symbol ?? '');
    if (key === '') continue;
    bySymbol.set(key, (bySymbol.get(key) ?? new Set()).add(mint));
  }
  return new Set([...bySymbol.values()].filter((mints) => mints.size > 1).flatMap((mints) => [...mints]));
}
