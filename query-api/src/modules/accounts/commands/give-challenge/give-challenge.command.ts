import type { SignInChallenge } from '@cryptonite/contracts/api';
import { Command } from '@nestjs/cqrs';

/** A message for a wallet to sign, and the secret that the browser which asked for it brings back with the signature. */
export class GiveChallenge extends Command<{ challenge: SignInChallenge; secret: string }> {
  constructor(
    readonly walletAddress: string,
    readonly username: string,
    readonly domain: string,
  ) {
    super();
  }
}
