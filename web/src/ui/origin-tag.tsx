import type { Source } from '@cryptonite/contracts/api';
import { conditionOf } from '../lib/condition';

/** Says of data that are not the live chain what they are; draws nothing of others. Narrow places show its first word. */
export function OriginTag({ origin, isNarrow = false }: { origin: Source; isNarrow?: boolean }) {
  const condition = conditionOf(origin);
  if (condition === null) return null;
  const end = isNarrow ? condition.indexOf(' ') : condition.length;
  return (
    <span className="tag border-sim text-sim" data-testid="origin" title={origin.name}>
      <span>
        {condition.slice(0, end)}
        <span className="sr-only">{condition.slice(end)}</span>
      </span>
    </span>
  );
}
