import { HighHypeTokens, LISTS, type ListName } from '@cryptonite/contracts/api';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { get } from '../../../lib/api';
import { formatCount } from '../../../lib/format';
import { POLL_MS } from '../../../lib/queries';
import { listQuery } from '../api/get-list';
import { useProfile } from '../model/use-discovery';

/** The lists below the first, by the ids of their headings, which addresses name; and what they are called on phones. */
const PLACES = [
  ['heading-earlyStage', 'Early Stage', 'Early'],
  ['heading-high-hype', 'High Hype', 'Hype'],
  ['heading-microcaps', 'Micro-caps', 'Micro'],
  ['heading-newLaunches', 'New', 'New'],
] as const;

type ListsBarProps = {
  /** How many High Hype shows; null where that is not known. */
  hyped: number | null;
  /** What stands above the lists was read: from here on they keep their places. */
  isRead: boolean;
};

/** A line that leads to each list of the page, with how many it holds. */
export function ListsBar({ hyped, isRead }: ListsBarProps) {
  const counts = {
    'heading-earlyStage': useTotal('earlyStage'),
    'heading-high-hype': hyped,
    'heading-microcaps': useTotal('microcaps'),
    'heading-newLaunches': useNewTotal(isRead),
  };
  useEffect(() => {
    // Who scrolls already is led nowhere.
    if (isRead && location.hash && scrollY === 0)
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isRead]);
  return (
    <nav aria-label="Lists on this page" className="lists-bar">
      {PLACES.map(([id, name, shortName]) => (
        <a key={id} href={`#${id}`} title={name}>
          <span className="max-md:hidden">{name}</span>
          <span className="md:hidden">{shortName}</span>
          <span className="count">{counts[id] === null ? '' : formatCount(counts[id])}</span>
        </a>
      ))}
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

/** Launches come by the second: how many there are is asked alone, after the lists above, whether they are shown or not. */
function useNewTotal(isRead: boolean): number | null {
  const profile = useProfile();
  const { data } = useQuery({
    queryKey: ['new-total', profile],
    queryFn: ({ signal }) =>
      get(`${LISTS.newLaunches.path}?profile=${profile}&limit=1`, HighHypeTokens, signal),
    select: ({ total }) => total,
    refetchInterval: POLL_MS.lists,
    enabled: isRead,
  });
  return data ?? null;
}
