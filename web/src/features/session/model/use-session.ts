import type { User } from '@cryptonite/contracts/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { csrfHeaders } from '../../../lib/api';
import { sessionQuery } from '../api/get-session';
import { signIn } from '../api/sign-in';
import { deleteMyData, signOut, signOutEverywhere } from '../api/sign-out';
import { useSessionCache } from './session-context';

/** Loading, then somebody or nobody; nobody too where it could not be told. */
export function useSession(): { isLoading: boolean; user: User | null } {
  const { data, isPending } = useQuery(sessionQuery());
  return { isLoading: isPending, user: data?.user ?? null };
}

/** Whether this wallet is told how the product runs. Who never signed in here asks nobody. */
export function useIsOperator(): boolean {
  const { data } = useQuery({ ...sessionQuery(), enabled: Object.keys(csrfHeaders()).length > 0 });
  return data?.user?.roles.some((role) => role === 'operator' || role === 'admin') ?? false;
}

export function useSignIn() {
  const client = useQueryClient();
  const cache = useSessionCache();
  return useMutation({
    mutationFn: signIn,
    onSuccess: (user) => {
      client.setQueryData(sessionQuery().queryKey, { authenticated: true, user });
      void cache.signedIn();
    },
    onError: (error) => console.error('the sign-in failed', error),
  });
}

export function useSignOut() {
  const cache = useSessionCache();
  return useMutation({ mutationFn: signOut, onSuccess: () => void cache.signedOut() });
}

export function useSignOutEverywhere() {
  const cache = useSessionCache();
  return useMutation({ mutationFn: signOutEverywhere, onSuccess: () => void cache.signedOut() });
}

export function useDeleteMyData() {
  const cache = useSessionCache();
  return useMutation({ mutationFn: deleteMyData, onSuccess: () => void cache.signedOut() });
}
