import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sha256 } from '../../../../platform/access/secret.js';
import { Postgres } from '../../../../platform/postgres/postgres.js';
import { SignOut } from './sign-out.command.js';

@CommandHandler(SignOut)
export class SignOutHandler implements ICommandHandler<SignOut> {
  constructor(private readonly postgres: Postgres) {}

  async execute({ token }: SignOut): Promise<void> {
    await this.postgres.query('DELETE FROM sessions WHERE token_sha256 = $1', [sha256(token)]);
  }
}
