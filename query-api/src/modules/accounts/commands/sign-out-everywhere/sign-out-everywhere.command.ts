import { Command } from '@nestjs/cqrs';

/** Ends every session of a wallet, this one among them. */
export class SignOutEverywhere extends Command<void> {
  constructor(readonly walletAddress: string) {
    super();
  }
}
