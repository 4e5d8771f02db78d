import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../../../platform/access/access.js';
import { newSecret, sha256 } from '../../../../platform/access/secret.js';
import { Sessions } from '../../../../platform/access/sessions.js';
import { isSignedBy } from '../../../../platform/access/verify-signature.js';
import { ProblemError } from '../../../../platform/http/problem.js';
import { type Ask, Postgres } from '../../../../platform/postgres/postgres.js';
import { SESSION_DAYS, SESSIONS_MAX } from '../../lifetimes.js';
import { signInMessage } from '../../sign-in-message.js';
import { SignIn } from './sign-in.command.js';

type Nonce = { nonce: string; expires_at: Date };
type Begun = { caller: Caller; token: string; csrf: string };

@CommandHandler(SignIn)
export class SignInHandler implements ICommandHandler<SignIn> {
  constructor(
    private readonly postgres: Postgres,
    private readonly sessions: Sessions,
  ) {}

  /** A challenge is used up by an attempt that was judged: one that this server could not see through leaves it as it was. */
  async execute({ signed, domain, secret, lastToken }: SignIn): Promise<Begun> {
    const outcome = await this.postgres.transaction(async (ask) => {
      const challenge = secret === undefined ? null : await useUp(ask, secret);
      if (challenge === null)
        return refused(
          'This sign-in has expired, was used before or began in another browser. Sign in anew.',
        );
      const { walletAddress, username, signature } = signed;
      const { nonce, expires_at: expiresAt } = challenge;
      const message = signInMessage({ domain, walletAddress, username, nonce, expiresAt });
      if (!isSignedBy(walletAddress, message, signature))
        return refused('The signature is not of this wallet over the message that it was asked to sign.');
      return this.#begin(ask, walletAddress, username, lastToken);
    });
    if (outcome instanceof ProblemError) throw outcome;
    return outcome;
  }

  async #begin(
    ask: Ask,
    walletAddress: string,
    username: string,
    lastToken: string | undefined,
  ): Promise<Begun> {
    const [token, csrf] = [newSecret(), newSecret()];
    const [user] = await ask<{ created_at: Date }>(
      `INSERT INTO users (wallet_address, username) VALUES ($1, $2)
       ON CONFLICT (wallet_address) DO UPDATE SET username = $2
       RETURNING created_at`,
      [walletAddress, username],
    );
    if (!user) throw new Error('a user was not kept');
    if (lastToken !== undefined)
      await ask('DELETE FROM sessions WHERE token_sha256 = $1', [sha256(lastToken)]);
    await ask(
      `INSERT INTO sessions (token_sha256, wallet_address, csrf_sha256, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(days => $4))`,
      [sha256(token), walletAddress, sha256(csrf), SESSION_DAYS],
    );
    await ask(
      `DELETE FROM sessions WHERE token_sha256 IN
         (SELECT token_sha256 FROM sessions WHERE wallet_address = $1 ORDER BY created_at DESC OFFSET $2)`,
      [walletAddress, SESSIONS_MAX],
    );
    return { caller: this.sessions.callerOf(walletAddress, username, user.created_at), token, csrf };
  }
}

/** A challenge is good for one attempt: of two at once the second waits for the first, and finds it used. */
async function useUp(ask: Ask, secret: string): Promise<Nonce | null> {
  const [nonce] = await ask<Nonce>(
    `UPDATE sign_in_nonces SET used_at = now()
     WHERE cookie_sha256 = $1 AND used_at IS NULL AND expires_at > now()
     RETURNING nonce, expires_at`,
    [sha256(secret)],
  );
  return nonce ?? null;
}

const refused = (sentence: string) => new ProblemError('unauthorized', sentence, {}, { user: null });
