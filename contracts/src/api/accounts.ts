/** Who signs in and how: Sign-In With Solana, a session in a cookie, and beside it the token that commands bring. */
import { z } from 'zod';
import { Address, GivenAddress, Signature } from '../chain/index.js';

/** Every cookie that the site sets, and what each does: the privacy policy prints this, and nothing sets another. */
export const COOKIES = {
  session: 'says who is signed in; the page itself cannot read it',
  csrf: 'is sent along with what you do while you are signed in, so that no other site can do it in your name',
  challenge: 'ties the message that you sign to this browser',
} as const;
export type CookieName = keyof typeof COOKIES;

/** On https a cookie has this before its name: of such a name a browser keeps none but what this very host set, over https. */
const OF_THIS_HOST = '__Host-';
export const cookieNameOn = (isHttps: boolean, name: CookieName): string =>
  `${isHttps ? OF_THIS_HOST : ''}${name}`;

/** Long enough to read a message and to find the wallet's password, short enough that nobody comes back to it. */
export const CHALLENGE_MINUTES = 5;
export const SESSION_DAYS = 7;

/** The cookie that a page reads its token from, and the header of a command that brings it. */
export const CSRF_COOKIE = 'csrf' satisfies CookieName;
export const CSRF_HEADER = 'X-CSRF-Token';

/** Shown beside what its wallet does, to others too: nothing in it can turn, hide or imitate other text. */
export const Username = z
  .string()
  .regex(/^[A-Za-z0-9._-]{3,24}$/, 'takes 3 to 24 of the characters A–Z, a–z, 0–9, ".", "_" and "-"');

export const Role = z.enum(['admin', 'operator']);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  walletAddress: Address,
  username: Username.describe('As it was signed last; two wallets may have the same.'),
  roles: z
    .array(Role)
    .describe('admin: may publish the app, and all that an operator may. operator: is told all of health.'),
  badges: z.array(z.string()).describe('None are given yet.'),
  createdAt: z.int().describe('Wall clock, ms since 1970, of the first sign-in.'),
});
export type User = z.infer<typeof User>;

export const Session = z.object({
  authenticated: z.boolean(),
  user: User.nullable().describe('Null for somebody who is not signed in.'),
});
export type Session = z.infer<typeof Session>;

/** Who wants to sign in. */
export const ChallengeRequest = z.object({ walletAddress: GivenAddress, username: Username });

export const SignInFields = z.object({
  domain: z.string(),
  address: Address,
  statement: z.string(),
  version: z.literal('1'),
  chainId: z.string(),
  nonce: z.string(),
  issuedAt: z.string().describe('ISO 8601, as in the message.'),
  expirationTime: z.string().describe('ISO 8601, as in the message.'),
});
export type SignInFields = z.infer<typeof SignInFields>;

export const SignInChallenge = z.object({
  message: z.string().describe('To be signed as it is, byte for byte.'),
  fields: SignInFields.describe('The same, for a wallet that writes the message itself (solana:signIn).'),
  nonce: z.string(),
  expiresAt: z.int().describe('Wall clock, ms since 1970, until which the message is good, for one sign-in.'),
});
export type SignInChallenge = z.infer<typeof SignInChallenge>;

export const SignIn = z.object({
  walletAddress: GivenAddress,
  signature: Signature.describe(
    "The wallet's signature over the message of the challenge or its off-chain envelope of version 0 or 1, base58.",
  ),
  username: Username,
});
export type SignIn = z.infer<typeof SignIn>;

/**
 * One that is refused for what was signed is a problem of 401, which carries `success: false`, `user: null` and `error`; every
 * other problem carries what all of them do, and no user.
 */
export const SignedIn = z.object({ success: z.literal(true), user: User, error: z.null() });
export type SignedIn = z.infer<typeof SignedIn>;

/** The body of a command that needs to know nothing: `{}`, or none at all. */
export const NoInput = z.object({});

/** What a command answers that has nothing to tell. */
export const Done = z.object({ success: z.literal(true), error: z.null() });
export type Done = z.infer<typeof Done>;
