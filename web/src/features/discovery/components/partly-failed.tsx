import { describeRetried } from '../../../lib/api';
import type { ListState } from '../model/list-state';

/** Of a list that is made of several: which of these are missing while the others are shown. */
export function PartlyFailed({ lists }: { lists: readonly (readonly [string, ListState<unknown>])[] }) {
  const missing = lists.filter(([, { data, isError }]) => isError && !data);
  const [first] = missing;
  if (!first || missing.length === lists.length) return null;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3 pb-3 text-small text-ink2">
      Without {missing.map(([name]) => name).join(' and ')}: {missing.length === 1 ? 'it' : 'they'} could not
      be loaded. <span className="font-mono">{first[1].error && describeRetried(first[1].error)}</span>
      <button type="button" className="button" onClick={() => missing.map(([, { refetch }]) => refetch())}>
        Try now
      </button>
    </p>
  );
}
