import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { AlertBell } from '../features/alerts/components/alert-bell';
import type { Alert } from '../features/alerts/model/alerts';
import { followTokens, keepAnnounced } from '../features/alerts/model/use-alerts';
import { useHeldTokens } from '../features/discovery/api/held-tokens';
import { useAnnounce } from '../features/discovery/model/use-announce';
import { useOpenToken } from '../features/discovery/model/use-open-token';
import { healthQuery } from '../lib/queries';

/** What became of the tokens that were announced is noted this often. */
const FOLLOW_EVERY_MS = 5_000;

/** The announcing that fills the bell: it goes on whichever tab is shown, and while one takes the place of another. */
export function DiscoveryAnnouncer({ isStale }: { isStale: boolean }) {
  const held = useHeldTokens();
  useAnnounce(keepAnnounced, isStale);
  const newest = useRef(held);
  useEffect(() => {
    newest.current = held;
  }, [held]);
  useEffect(() => {
    const follow = () => followTokens(newest.current);
    const timer = setInterval(follow, FOLLOW_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}

/** The bell, which leads to what was announced. */
export function DiscoveryBell() {
  const held = useHeldTokens();
  const { data: asOf = null } = useQuery({ ...healthQuery(), select: ({ streamTime }) => streamTime });
  const open = useOpenToken();
  const onOpen = useCallback(
    ({ announced: [newest], mint, name, condition }: Alert) =>
      open(newest.list, newest.source, { mint, name, condition }),
    [open],
  );
  return <AlertBell known={held} asOf={asOf} onOpen={onOpen} />;
}
