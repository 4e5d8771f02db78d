import { Done } from '@cryptonite/contracts/api';
import { ApiError, postJson } from '../../../lib/api';

const UNAUTHORIZED = 401;

/** Ends the session; one that had ended before is ended as well. */
export async function signOut(): Promise<void> {
  try {
    await postJson('/api/auth/logout', {}, Done);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === UNAUTHORIZED)) throw error;
  }
}

/** Has the server remove everything that it keeps of the signed-in wallet, the session with it. */
export async function deleteMyData(): Promise<void> {
  await postJson('/api/auth/delete', {}, Done);
}
