import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../api/get-session';

/** Tabs of a browser share its cookie, and tell one another here that who is signed in has changed. */
const CHANNEL = 'session';

/** Who signs in may see more: all that was answered before is asked again. */
const takeIn = (client: QueryClient): Promise<void> => client.invalidateQueries();

/** Nothing that was answered to who signed out stays; what is on screen is asked again, as by anybody. */
async function letGo(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive' });
  client.getMutationCache().clear();
  await client.resetQueries();
}

const CHANGES = { login: takeIn, logout: letGo } as const;
type Change = keyof typeof CHANGES;
const isChange = (data: unknown): data is Change => data === 'login' || data === 'logout';

export type SessionCache = ReturnType<typeof openSessionCache>;

/** Applies what sign-ins and sign-outs are to the answers that this tab holds, and to those of the browser's others. */
export function openSessionCache(client: QueryClient) {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  const change = (what: Change) => {
    channel?.postMessage(what);
    return CHANGES[what](client);
  };
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isChange(data)) void CHANGES[data](client);
  };
  channel?.addEventListener('message', hear);
  // A command may have failed because the session had ended: who is signed in is asked again.
  const unsubscribe = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error')
      void client.invalidateQueries({ queryKey: sessionQuery().queryKey });
  });
  return {
    signedIn: () => change('login'),
    signedOut: () => change('logout'),
    close: () => {
      unsubscribe();
      channel?.close();
    },
  };
}
