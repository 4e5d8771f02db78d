import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { WalletDeleted } from '../../platform/access/wallet-deleted.js';
import { TokenBalances } from './token-balances.js';

@EventsHandler(WalletDeleted)
export class ForgetBalances implements IEventHandler<WalletDeleted> {
  constructor(private readonly balances: TokenBalances) {}

  handle({ walletAddress }: WalletDeleted): void {
    this.balances.forget(walletAddress);
  }
}
