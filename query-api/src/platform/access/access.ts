import type { Role } from '@cryptonite/contracts/api';

/** Who may ask: each of these may what those before may. */
export type Access = 'anyone' | 'signed-in' | 'gate-holder' | 'admin';

/** Somebody who signed in. */
export type Caller = {
  walletAddress: string;
  username: string;
  roles: Role[];
  /** Ms since 1970, of the first sign-in. */
  createdAt: number;
};
