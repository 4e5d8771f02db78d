import type { CookieName } from '@cryptonite/contracts/api';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { Postgres } from '../postgres/postgres.js';
import type { Caller } from './access.js';
import { sha256 } from './secret.js';

export const SESSION_COOKIE: CookieName = 'session';

export type HeldSession = { caller: Caller; csrfSha256: Buffer };

type SessionRow = { csrf_sha256: Buffer; wallet_address: string; username: string; created_at: Date };

/** Who is behind the token of a session's cookie. */
@Injectable()
export class Sessions {
  readonly #admins: ReadonlySet<string>;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) { ADMIN_WALLETS }: Config,
  ) {
    this.#admins = new Set(ADMIN_WALLETS);
  }

  /** @returns null where no session has this token, or it is over */
  async find(token: string): Promise<HeldSession | null> {
    const [row] = await this.postgres.query<SessionRow>(
      `SELECT csrf_sha256, wallet_address, username, users.created_at
       FROM sessions JOIN users USING (wallet_address)
       WHERE token_sha256 = $1 AND expires_at > now()`,
      [sha256(token)],
    );
    if (!row) return null;
    const { csrf_sha256: csrfSha256, wallet_address, username, created_at } = row;
    return { caller: this.callerOf(wallet_address, username, created_at), csrfSha256 };
  }

  callerOf(walletAddress: string, username: string, createdAt: Date): Caller {
    const roles: Caller['roles'] = this.#admins.has(walletAddress) ? ['admin'] : [];
    return { walletAddress, username, roles, createdAt: createdAt.getTime() };
  }
}
