import { Done } from '@cryptonite/contracts/api';
import { postJson } from '../../../lib/api';

/** Ends the session; one that had ended before is ended as well. */
export async function signOut(): Promise<void> {
  await postJson('/api/auth/logout', {}, Done);
}

/** Ends every session of the wallet that is signed in. */
export async function signOutEverywhere(): Promise<void> {
  await postJson('/api/auth/logout-all', {}, Done);
}

/** Has the server remove everything that it keeps of the signed-in wallet, the session with it. */
export async function deleteMyData(): Promise<void> {
  await postJson('/api/auth/delete', {}, Done);
}
