import type { Source } from '@cryptonite/contracts/api';

/** What is said of data that are not the live chain; null for those that are, and where nobody knows. */
export function conditionOf(origin: Source | null): string | null {
  if (origin?.kind === 'market') return 'Simulated market';
  if (origin?.kind === 'tape') return 'Replayed tape';
  return null;
}

/** The same at the end of a message that leaves the page. */
export function withCondition(text: string, origin: Source | null): string {
  const condition = conditionOf(origin);
  return condition === null ? text : `${text} (${condition})`;
}
