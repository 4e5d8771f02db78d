import type { DetailedPattern } from '@cryptonite/contracts/api';
import { formatCount, formatPercent, formatScore } from '../../../lib/format';
import type { Life } from '../../../lib/windows';
import { tenthsIn } from '../model/merit';
import { reachOf, sumOf } from '../model/score-words';
import { PartRows } from './score-parts';

/** The four patterns, the best first, and what became of launches that matched as well. */
export function Patterns({ patterns, life }: { patterns: readonly DetailedPattern[]; life: Life }) {
  return (
    <div className="flex flex-col gap-5">
      {patterns.map(({ name, label, score, parts, history }) => {
        const shown = tenthsIn(parts, score ?? 0);
        const reach = reachOf(sumOf(shown));
        return (
          <section key={name} data-pattern={name}>
            <h3 className="flex justify-between gap-2 text-value font-medium">
              {label}
              <span>
                {formatScore(score)}
                {score !== null && <small className="text-label font-normal text-ink3">/100</small>}
              </span>
            </h3>
            {reach && <p className="text-small text-ink2">{reach}</p>}
            <p className="text-small text-ink3">
              {history === null
                ? 'No track record for this pattern yet.'
                : `Of ${formatCount(history.launches)} launches that matched as well ${formatPercent(history.graduatedPercent)} graduated, ${formatPercent(history.doubledPercent)} doubled within 1 h, and ${formatPercent(history.dumpedPercent)} fell by 60% or more within 1 h.`}
            </p>
            <PartRows parts={shown} life={life} />
          </section>
        );
      })}
    </div>
  );
}
