import type { ListName } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatCount } from '../../../lib/format';
import { listQuery } from '../api/get-list';
import { useProfile } from '../model/use-discovery';

/** The lists below the first, by the ids of their headings, which addresses name. */
const LISTS = [
  ['heading-earlyStage', 'Early Stage'],
  ['heading-high-hype', 'High Hype'],
  ['heading-microcaps', 'Micro-caps'],
  ['heading-new', 'New'],
] as const;

type ListsBarProps = {
  /** How many High Hype shows; null where that is not known. */
  hyped: number | null;
  /** What stands above the lists was read: from here on they keep their places. */
  isRead: boolean;
};

/** A line that leads to each list of the page, with how many it holds. */
export function ListsBar({ hyped, isRead }: ListsBarProps) {
  const counts = { 'heading-earlyStage': useTotal('earlyStage'), 'heading-microcaps': useTotal('microcaps') };
  useEffect(() => {
    // Who scrolls already is led nowhere.
    if (isRead && location.hash && scrollY === 0)
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isRead]);
  return (
    <nav aria-label="Lists on this page" className="lists-bar">
      {LISTS.map(([id, name]) => {
        const count = id === 'heading-high-hype' ? hyped : id === 'heading-new' ? null : counts[id];
        return (
          <a key={id} href={`#${id}`}>
            {name}
            {id !== 'heading-new' && (
              <span className="count">{count === null ? '' : formatCount(count)}</span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

/** How many a list holds that another part of the page asks for; null until it was answered. */
function useTotal(name: ListName): number | null {
  const { data } = useQuery({
    ...listQuery(name, useProfile()),
    enabled: false,
    select: ({ total }) => total,
    structuralSharing: false,
  });
  return data ?? null;
}
