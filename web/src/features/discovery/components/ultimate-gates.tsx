import type { UltimateStats } from '@cryptonite/contracts/api';
import { formatCount, UNKNOWN } from '../../../lib/format';
import type { Filter } from '../model/gates';
import { useGates } from '../model/preferences';
import { GatesFold } from './gates-fold';

/** `shown`: how many tokens the list holds; null before it was answered. */
type RailProps = { filters: readonly Filter[]; stats: UltimateStats | undefined; shown: number | null };

/** The gates as one line, each by its name where there is room for all, which unfolds to what each filtered. The choice is that of Pre-Migration's. */
export function FilterRail({ filters, stats, shown }: RailProps) {
  const [state, setState] = useGates();
  const isOpen = state === 'open';
  return (
    <section aria-label="Gates">
      <div className="gates-line">
        <span className="flex-none" data-testid="gates-total">
          <b>{stats?.total == null ? '–' : formatCount(stats.total)}</b> tokens
        </span>
        {filters.map(({ name, label, shortLabel, counts }) => (
          <span key={name} className="gate-step gate-narrows max-xl:hidden" title={label}>
            {shortLabel} <b>{counts ? formatCount(counts.past) : '–'}</b>
          </span>
        ))}
        <span className="gate-step gate-narrows">
          <b className="text-brand">{shown === null ? '–' : formatCount(shown)}</b> shown
        </span>
        <GatesFold what="gates" isOpen={isOpen} onPress={() => setState(isOpen ? 'folded' : 'open')} />
      </div>
      {isOpen && (
        <ol className="filter-rail">
          {filters.map((filter) => (
            <FilterCell key={filter.name} filter={filter} total={stats?.total ?? 0} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** Of all tokens: solid what is past it, hatched what stopped because nothing was seen. */
function FilterCell({ filter, total }: { filter: Filter; total: number }) {
  const { name, label, limit, counts } = filter;
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <li data-gate={name}>
      <div className="flex justify-between gap-2 text-small">
        <span className="truncate text-ink2">{label}</span>
        <span className="flex-none font-medium">{limit}</span>
      </div>
      <div className="mt-1 flex h-1 overflow-hidden rounded-sm bg-line2" aria-hidden="true">
        {counts ? (
          <>
            <span className="h-full bg-ink2" style={{ width: share(counts.past) }} />
            <span className="hatch h-full" style={{ width: share(counts.unknown) }} />
          </>
        ) : (
          <span className="hatch h-full w-full" />
        )}
      </div>
      <div className="mt-1 flex justify-between gap-2 text-label text-ink3">
        {counts ? (
          <>
            <span>
              {formatCount(counts.past)} pass, {formatCount(counts.failed)} fail
            </span>
            {counts.unknown > 0 && <span className="text-unk">{formatCount(counts.unknown)} unknown</span>}
          </>
        ) : (
          <span className="text-unk">{UNKNOWN}</span>
        )}
      </div>
    </li>
  );
}
