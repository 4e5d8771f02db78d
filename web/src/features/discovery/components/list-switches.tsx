import type { ListSource, MonitoringCount } from '@cryptonite/contracts/api';
import { formatCount } from '../../../lib/format';
import { moveByArrows } from '../../../ui/arrow-keys';
import { Segments } from '../../../ui/segments';
import { SOURCES, TAB_LISTS, type TabList } from '../model/url-state';

export const SOURCE_LABELS: Record<ListSource, string> = { pumpfun: 'PumpFun', bonded: 'Bonded' };
export const LIST_LABELS: Record<TabList, string> = { qualified: 'Qualified', rejected: 'Rejected' };

/** Its room is there before the number is. */
function Count({ count, className }: { count: number | undefined; className: string }) {
  return <span className={`count ${className}`}>{count === undefined ? '' : formatCount(count)}</span>;
}

export function SourceSwitch({
  value,
  counts,
  onChange,
}: {
  value: ListSource;
  counts: MonitoringCount | undefined;
  onChange: (value: ListSource) => void;
}) {
  const segments = SOURCES.map((source) => ({
    value: source,
    label: (
      <>
        {SOURCE_LABELS[source]}
        <Count count={counts?.[source]} className="min-w-10" />
      </>
    ),
  }));
  return (
    <span className="bar-switch">
      <Segments label="Source" value={value} segments={segments} onChange={onChange} />
    </span>
  );
}

export function ListTabs({
  value,
  counts,
  onChange,
}: {
  value: TabList;
  counts: Partial<Record<TabList, number | undefined>>;
  onChange: (value: TabList) => void;
}) {
  return (
    <div role="tablist" aria-label="List" className="bar-switch list-tabs" onKeyDown={moveByArrows}>
      {TAB_LISTS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === value}
          aria-controls="token-list"
          tabIndex={name === value ? 0 : -1}
          className={`list-tab ${name === value ? 'bg-raised text-ink ring-1 ring-line2' : 'text-ink2 hover:text-ink'}`}
          onClick={() => onChange(name)}
        >
          {LIST_LABELS[name]}
          <Count count={counts[name]} className="min-w-7" />
        </button>
      ))}
    </div>
  );
}
