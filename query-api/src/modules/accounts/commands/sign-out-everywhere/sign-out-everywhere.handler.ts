import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Postgres } from '../../../../platform/postgres/postgres.js';
import { SignOutEverywhere } from './sign-out-everywhere.command.js';

@CommandHandler(SignOutEverywhere)
export class SignOutEverywhereHandler implements ICommandHandler<SignOutEverywhere> {
  constructor(private readonly postgres: Postgres) {}

  async execute({ walletAddress }: SignOutEverywhere): Promise<void> {
    await this.postgres.query('DELETE FROM sessions WHERE wallet_address = $1', [walletAddress]);
  }
}
