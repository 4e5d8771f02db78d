import { randomBytes } from 'node:crypto';
import { SignInChallenge } from '@cryptonite/contracts/api';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { newSecret, sha256 } from '../../../../platform/access/secret.js';
import { Postgres } from '../../../../platform/postgres/postgres.js';
import { CHALLENGE_MINUTES } from '../../lifetimes.js';
import { signInFields, signInMessage } from '../../sign-in-message.js';
import { GiveChallenge } from './give-challenge.command.js';

const NONCE_BYTES = 16;

/** Who asks is not kept: the message itself holds it, and comes back signed. */
@CommandHandler(GiveChallenge)
export class GiveChallengeHandler implements ICommandHandler<GiveChallenge> {
  constructor(private readonly postgres: Postgres) {}

  async execute({ walletAddress, username, domain }: GiveChallenge) {
    const nonce = randomBytes(NONCE_BYTES).toString('hex');
    const secret = newSecret();
    const [row] = await this.postgres.query<{ expires_at: Date }>(
      `INSERT INTO sign_in_nonces (nonce, cookie_sha256, expires_at)
       VALUES ($1, $2, date_trunc('milliseconds', now()) + make_interval(mins => $3))
       RETURNING expires_at`,
      [nonce, sha256(secret), CHALLENGE_MINUTES],
    );
    if (!row) throw new Error('a challenge was not kept');
    const { expires_at: expiresAt } = row;
    const asked = { domain, walletAddress, username, nonce, expiresAt };
    const challenge = SignInChallenge.parse({
      message: signInMessage(asked),
      fields: signInFields(asked),
      nonce,
      expiresAt: expiresAt.getTime(),
    });
    return { challenge, secret };
  }
}
