import { createContext, type ReactNode, useContext, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from '../../../ui/icon';
import { Segments } from '../../../ui/segments';
import { DENSITIES, type Density, useDensity, useSort } from '../model/preferences';
import { SORTS, type Sort } from '../model/sort';

/** Where there is room to say what waits in a list: in the bar, but for lists that keep their own. */
export const NewsContext = createContext<HTMLElement | null>(null);

type StickyBarProps = {
  /** Condition, lag and link of the data. */
  status: ReactNode;
  /** The switches of source and list, where the bar has room for them. */
  switches: ReactNode;
  bell: ReactNode;
  /** How the lists below are shown. */
  controls?: ReactNode;
  children: ReactNode;
};

/** One line of cells of reserved width that stays at the top; `children` are what it is the bar of. */
export function StickyBar({ status, switches, bell, controls, children }: StickyBarProps) {
  const [news, setNews] = useState<HTMLElement | null>(null);
  return (
    <NewsContext value={news}>
      <div className="bar" data-testid="sticky-bar">
        <div className="page bar-cells">
          {status}
          {switches}
          <span className="min-w-0 flex-1" />
          <span ref={setNews} className="bar-news" aria-live="polite" />
          {controls}
          {bell && <span className="bar-bell">{bell}</span>}
        </div>
      </div>
      {children}
    </NewsContext>
  );
}

/** "3 new" in the reserved room: lets in what waits. */
export function NewsButton({ count, onPress }: { count: number; onPress: () => void }) {
  const room = useContext(NewsContext);
  if (!room || count === 0) return null;
  return createPortal(
    <button type="button" className="news" onClick={onPress}>
      <Icon name="up" size={12} />
      {count} new
    </button>,
    room,
  );
}

const SORT_LABELS: Record<Sort, string> = {
  listed: 'First listed',
  age: 'Newest token',
  initialMarketCap: 'Cap at listing',
};

/** The orders to choose from. Each is by what never changes of a token: no trade moves a card. */
export function SortMenu() {
  const [sort, setSort] = useSort();
  return (
    <label className="sort">
      <Icon name="sort" />
      <span className="sr-only">Sort by</span>
      <select value={sort} onChange={({ target }) => setSort(target.value as Sort)}>
        {SORTS.map((value) => (
          <option key={value} value={value}>
            {SORT_LABELS[value]}
          </option>
        ))}
      </select>
    </label>
  );
}

const DENSITY_LABELS: Record<Density, [IconName, string]> = {
  cards: ['cards', 'Cards'],
  rows: ['rows', 'Rows'],
};
const densitySegments = DENSITIES.map((value) => {
  const [icon, label] = DENSITY_LABELS[value];
  return {
    value,
    label: (
      <>
        <Icon name={icon} />
        <span className="sr-only">{label}</span>
      </>
    ),
  };
});

export function DensitySwitch() {
  const [density, setDensity] = useDensity();
  return (
    <span className="bar-density">
      <Segments label="Density" value={density} segments={densitySegments} onChange={setDensity} isSmall />
    </span>
  );
}
