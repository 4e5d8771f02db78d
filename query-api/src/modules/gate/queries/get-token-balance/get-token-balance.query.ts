import type { TokenBalance } from '@cryptonite/contracts/api';
import { Query } from '@nestjs/cqrs';

/** How much does a wallet hold of a token? */
export class GetTokenBalance extends Query<TokenBalance> {
  constructor(
    readonly walletAddress: string,
    readonly mint: string,
    /** Whom limits count. */
    readonly caller: string,
  ) {
    super();
  }
}
