import { SignedIn, SignInChallenge, type User } from '@cryptonite/contracts/api';
import bs58 from 'bs58';
import { get, postJson } from '../../../lib/api';

export type SignInInput = {
  walletAddress: string;
  username: string;
  /** Has the wallet sign the text of a challenge. */
  sign: (challenge: SignInChallenge) => Promise<Uint8Array>;
};

/** The wallet signs a text of the server's that names it, this site and the username, and is good once. */
export async function signIn({ walletAddress, username, sign }: SignInInput): Promise<User> {
  const asked = new URLSearchParams({ walletAddress, username });
  const { signal } = new AbortController();
  const challenge = await get(`/api/auth/challenge?${asked}`, SignInChallenge, signal);
  const signature = bs58.encode(await sign(challenge));
  const { user } = await postJson('/api/auth/login', { walletAddress, signature, username }, SignedIn);
  return user;
}
