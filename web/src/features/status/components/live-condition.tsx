import { conditionOf } from '../../../lib/condition';
import type { Status } from '../model/use-status';

/** What the data are, where they are not the live chain, and what is wrong with them, where anything is. */
export function LiveCondition({ status: { source, link, linkText, problem } }: { status: Status }) {
  const condition = conditionOf(source);
  const wrong = problem?.text ?? (link === 'live' || link === 'connecting' ? null : linkText);
  return (
    <>
      {condition && <span className="condition bg-sim text-on-sim">{condition}</span>}
      {wrong && <span className="truncate text-warn">{wrong}</span>}
    </>
  );
}
