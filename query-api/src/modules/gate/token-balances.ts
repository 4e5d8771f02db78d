import { Injectable } from '@nestjs/common';
import { ProblemError } from '../../platform/http/problem.js';
import { type Holding, SolanaRpc } from '../../platform/solana/solana-rpc.js';
import { RecentAnswers } from './recent-answers.js';

/** A purchase shows after so long. */
const KEPT_MS = 15_000;
const KEPT_MOST = 10_000;

/** What wallets hold, read once for all who ask for the same wallet and mint meanwhile and shortly after. */
@Injectable()
export class TokenBalances {
  readonly #answers = new RecentAnswers<Holding>(KEPT_MS, KEPT_MOST);

  constructor(private readonly rpc: SolanaRpc) {}

  /**
   * @param mayAsk says whether the RPC may be asked, where nobody has just now
   * @throws ProblemError where it cannot be known
   */
  of(walletAddress: string, mint: string, mayAsk: () => ProblemError | null = () => null): Promise<Holding> {
    return this.#answers.of(`${walletAddress} ${mint}`, Date.now(), async () => {
      const refusal = mayAsk();
      if (refusal !== null) throw refusal;
      return this.rpc.holding(walletAddress, mint);
    });
  }
}
