import { Command } from '@nestjs/cqrs';

/** Takes away all that is kept of a wallet. */
export class DeleteAccount extends Command<void> {
  constructor(readonly walletAddress: string) {
    super();
  }
}
