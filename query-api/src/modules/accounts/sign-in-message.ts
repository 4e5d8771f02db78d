import type { SignInFields } from '@cryptonite/contracts/api';
import { createSignInMessageText } from '@solana/wallet-standard-util';
import { CHALLENGE_MINUTES } from './lifetimes.js';

/** Nothing is signed for any other chain: a message that names one is another message. */
const CHAIN_ID = 'solana:mainnet';

export type Challenge = {
  /** The host of the page that asks, with its port where it has one. */
  domain: string;
  walletAddress: string;
  username: string;
  nonce: string;
  expiresAt: Date;
};

/** The fields of the message, by the names that wallets have for them. */
export function signInFields({ domain, walletAddress, username, nonce, expiresAt }: Challenge): SignInFields {
  return {
    domain,
    address: walletAddress,
    statement: `Sign in to Cryptonite as ${username}. This costs nothing and permits no transaction.`,
    version: '1',
    chainId: CHAIN_ID,
    nonce,
    issuedAt: new Date(expiresAt.getTime() - CHALLENGE_MINUTES * 60_000).toISOString(),
    expirationTime: expiresAt.toISOString(),
  };
}

/**
 * What a wallet signs. It is never read back: who signs in says who they are, and the same text is written again of that and
 * of what is kept of the challenge. Whatever differs is another text, which was not signed.
 */
export const signInMessage = (challenge: Challenge): string =>
  createSignInMessageText(signInFields(challenge));
