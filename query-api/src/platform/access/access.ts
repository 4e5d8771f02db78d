import type { Role } from '@cryptonite/contracts/api';

/** Who may ask. An admin may what an operator may, has no need of the gate token, and comes through the gate by holding it alone. */
export type Access = 'anyone' | 'signed-in' | 'gate-holder' | 'operator' | 'admin';

/** Somebody who signed in. */
export type Caller = {
  walletAddress: string;
  username: string;
  roles: Role[];
  /** Ms since 1970, of the first sign-in. */
  createdAt: number;
};
