import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';
import { WalletDeleted } from '../../../../platform/access/wallet-deleted.js';
import { Postgres } from '../../../../platform/postgres/postgres.js';
import { DeleteAccount } from './delete-account.command.js';

/** Sessions go with their user, and releases forget who uploaded them: the tables say so of themselves. */
@CommandHandler(DeleteAccount)
export class DeleteAccountHandler implements ICommandHandler<DeleteAccount> {
  constructor(
    private readonly postgres: Postgres,
    private readonly events: EventBus,
  ) {}

  async execute({ walletAddress }: DeleteAccount): Promise<void> {
    await this.postgres.query('DELETE FROM users WHERE wallet_address = $1', [walletAddress]);
    this.events.publish(new WalletDeleted(walletAddress));
  }
}
