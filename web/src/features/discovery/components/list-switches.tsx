import type { ListSource } from '@cryptonite/contracts/api';
import { formatCount } from '../../../lib/format';
import { moveByArrows } from '../../../ui/arrow-keys';
import { Segments } from '../../../ui/segments';
import { SOURCES, TAB_LISTS, type TabList } from '../model/url-state';

export const SOURCE_LABELS: Record<ListSource, string> = { pumpfun: 'PumpFun', bonded: 'Bonded' };
export const LIST_LABELS: Record<TabList, string> = { qualified: 'Qualified', rejected: 'Rejected' };

/** Its room is there before the number is. */
function Count({ count }: { count: number | undefined }) {
  return <span className="count min-w-7">{count === undefined ? '' : formatCount(count)}</span>;
}

const SOURCE_SEGMENTS = SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] }));

/** It has no counts: what is monitored of a source is more than its lists hold. */
export function SourceSwitch({
  value,
  onChange,
}: {
  value: ListSource;
  onChange: (value: ListSource) => void;
}) {
  return (
    <span className="bar-switch">
      <Segments label="Source" value={value} segments={SOURCE_SEGMENTS} onChange={onChange} />
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
          <Count count={counts[name]} />
        </button>
      ))}
    </div>
  );
}
