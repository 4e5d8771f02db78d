import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { openSessionCache, type SessionCache } from './session-cache';

const SessionContext = createContext<SessionCache | null>(null);

/** Around all pages: another tab's sign-out clears the answers of this one, whatever it shows. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [cache] = useState(() => openSessionCache(client));
  return <SessionContext value={cache}>{children}</SessionContext>;
}

export function useSessionCache(): SessionCache {
  const cache = useContext(SessionContext);
  if (!cache) throw new Error('There is no SessionProvider around this');
  return cache;
}
