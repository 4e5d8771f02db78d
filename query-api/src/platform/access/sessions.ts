import type { CookieName } from '@cryptonite/contracts/api';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config.js';
import { Postgres } from '../postgres/postgres.js';
import type { Caller } from './access.js';
import { sha256 } from './secret.js';

export const SESSION_COOKIE: CookieName = 'session';

export type HeldSession = { caller: Caller; csrfSha256: Buffer };

type SessionRow = {
  csrf_sha256: Buffer;
  wallet_address: string;
  username: string;
  created_at: Date;
  is_idle: boolean;
  is_told_late: boolean;
};

/** An admin's session without a command for so long is over: what an open page asks by itself is no use of it. */
export const ADMIN_IDLE_MINUTES = 60;

/** Who is behind the token of a session's cookie. */
@Injectable()
export class Sessions {
  readonly #admins: ReadonlySet<string>;
  readonly #operators: ReadonlySet<string>;

  constructor(
    private readonly postgres: Postgres,
    @Inject(CONFIG) { ADMIN_WALLETS, OPERATOR_WALLETS }: Config,
  ) {
    this.#admins = new Set(ADMIN_WALLETS);
    this.#operators = new Set(OPERATOR_WALLETS);
  }

  /**
   * @param isUse whether it counts as used
   * @returns null where no session has this token, or it is over
   */
  async find(token: string, isUse: boolean): Promise<HeldSession | null> {
    const [row] = await this.postgres.query<SessionRow>(
      `SELECT csrf_sha256, wallet_address, username, users.created_at,
              used_at < now() - make_interval(mins => $2) AS is_idle, used_at < now() - interval '1 minute' AS is_told_late
       FROM sessions JOIN users USING (wallet_address)
       WHERE token_sha256 = $1 AND expires_at > now()`,
      [sha256(token), ADMIN_IDLE_MINUTES],
    );
    if (!row) return null;
    const { csrf_sha256: csrfSha256, wallet_address, username, created_at, is_idle, is_told_late } = row;
    if (is_idle && this.#admins.has(wallet_address)) {
      await this.postgres.query('DELETE FROM sessions WHERE token_sha256 = $1', [sha256(token)]);
      return null;
    }
    if (isUse && is_told_late)
      await this.postgres.query('UPDATE sessions SET used_at = now() WHERE token_sha256 = $1', [
        sha256(token),
      ]);
    return { caller: this.callerOf(wallet_address, username, created_at), csrfSha256 };
  }

  callerOf(walletAddress: string, username: string, createdAt: Date): Caller {
    const roles: Caller['roles'] = [];
    if (this.#admins.has(walletAddress)) roles.push('admin');
    if (this.#operators.has(walletAddress)) roles.push('operator');
    return { walletAddress, username, roles, createdAt: createdAt.getTime() };
  }
}
