import { SignedIn, SignInChallenge, type User } from '@cryptonite/contracts/api';
import bs58 from 'bs58';
import { postJson } from '../../../lib/api';
import { WalletFailure } from '../../../lib/wallet-failure';

export type SignInInput = {
  walletAddress: string;
  username: string;
  /** Has the wallet sign the text of a challenge. */
  sign: (challenge: SignInChallenge) => Promise<Uint8Array>;
};

/**
 * The wallet signs a text of the server's that names it, this site and the username, and is good once.
 * @throws WalletFailure; what `postJson` throws, of a request alone
 */
export async function signIn({ walletAddress, username, sign }: SignInInput): Promise<User> {
  const challenge = await postJson('/api/auth/challenge', { walletAddress, username }, SignInChallenge);
  const signature = bs58.encode(await sign(challenge).catch(throwAsOfNoRequest));
  const { user } = await postJson('/api/auth/login', { walletAddress, signature, username }, SignedIn);
  return user;
}

/** A TypeError of the page would else be read as a server that is away. */
function throwAsOfNoRequest(error: unknown): never {
  throw error instanceof WalletFailure
    ? error
    : new Error('the wallet was not asked to sign', { cause: error });
}
