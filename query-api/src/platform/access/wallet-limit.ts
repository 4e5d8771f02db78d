import { Inject, Injectable } from '@nestjs/common';
import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config/config.js';
import { RateLimit } from '../http/rate-limit.js';
import { WalletDeleted } from './wallet-deleted.js';

const MINUTE_S = 60;

/** Commands of a wallet that is signed in, from wherever they come. */
@Injectable()
@EventsHandler(WalletDeleted)
export class WalletLimit extends RateLimit implements IEventHandler<WalletDeleted> {
  constructor(@Inject(CONFIG) { WALLET_COMMANDS_PER_MINUTE: count }: Config) {
    super(count / MINUTE_S, count);
  }

  handle({ walletAddress }: WalletDeleted): void {
    this.forget(walletAddress);
  }
}
