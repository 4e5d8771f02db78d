import { Session } from '@cryptonite/contracts/api';
import { queryOptions } from '@tanstack/react-query';
import { getUnlessAnonymous } from '../../../lib/api';

const ANONYMOUS: Session = { authenticated: false, user: null };

/** Who is signed in. That it cannot be told is logged, and said to nobody. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: async ({ signal }) => {
      try {
        return (await getUnlessAnonymous('/api/auth/session', Session, signal)) ?? ANONYMOUS;
      } catch (error) {
        if (!signal.aborted) console.error('who is signed in could not be read', error);
        throw error;
      }
    },
  });
