/** Compares what a table holds with what it should hold, row by row and column by column. */

type AnyRow = Record<string, unknown>;

/** Of doubles computed in another order of operations. */
const TOLERANCE = 1e-9;

/** Up to ten differences as text; the columns of both must be the same. */
export function differencesOf(
  table: string,
  keys: readonly string[],
  actual: readonly AnyRow[],
  expected: readonly AnyRow[],
): string[] {
  const found: string[] = [];
  const keyOf = (row: AnyRow) => keys.map((key) => String(row[key])).join(' ');
  const rest = new Map(expected.map((row) => [keyOf(row), row]));
  if (rest.size !== expected.length)
    found.push(`${table}: ${keys.join(', ')} are no key of what is expected`);
  for (const row of actual) {
    const key = keyOf(row);
    const wanted = rest.get(key);
    rest.delete(key);
    if (wanted === undefined) found.push(`${table} ${key}: is there once too often`);
    else
      for (const column of new Set([...Object.keys(row), ...Object.keys(wanted)]))
        if (!isSame(row[column], wanted[column]))
          found.push(
            `${table} ${key}: ${column} is ${JSON.stringify(row[column])}, expected ${JSON.stringify(wanted[column])}`,
          );
  }
  for (const key of rest.keys()) found.push(`${table} ${key}: is missing`);
  return found;
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return a === b || Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b), TOLERANCE);
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => isSame((a as AnyRow)[name], (b as AnyRow)[name]));
}
